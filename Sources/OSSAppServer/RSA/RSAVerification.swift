public import OSSPrimitives

extension RSAPublicKey {
  /// Checks a signature of RSASSA-PKCS1-v1_5 with MD5, RFC 8017 section 8.2.2 (CALL-SIG-1).
  ///
  /// The encoded message is written again and compared as a whole, rather than read: there is one
  /// encoding of a digest, and a lax reader of it lets signatures be made up. MD5 is what OSS signs
  /// its callbacks with; see `MD5` for what it is worth.
  ///
  /// - Parameters:
  ///   - signature: The signature, as many bytes as the modulus has.
  ///   - digest: The digest of the message.
  /// - Throws: An ``RSASignatureError`` if the key did not make the signature.
  /// - Complexity: O(*n*²) in the number of bits of the modulus.
  public func verify(
    _ signature: Span<UInt8>, of digest: MD5Digest
  ) throws(RSASignatureError) {
    let found = try open(signature)
    let due = Self.encodedMessage(of: digest, byteCount: signatureByteCount)
    guard constantTimeEqual(found.span, due.span) else { throw .mismatch }
  }

  /// What a signature opens to: RSAVP1 of RFC 8017 section 5.2.2, as many bytes as the modulus has
  /// (CALL-SIG-2).
  ///
  /// - Parameter signature: The signature.
  /// - Throws: ``RSASignatureError/wrongLength(byteCount:expected:)`` or
  ///   ``RSASignatureError/outOfRange``.
  /// - Complexity: O(*n*²) in the number of bits of the modulus.
  private func open(_ signature: Span<UInt8>) throws(RSASignatureError) -> Bytes {
    guard signature.count == signatureByteCount else {
      throw .wrongLength(byteCount: signature.count, expected: signatureByteCount)
    }
    let number = NaturalNumber(bigEndian: signature)
    guard number < modulus else { throw .outOfRange }
    return MontgomeryModulus(modulus).power(number, NaturalNumber(digits: [exponent]))
      .bigEndianBytes(count: signatureByteCount)
  }

  /// Makes the signature that ``verify(_:of:)`` takes, RFC 8017 section 8.2.1, with a key of tests: no
  /// care is taken to hide the exponent from a clock.
  ///
  /// - Parameter privateExponent: The private exponent of the key, its highest byte first.
  /// - Complexity: O(*n*³) in the number of bits of the modulus.
  package func sign(_ digest: MD5Digest, privateExponent: Span<UInt8>) -> Bytes {
    let message = Self.encodedMessage(of: digest, byteCount: signatureByteCount)
    return MontgomeryModulus(modulus)
      .power(NaturalNumber(bigEndian: message.span), NaturalNumber(bigEndian: privateExponent))
      .bigEndianBytes(count: signatureByteCount)
  }

  /// The `DigestInfo` of MD5 up to the digest, RFC 8017 section 9.2.
  private static let digestInfo: Bytes = [
    0x30, 0x20, 0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05, 0x05, 0x00,
    0x04, 0x10,
  ]

  /// What a signature opens to: `00 01`, bytes `FF`, `00`, and the `DigestInfo` (CALL-SIG-3).
  ///
  /// - Parameter byteCount: The bytes of the modulus, 64 or more; the padding is then at least 27
  ///   bytes long, where eight would do.
  private static func encodedMessage(of digest: MD5Digest, byteCount: Int) -> Bytes {
    let paddingCount = byteCount - digestInfo.count - MD5Digest.byteCount - 3
    var message: Bytes = [0x00, 0x01]
    message.reserveCapacity(byteCount)
    message.append(contentsOf: repeatElement(0xff, count: paddingCount))
    message.append(0x00)
    message.append(contentsOf: digestInfo)
    digest.append(to: &message)
    return message
  }
}

/// Why a signature is not one that the key made for the message.
public enum RSASignatureError: Error, Equatable, Sendable {
  /// The signature has more or fewer bytes than the modulus.
  case wrongLength(byteCount: Int, expected: Int)
  /// The number that the signature writes is not less than the modulus.
  case outOfRange
  /// The signature is not that of the message, or its padding is not the one that is due.
  case mismatch
}

extension RSASignatureError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault.
  public var description: String {
    switch self {
    case .wrongLength(let byteCount, let expected):
      "The signature has % bytes, where the key makes %.".filled(byteCount, expected)
    case .outOfRange: "The signature is not less than the modulus of the key."
    case .mismatch: "The signature is not one of this message and key."
    }
  }
}
