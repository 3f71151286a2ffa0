import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Tokens of texts` {
  private static func token(
    _ id: String, _ secret: String, _ token: String, _ expiration: String
  ) throws(TokenResponseError) -> FederationToken {
    try FederationToken(
      accessKeyID: id, accessKeySecret: secret, securityToken: token, expiration: expiration)
  }

  @Test func `lose their outer white space, TOK-MEM-4`() throws {
    let token = try Self.token(
      " STS.a\n", "\u{FEFF}b c ", "\td\u{200B}", " 2015-11-03T09:52:59.5Z\r\n")
    #expect(token.credentials.accessKeyID == "STS.a")
    #expect(token.credentials.accessKeySecret == "b c")
    #expect(token.credentials.securityToken == Bytes("d".utf8))
    #expect(token.expiration?.milliseconds == 1_446_544_379_500)
    #expect(
      try FederationToken(
        accessKeyID: "a ", accessKeySecret: " b", securityToken: "c", expiration: nil)
        == FederationToken(
          Credentials(accessKeyID: "a", accessKeySecret: "b", securityToken: "c"), expiration: nil))
  }

  @Test(arguments: [
    (["", "b", "c", "d"], TokenResponseError.emptyMember("accessKeyId")),
    (["a", "\n ", "c", "d"], .emptyMember("accessKeySecret")),
    (["a", "b", "\u{FEFF}", "2015-11-03T09:52:59Z"], .emptyMember("securityToken")),
    (["a", "b", "c", " "], .emptyMember("expiration")),
    (["a", "b", "c", "d"], .invalidTime(member: "expiration", .unexpectedByte(0x64, offset: 0))),
    (
      ["a-", "b", "c", "2015-11-03T09:52:59Z"],
      .invalidCredentials(.invalidAccessKeyID(byte: 0x2D, offset: 1))
    ),
    (
      ["a", "b", "c\nd", "2015-11-03T09:52:59Z"],
      .invalidCredentials(.invalidSecurityToken(byte: 0x0A, offset: 1))
    ),
  ])
  func `are refused as answers are`(texts: [String], fault: TokenResponseError) {
    #expect(throws: fault) { try Self.token(texts[0], texts[1], texts[2], texts[3]) }
  }
}
