public import OSSSigning

/// Why what a custom signer gave cannot be used.
///
/// No request is sent then. One without a signature would be an anonymous one, which OSS refuses as
/// it refuses a stranger, and the cause would be lost.
public enum SignerError: Error, Equatable, Sendable {
  /// The signer reported an error (CRED-SIGN-3).
  case failed(SignerFailure)
  /// The signer gave neither a value nor an error (CRED-SIGN-2).
  case missingValue
  /// The value is not `OSS <access key ID>:<signature>` (CRED-SIGN-1), or with V4 no signature
  /// (V4-REM-2).
  case invalidValue(SigningError.SignatureFault)

  /// The error class of the adapter protocol for this fault, such as `signer-failed`.
  public var code: String {
    switch self {
    case .failed: "signer-failed"
    case .missingValue: "missing-signer-value"
    case .invalidValue: "invalid-signer-value"
    }
  }
}

extension SignerError: CustomStringConvertible {
  /// One sentence that says what went wrong, without what the signer gave.
  public var description: String {
    switch self {
    case .failed(let failure): "The custom signer failed and gave \(failure) as the reason."
    case .missingValue: "The custom signer gave neither a value nor an error."
    case .invalidValue(let fault): fault.description
    }
  }
}
