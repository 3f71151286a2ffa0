public import Testing

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
