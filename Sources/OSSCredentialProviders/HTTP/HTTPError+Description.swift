internal import OSSSigning

extension HTTPError: CustomStringConvertible {
  /// One sentence that says what went wrong, without the URL.
  public var description: String {
    switch self {
    case .invalidURL: "The URL is none of HTTP or HTTPS."
    case .invalidHeader(let error): error.description
    case .connection(let code): "The connection failed with the code \(code) of URLError."
    case .timedOut: "The answer took too long."
    case .bodyTooLarge(let limit): "The body has more than \(limit) bytes."
    case .cancelled: "The task was cancelled."
    }
  }
}
