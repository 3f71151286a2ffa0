/// What a token server says of its own failure.
///
/// The texts are bounded, on one line, and left out where they hold the text of a secret or a token
/// of the same answer (TOK-STAT-8, TOK-SEC-1).
public struct TokenServerError: Hashable, Sendable {
  /// The server's code, such as `NoPermission`: at most 64 characters of `ErrorCode`, else `Code`.
  public let code: String?
  /// The server's message: at most 256 characters of `ErrorMessage`, else `Message`.
  public let message: String?
  /// The ID of the request, under which the server finds it again: at most 64 characters of
  /// `RequestId`.
  public let requestID: String?

  /// Makes what a server says.
  package init(code: String?, message: String?, requestID: String? = nil) {
    self.code = code
    self.message = message
    self.requestID = requestID
  }
}

extension TokenServerError: CustomStringConvertible {
  /// The code and the message, with a colon between them.
  public var description: String {
    switch (code, message) {
    case (let code?, let message?): "\(code): \(message)"
    case (let text?, nil), (nil, let text?): text
    case (nil, nil): "nothing"
    }
  }
}
