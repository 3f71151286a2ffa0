/// A public key of RSA, for checking signatures and nothing else.
public struct RSAPublicKey: Hashable, Sendable {
  /// How many bits a modulus may have.
  ///
  /// The callbacks of OSS are signed with a key of 512 bits, the fewest that are taken. A modulus of
  /// that size can be factored with modest means, so such a signature tells an honest sender from a
  /// careless one, and keeps out nobody who is determined.
  public static let modulusBitCounts = 512...8192

  let modulus: NaturalNumber
  let exponent: UInt64

  /// How many bits the modulus has.
  public var modulusBitCount: Int { modulus.bitCount }
  /// How many bytes a signature has: those of the modulus.
  public var signatureByteCount: Int { (modulus.bitCount + 7) / 8 }

  /// Makes a key of its two numbers.
  ///
  /// - Parameters:
  ///   - modulus: The modulus, its highest byte first: an odd number of 512 to 8192 bits.
  ///   - exponent: The exponent, its highest byte first: an odd number of 3 or more, of at most 64
  ///     bits. With the exponent 1 anyone could write a signature.
  /// - Throws: ``RSAKeyError/modulusSize(bitCount:)``, ``RSAKeyError/evenModulus`` or
  ///   ``RSAKeyError/invalidExponent``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(modulus: Span<UInt8>, exponent: Span<UInt8>) throws(RSAKeyError) {
    try self.init(
      modulus: NaturalNumber(bigEndian: modulus), exponent: NaturalNumber(bigEndian: exponent))
  }

  init(modulus: NaturalNumber, exponent: NaturalNumber) throws(RSAKeyError) {
    guard Self.modulusBitCounts.contains(modulus.bitCount) else {
      throw .modulusSize(bitCount: modulus.bitCount)
    }
    guard modulus.isOdd else { throw .evenModulus }
    guard exponent.isOdd, exponent.digits.count == 1, exponent.digits[0] >= 3 else {
      throw .invalidExponent
    }
    self.modulus = modulus
    self.exponent = exponent.digits[0]
  }
}
