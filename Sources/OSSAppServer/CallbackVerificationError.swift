public import OSSPrimitives

/// Why a callback is not to be believed.
public enum CallbackVerificationError: Error, Equatable, Sendable {
  /// The header `x-oss-pub-key-url` is missing or empty.
  case missingKeyURL
  /// The header `x-oss-pub-key-url` is not base64.
  case invalidKeyURL(Base64Error)
  /// The key would come from somewhere else than OSS.
  case foreignKeyURL
  /// The header `Authorization` is missing or empty.
  case missingSignature
  /// The header `Authorization` is not base64.
  case invalidSignature(Base64Error)
  /// The key did not make the signature of this callback.
  case mismatch
}

extension CallbackVerificationError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .missingKeyURL, .invalidKeyURL, .foreignKeyURL: "invalid-key-url"
    case .missingSignature, .invalidSignature, .mismatch: "invalid-callback-signature"
    }
  }
}

extension CallbackVerificationError: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .missingKeyURL: "The callback has no header 'x-oss-pub-key-url'."
    case .invalidKeyURL(let error):
      "The URL of the key is not base64: %".filled(
        error.description)
    case .foreignKeyURL:
      "The URL of the key does not begin with https://gosspublic.alicdn.com/ or the same with http."
    case .missingSignature: "The callback has no header 'Authorization'."
    case .invalidSignature(let error):
      "The signature is not base64: %".filled(
        error.description)
    case .mismatch: "The signature is not one of this callback and key."
    }
  }
}
