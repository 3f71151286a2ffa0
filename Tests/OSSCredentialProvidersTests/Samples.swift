import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Synchronization
import TestSupport
import Testing

/// A token whose parts contain its name.
func token(_ name: String, expires: Moment?) throws -> FederationToken {
  try .sample(name, expires: expires)
}

extension ProvidedCredentials {
  /// The name of the token that was handed out.
  var name: String { String(credentials.accessKeyID.dropFirst(4)) }
}

/// An error of the app, whose text no message may show.
struct AppError: Error, Hashable {
  /// What is shown of it in its place.
  static let shown = "An error of the type AppError was thrown."

  let text: String
}

extension ScriptedTransport {
  /// A client that hands out a token, by default the one that ``token(_:expires:)`` names A.
  convenience init(
    id: String = "STS.A", secret: String = "secret-A", token: String = "token-A",
    expires: String = "2099-01-01T00:00:00Z"
  ) {
    let body = Self.body(id, secret, token, expires)
    self.init({ _ in TokenServerReply(status: 200, body: body) })
  }

  static func body(
    _ id: String = "STS.A", _ secret: String = "secret-A", _ token: String = "token-A",
    _ expires: String = "2099-01-01T00:00:00Z"
  ) -> Bytes {
    let text = """
      {"StatusCode":200,"AccessKeyId":"\(id)","AccessKeySecret":"\(secret)",\
      "SecurityToken":"\(token)","Expiration":"\(expires)"}
      """
    return Bytes(text.utf8)
  }
}

extension RefreshOptions {
  /// Options of a test: always the same waits, on the clock of the test, and by default an hour for a
  /// fetch, because a machine that runs many tests is slow at times.
  static func test(_ clock: TestClock, timeLimit: TimeSpan = .seconds(3_600)) -> RefreshOptions {
    RefreshOptions(timeLimit: timeLimit, seed: 1, clock: clock.read)
  }
}

/// A provider that takes its tokens of a script, on the clock of a test.
func federation(
  _ script: TokenScript, _ clock: TestClock, timeLimit: TimeSpan = .seconds(3_600)
) -> FederationTokenProvider {
  FederationTokenProvider(options: .test(clock, timeLimit: timeLimit), version: .v1) {
    try await script.next()
  }
}

extension ServerAnswer {
  /// What OSS answers when a request's time differs too much from its own.
  static func skewed(serverTime: Moment) -> ServerAnswer {
    .error(403, "RequestTimeTooSkewed", "<ServerTime>\(serverTime.iso8601)</ServerTime>")
  }

  /// An error of OSS.
  static func error(_ status: Int, _ code: String, _ members: String = "") -> ServerAnswer {
    ServerAnswer(status: status, body: Bytes("<Error><Code>\(code)</Code>\(members)</Error>".utf8))
  }
}

/// A ``ProviderError`` that can be compared.
enum Failure: Equatable {
  case cancelled
  case unavailable(FetchFailure, cause: Cause?)
  case expired(Moment)
  case rejected(generation: Int)
  case unsignable(SigningError)
  case unusableEndpoint(EndpointError)
  case unusableInterval(PresignLimitError)
  case unsigned(SignerError, cause: Cause?)

  init(_ error: ProviderError) {
    self =
      switch error {
      case .cancelled: .cancelled
      case .unavailable(let error, let cause):
        .unavailable(error.cause, cause: cause.map { Cause($0) })
      case .expired(let moment): .expired(moment)
      case .rejected(let generation): .rejected(generation: generation)
      case .unsignable(let error): .unsignable(error)
      case .unusableEndpoint(let error): .unusableEndpoint(error)
      case .unusableInterval(let error): .unusableInterval(error)
      case .unsigned(let error, let cause):
        .unsigned(error, cause: cause.map { Cause($0) })
      }
  }

  /// An error of the app or of its client, compared by its type and text.
  struct Cause: Equatable {
    private let text: String

    init(_ error: any Error) { text = "\(type(of: error)): \(error)" }
  }
}

/// Why a call failed; nil, and an issue for another error, where it did not fail so.
func failure<Value>(of call: () async throws -> Value) async -> Failure? {
  do {
    _ = try await call()
    return nil
  } catch let error as ProviderError {
    return Failure(error)
  } catch {
    Issue.record(error)
    return nil
  }
}

typealias TestClock = ManualClock

extension ManualClock {
  /// A clock that shows a second.
  convenience init(seconds: Int64) { self.init(Moment(milliseconds: seconds * 1000)) }

  /// The moment so many seconds from now.
  func seconds(_ count: Int64) -> Moment { now.adding(.seconds(count)) }
}

/// Counts from many tasks at once.
///
/// ThreadSanitizer does not know the mutex of Swift on Linux, so what tests count is an atomic.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one and returns the count.
  @discardableResult
  func add() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Waits until the count is reached; the time limit of the test ends a wait without success.
  func reaches(_ goal: Int) async {
    while value < goal { await Task.yield() }
  }
}

/// Lets tasks wait until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Keeps the events that a provider reports.
struct EventLog: Sendable {
  private let stream: AsyncStream<SigningEvent>
  private let continuation: AsyncStream<SigningEvent>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var log: @Sendable (SigningEvent) -> Void {
    { [continuation] event in continuation.yield(event) }
  }

  /// The next so many events; the time limit of the test ends a wait without success.
  func next(_ count: Int) async -> [SigningEvent] {
    var events: [SigningEvent] = []
    for await event in stream.prefix(count) { events.append(event) }
    return events
  }
}

#if os(macOS) || os(Linux)
  /// `token_server.py`, which says what each path does.
  struct TokenServer: Sendable {
    static let shared = Result { try TokenServer() }
    /// A second one, to which nothing of the first one must go.
    static let other = Result { try TokenServer() }

    private let server: PythonServer

    private init() throws {
      server = try PythonServer("Server/token_server.py", beside: #filePath)
    }

    /// The URL at which a test, by its name, gets these steps, one a request.
    func url(_ steps: String, name: String) -> String { "\(server.url)/\(steps)/\(name)" }

    /// How many requests the test of a name has made.
    func hits(name: String) async throws -> Int? {
      let request = TokenServerRequest(url: url("hits", name: name))
      let response = try await URLSessionTransport().get(request)
      return Int(String(decoding: response.body, as: UTF8.self))
    }
  }
#endif

/// The examples of V4 that the tests of eleven SDKs share, for the key pair `ak`, `sk`.
enum Published {
  static let v4 = SignatureVersion.v4(region: "cn-hangzhou")
  /// The second and the signature of headers without a token.
  static let header = (
    time: Int64(1_702_743_657),
    signature: "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"
  )
  /// The same with the token `token`.
  static let headerWithToken = (
    time: Int64(1_702_784_856),
    signature: "b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea"
  )
  /// The second and the signature of a URL of 599 seconds without a token.
  static let url = (
    time: Int64(1_702_781_677),
    signature: "a39966c61718be0d5b14e668088b3fa07601033f6518ac7b523100014269c0fe"
  )
  /// The same with the token `token`.
  static let urlWithToken = (
    time: Int64(1_702_785_388),
    signature: "3817ac9d206cd6dfc90f1c09c00be45005602e55898f26f5ddb06d7892e1f8b5"
  )

  static func endpoint() throws -> Endpoint { try Endpoint("http://oss-cn-hangzhou.aliyuncs.com") }

  static func headerRequest() throws -> SigningRequest {
    try request([
      HeaderField("content-type", "text/plain"),
      HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD"),
    ])
  }

  static func urlRequest() throws -> SigningRequest {
    try request([HeaderField("content-type", "application/octet-stream")])
  }

  private static func request(_ headers: [HeaderField]) throws -> SigningRequest {
    try SigningRequest(
      method: "PUT", bucket: "bucket", key: "1234+-/123/1.txt",
      headers: [
        HeaderField("x-oss-head1", "value"), HeaderField("abc", "value"),
        HeaderField("ZAbc", "value"), HeaderField("XYZ", "value"),
      ] + headers,
      query: [
        QueryParameter("param1", "value1"), QueryParameter("+param1", "value3"),
        QueryParameter("|param1", "value4"), QueryParameter("+param2", ""),
        QueryParameter("|param2", ""), QueryParameter("param2", ""),
      ])
  }

  /// The token of the examples.
  static func token(expires: Moment? = nil) throws -> FederationToken {
    try FederationToken(
      accessKeyID: "ak", accessKeySecret: "sk", securityToken: "token", expiration: expires)
  }

  /// A custom signer for the access key ID `ak` with V4, by default signed with `sk`.
  static func customSigner(
    token: String? = nil, at time: Int64,
    _ signature: (@Sendable (StringToSign) async throws -> String?)? = nil
  ) throws -> CustomSigner {
    let signer = try Signer(
      try Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v4(region: "cn-hangzhou"))
    return CustomSigner(
      try identity(token: token), clock: TestClock(seconds: time).read,
      signature: signature ?? { try signer.signature(of: $0.text).text })
  }

  static func identity(token: String?) throws -> SigningIdentity {
    try SigningIdentity(accessKeyID: "ak", securityToken: token, .v4(region: "cn-hangzhou"))
  }
}

extension [HeaderField] {
  /// Whether the header Authorization ends with the signature.
  func areSigned(by signature: String) -> Bool {
    contains { $0.name == "Authorization" && $0.value.hasSuffix("Signature=\(signature)") }
  }
}
