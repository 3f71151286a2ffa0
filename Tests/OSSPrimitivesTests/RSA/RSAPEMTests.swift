import OSSPrimitives
import Testing

@Suite struct `Public keys in PEM` {
  static let begin = "-----BEGIN PUBLIC KEY-----"
  static let end = "-----END PUBLIC KEY-----"
  /// The key of OSS, from callback_pub_key_v1.pem.
  static let first = "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs"
  static let second = "C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ=="

  @Test(arguments: [
    "\(begin)\n\(first)\n\(second)\n\(end)", "\(begin)\n\(first)\n\(second)\n\(end)\n",
    "\(begin)\r\n\(first)\r\n\(second)\r\n\(end)\r\n", "\(begin)\n\(first)\(second)\n\(end)\n",
    "\(begin)\n\(first)\n\(second)\r\n\(end)\r",
  ])
  func `are read with either line end and any length of line`(text: String) throws {
    #expect(try RSAPublicKey(pem: text).modulusBitCount == 512)
  }

  static let refused: [(String, RSAKeyError)] = [
    ("", .missingPEMBegin), ("\n", .missingPEMBegin),
    ("\n\(begin)\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    (" \(begin)\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("\u{FEFF}\(begin)\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("\(begin) \n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("-----begin public key-----\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("-----BEGIN RSA PUBLIC KEY-----\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("-----BEGIN CERTIFICATE-----\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("text\n\(begin)\n\(first)\n\(second)\n\(end)\n", .missingPEMBegin),
    ("\(first)\(second)", .missingPEMBegin),
    ("\(begin)", .missingPEMEnd), ("\(begin)\n", .missingPEMEnd),
    ("\(begin)\n\(first)\n\(second)\n", .missingPEMEnd),
    ("\(begin)\n\(first)\n\(second)\n\(end)\n\n", .missingPEMEnd),
    ("\(begin)\n\(first)\n\(second)\n\(end)\ntext", .missingPEMEnd),
    ("\(begin)\n\(first)\n\(second)\n\(end) ", .missingPEMEnd),
    ("\(begin)\n\(first)\n\(second)\n-----END RSA PUBLIC KEY-----\n", .missingPEMEnd),
    ("\(begin)\r\(first)\r\(second)\r\(end)\r", .missingPEMBegin),
    ("\(begin)\n\n\(first)\n\(second)\n\(end)\n", .invalidPEMText(offset: 27)),
    ("\(begin)\nComment: a\n\n\(first)\n\(second)\n\(end)\n", .invalidPEMText(offset: 34)),
    ("\(begin)\n \(first)\n\(second)\n\(end)\n", .invalidPEMText(offset: 27)),
    ("\(begin)\n\(first) \n\(second)\n\(end)\n", .invalidPEMText(offset: 91)),
    ("\(begin)\n\(first)\n\(second)\n\(end)\n\(end)\n", .invalidPEMText(offset: 157)),
    ("\(begin)\n\(first)\n\(second.dropLast())\n\(end)\n", .invalidPEMText(offset: 26)),
    ("\(begin)\n\(first)\n\(second)=\n\(end)\n", .invalidPEMText(offset: 26)),
    ("\(begin)\n\(second)\n\(first)\n\(end)\n", .invalidPEMText(offset: 26)),
    ("\(begin)\n\(first)\n\(second.dropLast(3))R==\n\(end)\n", .invalidPEMText(offset: 26)),
    ("\(begin)\n\(end)\n", .unexpectedEnd(offset: 0)),
    ("\(begin)\n\(first)\n\(end)\n", .unexpectedEnd(offset: 48)),
  ]

  @Test(arguments: refused)
  func `are refused with anything beside the key`(text: String, error: RSAKeyError) {
    #expect(throws: error) { try RSAPublicKey(pem: text) }
    #expect(Self.refused.count == 30)
  }

  static let errors: [RSAKeyError] = [
    .tooLong(byteCount: 9, limit: 8), .missingPEMBegin, .missingPEMEnd, .invalidPEMText(offset: 1),
    .unexpectedEnd(offset: 1), .unexpectedTag(0x31, offset: 1), .invalidLength(offset: 1),
    .trailingBytes(offset: 1), .notRSA(offset: 1), .unusedBits(offset: 1),
    .invalidInteger(offset: 1), .modulusSize(bitCount: 511), .evenModulus, .invalidExponent,
  ]

  @Test func `have errors that say what is wrong in one sentence`() {
    #expect(Set(Self.errors.map(\.description)).count == 14)
    for error in Self.errors {
      #expect(error.description.hasSuffix(".") && error.description.first?.isUppercase == true)
      #expect(error.code == "invalid-public-key")
    }
  }
}
