public import OSSPrimitives
public import OSSSigning

/// What a custom signer gave: the value of the header, an error, both or neither.
///
/// The application's signer sends the string to sign to its server and hands back what came. Whether
/// that can be used is decided here, once and for headers and presigned URLs alike.
public struct SignerAnswer: Sendable {
  /// The value, as the signer gave it; nil for none.
  package let value: String?
  /// What the signer said when it failed; nil where it reported no error.
  public let failure: SignerFailure?

  /// Takes what a signer gave.
  ///
  /// - Parameters:
  ///   - value: the value of the `Authorization` header, or with V4 the signature; nil for none.
  ///   - error: the text of the signer's error, an empty one too (CRED-SIGN-5); nil for none.
  public init(value: String?, error: String? = nil) {
    self.value = value
    failure = error.map { SignerFailure($0) }
  }

  /// The value, if it can be used.
  ///
  /// That of V1 is read strictly: its scheme (CRED-SIGN-6), its access key ID (CRED-SIGN-7), the
  /// first colon (CRED-SIGN-8) and 20 bytes in base64 (CRED-SIGN-9). Nothing is trimmed or changed
  /// (CRED-SIGN-10), and an empty value is invalid (CRED-SIGN-11).
  ///
  /// - Parameter version: the version that was to be signed with.
  /// - Returns: the signature, for headers or a presigned URL.
  /// - Throws: ``SignerError``; where there is an error it counts, whatever the value (CRED-SIGN-4).
  /// - Complexity: O(*n*) in the length of the value.
  public func signature(
    of version: SignatureVersion
  ) throws(SignerError) -> Signature {
    if let failure { throw .failed(failure) }
    guard let value else { throw .missingValue }
    let signature = Signature(value)
    do {
      _ = try signature.read(as: version)
      return signature
    } catch {
      if case .invalidSignerValue(let fault) = error { throw .invalidValue(fault) }
      throw .invalidValue(.scheme)
    }
  }
}

extension SignerAnswer: Redacted {
  /// What there is of a value and an error, and neither itself.
  public var description: String {
    let value = value == nil ? "no value" : "a value"
    let error = failure == nil ? "no error" : "an error"
    return "SignerAnswer(\(value), \(error))"
  }
}
