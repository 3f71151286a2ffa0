public import OSSPrimitives
public import OSSSigning

/// A GET request to a token server.
///
/// Nothing that describes it shows the query or the values of the headers: an app's own session may
/// stand there.
public struct HTTPRequest: Sendable {
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

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The URL without its query, and the names of the headers.
  public var description: String {
    "HTTPRequest(GET \(plainURL), headers: \(headers.map(\.name)))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror of what ``description`` tells.
  public var customMirror: Mirror {
    Mirror(self, children: ["url": plainURL, "headers": headers.map(\.name)])
  }

  /// The URL up to its query or fragment, without what may stand before an `@`.
  private var plainURL: String {
    let bytes = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return String(Substring(bytes)) }
    return "…" + String(Substring(bytes[at...]))
  }
}
