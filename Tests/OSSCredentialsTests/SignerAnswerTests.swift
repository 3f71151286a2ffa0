import OSSCredentials
import OSSSigning
import Testing

@Suite struct `Answers of a custom signer` {
  static let value = "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDgk="

  @Test func `a signer gives a value with two parts`() throws {
    let signature = try SignerAnswer(value: Self.value).signature(of: .v1)
    let value = try signature.read(as: .v1)
    #expect(value.accessKeyID == "exampleAccessKeyID00")
    #expect(value.signature == "e7SraDhJXAr2ERmY+/n0fAmnDgk=")
    #expect(signature.text == Self.value)
    let digits = String(repeating: "0a", count: 32)
    #expect(try SignerAnswer(value: digits).signature(of: .v4(region: "r")).text == digits)
    #expect(throws: SignerError.invalidValue(.digits(offset: 0))) {
      try SignerAnswer(value: Self.value).signature(of: .v4(region: "r"))
    }
  }

  @Test(arguments: [nil, "", value, "malformed"])
  func `the error of a signer wins over its value`(value: String?) {
    for error in ["offline", ""] {
      #expect(throws: SignerError.failed(SignerFailure(error))) {
        try SignerAnswer(value: value, error: error).signature(of: .v1)
      }
    }
    #expect(throws: SignerError.missingValue) { try SignerAnswer(value: nil).signature(of: .v1) }
  }

  /// The cause is kept (CRED-SIGN-12).
  @Test func `the text of an error is kept up to 1,024 bytes`() {
    let short = SignerFailure("HTTP 500: try again")
    #expect(short.text == "HTTP 500: try again")
    #expect(!short.isCut)
    #expect(short.description == "a text of 19 bytes")
    // Three bytes each: 341 of them are 1,023 bytes, and one more does not fit.
    let long = SignerFailure(String(repeating: "\u{7B7E}", count: 400))
    #expect(long.text.utf8.count == 1023)
    #expect(long.isCut)
    #expect(long.description == "a text of more than 1024 bytes")
    #expect(!SignerFailure(String(repeating: "a", count: 1024)).isCut)
    #expect(SignerFailure("").text.isEmpty)
    #expect(SignerFailure("\u{E9}") != SignerFailure("e\u{301}"))
  }
}
