internal import Foundation
internal import OSSEndpoint
internal import OSSPrimitives
internal import OSSTestDoubles
public import Testing

/// An OSS in memory on a port of 127.0.0.1, which verifies each request and says why it refuses one.
///
/// It is one of a test's own: other tests see no object and no refusal of it. Point the client at
/// ``endpoint``, in path style or with buckets as subdomains of `localhost`:
///
///     let oss = try LoopbackOSS()
///     defer { oss.stop() }
///     print(oss.endpoint, oss.accessKeyID, oss.bucket)
///
/// The trait ``Testing/Trait/oss`` does this for a test, and fails it with what was refused.
public final class LoopbackOSS: Sendable {
  /// The URL without a path, such as `http://127.0.0.1:40001`.
  public let endpoint: String
  /// The access key ID that the endpoint knows.
  public let accessKeyID = "conform-access-key-id"
  /// The secret of the access key ID.
  public let accessKeySecret = "conform-access-key-secret"
  /// The token that must be sent with the access key ID; nil for a key that needs none.
  public let securityToken: String?
  /// The region of the buckets, which V4 signs.
  public let region: String
  /// The first bucket that is there.
  public let bucket: String

  /// The endpoint of the test that runs.
  @TaskLocal static var running: LoopbackOSS?

  private let record: EndpointRecord
  private let alarm: Alarm

  /// Starts an endpoint with empty buckets; it answers when this returns.
  ///
  /// - Parameters:
  ///   - buckets: the names of the buckets that are there from the start, at least one.
  ///   - region: the region of the buckets, without `oss-`.
  ///   - token: the token that must be sent with the access key ID; nil for a key that needs none.
  /// - Throws: ``LoopbackError`` without a bucket, or where no port can be had.
  public init(
    buckets: [String] = ["conform-bucket"], region: String = "cn-hangzhou", token: String? = nil
  ) throws(LoopbackError) {
    guard let first = buckets.first else {
      throw LoopbackError(description: "The endpoint has no bucket; give the name of one.")
    }
    (bucket, securityToken, self.region) = (first, token, region)
    let key = KnownKey(
      id: accessKeyID.bytes, secret: accessKeySecret.bytes,
      token: token.map { KnownKey.Token($0.bytes) })
    let record = EndpointRecord()
    // A server belongs to its thread, so it is made there.
    Thread.detachNewThread {
      do throws(SocketError) {
        let server = try Server()
        let service = RecordingService(key, buckets: buckets, region: region, record)
        let port = try server.listen(on: "127.0.0.1", service)
        let start = EndpointRecord.Start(port: port, stop: server.stop)
        record.change { $0.start = .success(start) }
        server.run()
      } catch {
        record.change { $0.start = .failure(LoopbackError(description: error.description)) }
      }
      record.change { $0.hasEnded = true }
    }
    let start = try record.wait { $0.start }.get()
    endpoint = "http://127.0.0.1:\(start.port)"
    (self.record, alarm) = (record, start.stop)
  }

  deinit { alarm.ring() }

  /// The endpoint of the test that runs, which has the trait ``Testing/Trait/oss``.
  ///
  /// - Throws: ``LoopbackError`` in a test without the trait, and in a detached task.
  public static var current: LoopbackOSS {
    get throws(LoopbackError) {
      guard let running else {
        throw LoopbackError(
          description: "No endpoint runs for this task; write @Test(.oss) before the test.")
      }
      return running
    }
  }

  /// The requests that were refused so far, the first 1,000 of them, in the order in which they came.
  public var refusals: [RefusedRequest] { record.now.refusals }

  /// Ends the endpoint and its connections; later calls do nothing more.
  ///
  /// - Returns: what was refused, as ``refusals``.
  @discardableResult
  public func stop() -> [RefusedRequest] {
    alarm.ring()
    _ = record.wait { $0.hasEnded ? true : nil }
    return refusals
  }
}

/// Why there is no endpoint: a sentence that says what to do.
public struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}

/// Gives a test, and each case of it, an endpoint of its own, and fails it with what that refused.
///
/// On a suite, each test in it has one. Write ``Testing/Trait/oss`` or
/// ``Testing/Trait/oss(buckets:region:token:allowsRefusals:)``.
public struct OSSTrait: TestTrait, SuiteTrait, TestScoping {
  let buckets: [String]
  let region: String
  let token: String?
  let allowsRefusals: Bool

  /// Each test of a suite has the trait, too.
  public var isRecursive: Bool { true }

  /// Runs a test while an endpoint is its ``LoopbackOSS/current``, ends that, and records an issue for each
  /// request that was refused.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let oss = try LoopbackOSS(buckets: buckets, region: region, token: token)
    defer {
      let refusals = oss.stop()
      for refusal in allowsRefusals ? [] : refusals {
        Issue.record(Comment(rawValue: refusal.description), sourceLocation: test.sourceLocation)
      }
    }
    try await LoopbackOSS.$running.withValue(oss) { try await function() }
  }
}

extension Trait where Self == OSSTrait {
  /// An endpoint with the bucket `conform-bucket` in `cn-hangzhou`, for a key without a token.
  public static var oss: Self { .oss() }

  /// An endpoint of the test's own.
  ///
  /// - Parameters:
  ///   - buckets: the names of the buckets that are there from the start, at least one.
  ///   - region: the region of the buckets, without `oss-`.
  ///   - token: the token that must be sent with the access key ID; nil for a key that needs none.
  ///   - allowsRefusals: whether a refused request is no issue; ``LoopbackOSS/refusals`` has it all the
  ///     same.
  public static func oss(
    buckets: [String] = ["conform-bucket"], region: String = "cn-hangzhou", token: String? = nil,
    allowsRefusals: Bool = false
  ) -> Self {
    OSSTrait(buckets: buckets, region: region, token: token, allowsRefusals: allowsRefusals)
  }
}

/// What the thread of an endpoint says to others, which can wait for it.
final class EndpointRecord: Sendable {
  /// How far the thread is.
  struct State: Sendable {
    /// The port and what ends the endpoint, or why no endpoint started; nil before one of them is known.
    var start: Result<Start, LoopbackError>?
    var hasEnded = false
    var refusals: [RefusedRequest] = []
  }

  /// Where an endpoint listens, and what ends it.
  struct Start: Sendable {
    let port: UInt16
    let stop: Alarm
  }

  private let condition = NSCondition()
  private let state = Locked(State())

  /// The state as it is now.
  var now: State { state.withLock { $0 } }

  /// Changes the state, and wakes those who wait.
  func change(_ body: (inout State) -> Void) {
    condition.lock()
    state.withLock(body)
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until the state has a value.
  func wait<Value>(for value: (State) -> Value?) -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value = value(now) { return value }
      condition.wait()
    }
  }
}
