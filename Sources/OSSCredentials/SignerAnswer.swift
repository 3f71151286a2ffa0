public import OSSPrimitives
public import OSSSigning

/// What a custom signer gave: the value of the header, an error, both or neither.
///
/// The application's signer sends the string to sign to its server and hands back what came. Whether
/// that can be used is decided here, once and for headers and presigned URLs alike.
package struct SignerAnswer: Sendable {
  /// The value, as the signer gave it; nil for none.
  package let value: String?
  /// What the signer said when it failed; nil where it reported no error.
  package let failure: SignerFailure?

  /// Takes what a signer gave.
  ///
  /// - Parameters:
  ///   - value: the value of the `Authorization` header, or with V4 the signature; nil for none.
  ///   - error: the text of the signer's error, an empty one too (CRED-SIGN-5); nil for none.
  package init(value: String?, error: String? = nil) {
    self.value = value
    failure = error.map { SignerFailure($0) }
  }

  /// The value, if it can be used, with its two parts as they are (CRED-SIGN-1).
  ///
  /// That of V1 is read strictly: its scheme (CRED-SIGN-6), its access key ID (CRED-SIGN-7), the
  /// first colon (CRED-SIGN-8) and 20 bytes in base64 (CRED-SIGN-9). Nothing is trimmed or changed
  /// (CRED-SIGN-10), and an empty value is invalid (CRED-SIGN-11).
  ///
  /// - Parameter version: the version that was to be signed with.
  /// - Returns: the signature, for headers or a presigned URL.
  /// - Throws: ``SignerError``; where there is an error it counts, whatever the value (CRED-SIGN-4).
  package func signature(
    of version: SignatureVersion
  ) throws(SignerError) -> Signature {
    if let failure { throw .failed(failure) }  // CRED-SIGN-3.
    guard let value else { throw .missingValue }  // CRED-SIGN-2.
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
  package var description: String {
    let value = value == nil ? "no value" : "a value"
    let error = failure == nil ? "no error" : "an error"
    return "SignerAnswer(\(value), \(error))"
  }
}

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

extension SignerError: PlainError, CustomStringConvertible {
  /// One sentence that says what went wrong, without what the signer gave.
  public var description: String {
    switch self {
    case .failed(let failure):
      "The custom signer failed and gave % as the reason.".filled(
        failure.description)
    case .missingValue: "The custom signer gave neither a value nor an error."
    case .invalidValue(let fault): fault.description
    }
  }
}

/// What a custom signer said when it failed, as the cause of ``SignerError/failed(_:)``.
///
/// The text is the application's own and may repeat what it was asked to sign, and with it a security
/// token. So it is kept, up to ``maximumByteCount`` bytes, and no description shows it: whoever wants
/// it asks for ``text`` (CRED-SIGN-12).
public struct SignerFailure: Sendable {
  /// The greatest number of UTF-8 bytes of a text that is kept.
  public static let maximumByteCount = 1024

  /// What the signer said, perhaps nothing; cut between two characters if it was longer.
  public let text: String
  /// Whether the signer said more than is kept.
  public let isCut: Bool

  /// Keeps what a signer said.
  ///
  /// - Complexity: O(1): no more is read than is kept.
  public init(_ text: String) {
    var end = text.unicodeScalars.startIndex
    var count = 0
    while end < text.unicodeScalars.endIndex {
      count += UTF8.width(text.unicodeScalars[end])
      if count > Self.maximumByteCount { break }
      end = text.unicodeScalars.index(after: end)
    }
    self.text = String(text.unicodeScalars[..<end])
    isCut = end < text.unicodeScalars.endIndex
  }
}

extension SignerFailure: Equatable {
  /// Whether both say the same, byte by byte.
  public static func == (left: SignerFailure, right: SignerFailure) -> Bool {
    left.isCut == right.isCut && left.text.hasSameBytes(as: right.text)
  }
}

extension SignerFailure: Redacted {
  /// How long the text is; never the text.
  public var description: String {
    isCut
      ? "a text of more than \(Self.maximumByteCount) bytes"
      : "a text of \(text.utf8.count) bytes"
  }
}
