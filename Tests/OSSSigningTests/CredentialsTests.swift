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
    for value in [credentials, signer, signer.identity, pending, url, signed, string] as [Any] {
      for text in ShownTexts.texts(value) {
        #expect(!text.contains("NobodySees"), "\(type(of: value))")
        #expect(!text.contains(key), "\(type(of: value))")
      }
    }
    #expect(signed.securityToken == Self.token)
  }

  @Test func `says whether there is a token`() throws {
    #expect(try make().description == "Credentials(accessKeyID: id, a security token)")
    let lasting = try Credentials(accessKeyID: "id", accessKeySecret: "s")
    #expect(lasting.description == "Credentials(accessKeyID: id, no security token)")
  }

  @Test func `is not made of an empty ID or an empty secret`() {
    #expect(throws: SigningError.emptyAccessKeyID) {
      try Credentials(accessKeyID: "", accessKeySecret: "")
    }
    #expect(throws: SigningError.emptyAccessKeySecret) {
      try Credentials(accessKeyID: "id", accessKeySecret: "")
    }
  }

  @Test(
    arguments: [
      ("a b", 0x20, 1), ("a:b", 0x3A, 1), ("a,b", 0x2C, 1), ("\ta", 0x09, 0), ("a\u{7F}", 0x7F, 1),
      ("\n", 0x0A, 0), ("ab\r\n", 0x0D, 2), ("a\u{0}", 0x00, 1), ("é", 0xC3, 0), ("ab名", 0xE5, 2),
    ] as [(String, UInt8, Int)])
  func `names the byte that an ID cannot hold`(id: String, byte: UInt8, offset: Int) {
    #expect(throws: SigningError.invalidAccessKeyID(byte: byte, offset: offset)) {
      try Credentials(accessKeyID: id, accessKeySecret: "s")
    }
  }

  @Test(arguments: ["a", "0", "STS.NUxyz", "a_b=", "TMP.x=", "STS.NUabc/def+x", "!*-;@[`{~"])
  func `takes every byte that no document forbids in an ID`(id: String) throws {
    #expect(try Credentials(accessKeyID: id, accessKeySecret: "s").accessKeyID == id)
  }

  @Test(
    arguments: [("a\nb", 0x0A, 1), ("\rb", 0x0D, 0), ("ab\u{0}", 0x00, 2)] as [(String, UInt8, Int)]
  )
  func `names the byte that a secret cannot hold`(secret: String, byte: UInt8, offset: Int) {
    #expect(throws: SigningError.invalidAccessKeySecret(byte: byte, offset: offset)) {
      try Credentials(accessKeyID: "id", accessKeySecret: secret)
    }
  }

  @Test(
    arguments: [
      ("a\nb", 0x0A, 1), ("\rb", 0x0D, 0), ("ab\u{0}", 0x00, 2), ("é\n", 0x0A, 2),
      ("a\r\nx-oss-object-acl:public-read", 0x0D, 1),
    ] as [(String, UInt8, Int)])
  func `names the byte that a token cannot hold`(token: String, byte: UInt8, offset: Int) {
    #expect(throws: SigningError.invalidSecurityToken(byte: byte, offset: offset)) {
      try Credentials(accessKeyID: "id", accessKeySecret: "s", securityToken: token)
    }
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

  @Test func `an empty token means that there is no token`() throws {
    let empty = try Credentials(accessKeyID: "id", accessKeySecret: "s", securityToken: "")
    #expect(try empty == Credentials(accessKeyID: "id", accessKeySecret: "s"))
  }

  @Test func `secrets of other bytes are other credentials, though they read the same`() throws {
    let composed = try Credentials(accessKeyID: "id", accessKeySecret: "\u{E9}")
    let decomposed = try Credentials(accessKeyID: "id", accessKeySecret: "e\u{301}")
    #expect(composed != decomposed)
  }
}
