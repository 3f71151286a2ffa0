extension RSAPublicKey {
  /// The most bytes of DER that are read; a key of 8192 bits has about 1060.
  private static let greatestByteCount = 2048

  /// `rsaEncryption` with the parameters NULL, RFC 8017 appendix C.
  private static let algorithm: Bytes = [
    0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  /// Reads a `SubjectPublicKeyInfo` of DER, RFC 5280 section 4.1, strictly.
  ///
  /// Every key has one form only: lengths and integers are as short as can be, and nothing stands
  /// before, between or after the values.
  ///
  /// - Parameter der: The bytes.
  /// - Throws: An ``RSAKeyError`` with the place of the fault.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(subjectPublicKeyInfo der: Span<UInt8>) throws(RSAKeyError) {
    if der.count > Self.greatestByteCount {
      throw .tooLong(byteCount: der.count, limit: Self.greatestByteCount)
    }
    var reader = DERReader(Bytes(copying: der))
    var info = try reader.contents(.sequence)
    try reader.finish()
    var algorithm = try info.contents(.sequence)
    try algorithm.expect(Self.algorithm)
    try algorithm.finish()
    var bits = try info.bitString()
    try info.finish()
    var numbers = try bits.contents(.sequence)
    try bits.finish()
    let modulus = try numbers.integer()
    let exponent = try numbers.integer()
    try numbers.finish()
    try self.init(modulus: modulus, exponent: exponent)
  }
}
