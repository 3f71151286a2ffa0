import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `A set of credentials` {
  static let secret = "SecretThatNobodySees"
  static let token = "TokenThatNobodySees"

  private func make() throws -> Credentials {
    try Credentials(accessKeyID: "id", accessKeySecret: Self.secret, securityToken: Self.token)
  }

  @Test(arguments: [SignatureVersion.v1, .v2, .v4(region: "cn-hangzhou")])
  func `is not shown, nor by what it makes, until that is asked for by name`(
    version: SignatureVersion
  ) throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let credentials = try make()
    let signer = try Signer(credentials, version).prepared(at: .epoch)
    let pending = try signer.identity.headers(for: request, at: .epoch)
    let url = try signer.identity.url(
      for: request, at: Endpoint("https://h"), now: .epoch, validFor: .seconds(1))
    let signed = try signer.sign(request, at: .epoch)
    let string = try signer.stringToSign(for: request, at: .epoch)
    let key = signer.signingKey(at: .epoch)?.prefix(8) ?? Self.secret.prefix(8)
    #expect(ShownTexts.texts(credentials).allSatisfy { $0.contains("id") })
    let values: [Any] = [credentials, signer, signer.identity, pending, url, signed, string]
    for text in ShownTexts.texts(ofEach: values) {
      #expect(!text.contains("NobodySees") && !text.contains(key), "\(text)")
    }
    #expect(signed.securityToken == Self.token)
  }

  static let refused: [(id: String, secret: String, token: String, SigningError)] = [
    ("a b", "s", "", .invalidAccessKeyID(byte: 0x20, offset: 1)),
    ("a:b", "s", "", .invalidAccessKeyID(byte: 0x3A, offset: 1)),
    ("a,b", "s", "", .invalidAccessKeyID(byte: 0x2C, offset: 1)),
    ("\ta", "s", "", .invalidAccessKeyID(byte: 0x09, offset: 0)),
    ("a\u{7F}", "s", "", .invalidAccessKeyID(byte: 0x7F, offset: 1)),
    ("ab\r\n", "s", "", .invalidAccessKeyID(byte: 0x0D, offset: 2)),
    ("a\u{0}", "s", "", .invalidAccessKeyID(byte: 0x00, offset: 1)),
    ("ab名", "s", "", .invalidAccessKeyID(byte: 0xE5, offset: 2)),
    ("id", "a\nb", "", .invalidAccessKeySecret(byte: 0x0A, offset: 1)),
    ("id", "\rb", "", .invalidAccessKeySecret(byte: 0x0D, offset: 0)),
    ("id", "ab\u{0}", "", .invalidAccessKeySecret(byte: 0x00, offset: 2)),
    ("id", "s", "\rb", .invalidSecurityToken(byte: 0x0D, offset: 0)),
    ("id", "s", "ab\u{0}", .invalidSecurityToken(byte: 0x00, offset: 2)),
    ("id", "s", "é\n", .invalidSecurityToken(byte: 0x0A, offset: 2)),
  ]

  @Test(arguments: refused)
  func `names the byte that it cannot hold`(
    id: String, secret: String, token: String, error: SigningError
  ) {
    #expect(throws: error) {
      try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    }
  }

  @Test(arguments: ["a", "0", "STS.NUxyz", "a_b=", "TMP.x=", "STS.NUabc/def+x", "!*-;@[`{~"])
  func `takes every byte that no document forbids in an ID`(id: String) throws {
    #expect(try Credentials(accessKeyID: id, accessKeySecret: "s").accessKeyID == id)
  }

  @Test func `does not show what it refuses`() {
    let refused = [
      { try Credentials(accessKeyID: "i d", accessKeySecret: Self.secret) },
      { try Credentials(accessKeyID: "", accessKeySecret: Self.secret) },
      {
        try Credentials(
          accessKeyID: "id", accessKeySecret: Self.secret, securityToken: Self.token + "\n")
      },
    ]
    for make in refused {
      let error = #expect(throws: SigningError.self) { _ = try make() }
      #expect(error.map { "\($0)".contains("NobodySees") } == false)
      #expect(String(reflecting: error).contains("NobodySees") == false)
    }
  }

  @Test func `secrets of other bytes are other credentials, though they read the same`() throws {
    let composed = try Credentials(accessKeyID: "id", accessKeySecret: "\u{E9}")
    let decomposed = try Credentials(accessKeyID: "id", accessKeySecret: "e\u{301}")
    #expect(composed != decomposed)
  }
}
