public import OSSPrimitives
public import OSSSigning

/// What fetches the answer of a token server: any HTTP client that an app has.
///
/// ``URLSessionTransport`` is one. Another has to keep four rules: a redirect is not followed but
/// answered as it is, nothing is stored (no cache, no cookies), the limits of the request hold, and
/// neither a body nor a header is logged.
///
///     struct LocalTransport: TokenTransport {
///       func get(_ request: TokenServerRequest) async throws -> TokenServerReply {
///         TokenServerReply(status: 503, body: [])
///       }
///     }
public protocol TokenTransport: Sendable {
  /// Gets what a URL names.
  ///
  /// - Parameter request: the URL, the headers to send, and the limits.
  /// - Returns: the answer, whatever its status is; a provider judges that.
  /// - Throws: any error when no whole answer came. It is kept as the cause of the failed fetch.
  func get(_ request: TokenServerRequest) async throws -> TokenServerReply
}

/// A GET request to a token server.
///
/// Nothing that describes it shows the query or the values of the headers: an app's own session may
/// stand there.
public struct TokenServerRequest: Sendable {
  /// The URL, with the query that the server asks for.
  public let url: String
  /// The headers to send.
  public let headers: [HeaderField]
  /// How long the answer may take.
  public let timeLimit: TimeSpan
  /// How many bytes the body of the answer may have.
  public let bodyLimit: Int

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: the URL, with the query that the server asks for.
  ///   - headers: what the server asks for, such as the session of the app's user.
  ///   - timeLimit: how long the answer may take.
  ///   - bodyLimit: how many bytes its body may have.
  public init(
    url: String, headers: [HeaderField] = [], timeLimit: TimeSpan = .seconds(10),
    bodyLimit: Int = 1_048_576
  ) {
    self.url = url
    self.headers = headers
    self.timeLimit = timeLimit
    self.bodyLimit = bodyLimit
  }
}

extension TokenServerRequest: Redacted {
  /// The URL without its query, and the names of the headers.
  public var description: String {
    "TokenServerRequest(GET \(plainURL.shown), headers: \(headers.map(\.name.shown)))"
  }

  /// The URL up to its query or fragment, without what may be before an `@`.
  private var plainURL: String {
    let bytes = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return String(Substring(bytes)) }
    return "…" + String(Substring(bytes[at...]))
  }
}

/// What a token server answered, as far as a provider looks at it.
///
/// Nothing that describes it shows the body.
public struct TokenServerReply: Sendable {
  /// The status code.
  public let status: Int
  /// The value of the header `Date`, by which the device's clock is corrected.
  public let date: String?
  /// The value of the header `Age`; an answer that has one comes out of a cache.
  public let age: String?
  /// The whole body.
  public let body: Bytes

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - date: the value of the header `Date`, if there is one.
  ///   - age: the value of the header `Age`, if there is one.
  ///   - body: the whole body, without content coding.
  public init(status: Int, date: String? = nil, age: String? = nil, body: Bytes) {
    self.status = status
    self.date = date
    self.age = age
    self.body = body
  }
}

extension TokenServerReply: Redacted {
  /// The status and the length of the body.
  public var description: String { "TokenServerReply(status: \(status), \(body.count) bytes)" }

}

/// Why the default transport has no whole answer.
public enum TokenTransportError: Error, Equatable, Sendable {
  /// The URL cannot be read, or is neither `http` nor `https`.
  case invalidURL
  /// A header cannot be sent; the error names the header and the place, not the value.
  case invalidHeader(SigningError)
  /// The connection failed or ended before the answer was whole; the code is that of `URLError`.
  case connection(code: Int)
  /// The answer took longer than it may.
  case timedOut
  /// The body has more bytes than it may.
  case bodyTooLarge(limit: Int)
  /// The task that waited for the answer was cancelled.
  case cancelled
}

extension TokenTransportError: PlainError, CustomStringConvertible {
  /// One sentence that says what went wrong, without the URL.
  public var description: String {
    switch self {
    case .invalidURL: "The URL is not one of HTTP or HTTPS."
    case .invalidHeader(let error): error.description
    case .connection(let code): "The connection failed with the code \(code) of URLError."
    case .timedOut: "The answer took too long."
    case .bodyTooLarge(let limit): "The body has more than \(limit) bytes."
    case .cancelled: "The task was cancelled."
    }
  }
}
