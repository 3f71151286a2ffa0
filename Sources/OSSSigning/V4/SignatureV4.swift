internal import OSSPrimitives

/// A V4 signature: 64 hexadecimal digits in lower case (V4-STS-4).
///
/// It is also what a signer elsewhere returns: the app sends the string to sign to its server and
/// gets this text back.
public struct SignatureV4: Hashable, Sendable {
  /// The digits.
  public let text: String

  init(_ digest: SHA256Digest) { text = digest.hexadecimal }

  /// Reads the signature that a signer elsewhere returned, strictly (V4-REM-2).
  ///
  /// - Parameter text: 64 digits of `0-9` and `a-f`, and nothing before or after them.
  /// - Throws: ``SigningError/invalidSignerValue(_:)`` with the offset of the first fault.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(SigningError) {
    let count = 2 * SHA256Digest.byteCount
    var offset = 0
    for byte in text.utf8 {
      let isDigit = 0x30...0x39 ~= byte || 0x61...0x66 ~= byte
      if !isDigit || offset == count { throw .invalidSignerValue(.digits(offset: offset)) }
      offset += 1
    }
    if offset < count { throw .invalidSignerValue(.digits(offset: offset)) }
    self.text = text
  }
}

extension SignatureV4: CustomStringConvertible {
  /// The same as ``text``.
  public var description: String { text }
}
