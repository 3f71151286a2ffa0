public import OSSPrimitives

/// Why there is no callback for what an app asks (CALL-REF).
public enum CallbackError: Error, Equatable, Sendable {
  /// There is no URL, or there are more than 5.
  case urlCount(Int)
  /// A URL is empty, has a byte that is not visible ASCII or a semicolon, a scheme other than http
  /// and https, user information, or no good host or port.
  case invalidURL(index: Int, offset: Int)
  /// The host holds a CR, LF or NUL.
  case invalidHost(offset: Int)
  /// The body is empty.
  case emptyBody
  /// A `${` of the body, at the offset, has no name and `}` after it.
  case invalidVariableReference(offset: Int)
  /// The name of a variable is not `x:` and lower-case letters, digits, `_`, `-` and `.`.
  case invalidVariable(String)
  /// A variable is given twice.
  case repeatedVariable(String)
  /// The parameter has more than 5 KiB as it is sent.
  case tooLong(byteCount: Int)
}

extension CallbackError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .invalidVariable, .repeatedVariable: "invalid-callback-var"
    case .urlCount, .invalidURL, .invalidHost, .emptyBody, .invalidVariableReference, .tooLong:
      "invalid-callback"
    }
  }
}

extension CallbackError: PlainError, CustomStringConvertible {
  /// One sentence that names the part at fault.
  public var description: String {
    switch self {
    case .urlCount(let count): "The callback has % URLs, where it has 1 to 5.".filled(count)
    case .invalidURL(let index, let offset):
      "The URL % of the callback is invalid at byte %.".filled(index, offset)
    case .invalidHost(let offset):
      "The host of the callback has a line end at byte %.".filled(offset)
    case .emptyBody: "The body of the callback is empty."
    case .invalidVariableReference(let offset):
      "The variable at byte % of the callback's body is not ${name}.".filled(offset)
    case .invalidVariable:
      "The name of a variable is not 'x:' and lower-case letters, digits, '_', '-' and '.'."
    case .repeatedVariable(let name): "The variable % is given twice.".filled(name.quoted)
    case .tooLong(let byteCount):
      "The parameter has % bytes, where OSS takes 5120.".filled(byteCount)
    }
  }
}
