import OSSSigning
import Testing

@Suite struct `Authorization values` {
  static let signature = "26NBxoKdsyly4EDv6inkoDft/yA="

  @Test(arguments: ["ak", "44CF9590006BF252F707", "STS.NU_a=", "OSS"])
  func `are read into ID and signature, and written as they were`(id: String) throws {
    let text = "OSS \(id):\(Self.signature)"
    let value = try Signature(text).read(as: .v1)
    #expect(value.accessKeyID == id)
    #expect(value.signature == Self.signature)
    #expect("\(Signature(text))" == text)
  }

  // The vectors of credentials/signer-values hold more; what the errors say is here.
  static let refused: [(String, SigningError.SignatureFault)] = [
    ("", .scheme), ("OSS", .scheme), ("oss ak:\(signature)", .scheme),
    ("OSS ", .missingColon), ("OSS ak", .missingColon), ("OSS ak \(signature)", .missingColon),
    ("OSS :\(signature)", .accessKeyID(offset: 4)),
    ("OSS a k:\(signature)", .accessKeyID(offset: 5)),
    ("OSS ak :\(signature)", .accessKeyID(offset: 6)),
    ("OSS a\nk:\(signature)", .accessKeyID(offset: 5)),
    ("OSS é:\(signature)", .accessKeyID(offset: 4)),
    ("OSS a,k:\(signature)", .accessKeyID(offset: 5)),
    ("OSS ak:", .signature(offset: 7)), ("OSS ak:\(signature) ", .signature(offset: 7)),
    ("OSS a:k:\(signature)", .signature(offset: 6)),
    // 21 bytes.
    ("OSS ak:AAAAAAAAAAAAAAAAAAAAAAAAAAAA", .signature(offset: 7)),
  ]

  @Test(arguments: refused)
  func `of another form are refused with the part at fault`(
    text: String, fault: SigningError.SignatureFault
  ) {
    #expect(throws: SigningError.invalidSignerValue(fault)) { try Signature(text).read(as: .v1) }
  }

  @Test func `cut short or with one byte changed are never read as before`() throws {
    let text = Array("OSS ak:\(Self.signature)".utf8)
    let whole = try Signature(String(decoding: text, as: UTF8.self)).read(as: .v1)
    for length in text.indices {
      #expect(throws: SigningError.self) {
        try Signature(String(decoding: text[..<length], as: UTF8.self)).read(as: .v1)
      }
    }
    var read = 0
    for index in text.indices {
      var changed = text
      for byte in UInt8(0)...0x7F where byte != text[index] {
        changed[index] = byte
        let signature = Signature(String(decoding: changed, as: UTF8.self))
        guard let value = try? signature.read(as: .v1) else { continue }
        read += 1
        #expect(value != whole)
      }
    }
    // Two bytes of the ID have 91 others of visible ASCII; so many does base64 have in 26 places and
    // 15 where two bits must be zero.
    #expect(read == 2 * 91 + 26 * 63 + 15)
  }

  /// V4-REM-2: what is no signature of V4.
  static let faults: [(text: String, offset: Int)] = [
    ("", 0), ("e21d", 4), (" \(digits)", 0), ("\(digits)\n", 64), ("\(digits)0", 64),
    ("F\(digits.dropFirst())", 0), ("\(digits.dropLast())g", 63),
    ("\(digits.dropLast())\u{E9}", 63), ("OSS ak:\(digits)", 0),
  ]
  private static let digits = String(repeating: "0123456789abcdef", count: 4)

  @Test(arguments: faults)
  func `of V4 are 64 digits and nothing else`(text: String, offset: Int) throws {
    let error = SigningError.invalidSignerValue(.digits(offset: offset))
    #expect(throws: error) { try Signature(text).read(as: .v4(region: "r")) }
    #expect(try Signature(Self.digits).read(as: .v4(region: "r")).signature == Self.digits)
  }
}
