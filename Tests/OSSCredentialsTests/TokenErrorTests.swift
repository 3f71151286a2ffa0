import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Errors of token responses` {
  @Test(arguments: [
    "The token server answered with the HTTP status 502, not 200.":
      TokenResponseError.httpStatus(502, nil),
    "The token server answered with the HTTP status 403, not 200; it says \"NoPermission: No.\".":
      .httpStatus(403, TokenServerError(code: "NoPermission", message: "No.")),
    "The decoder gave nothing for the answer of the token server.": .notDecoded,
    "The answer of the token server is not JSON that can be read: The text is empty.":
      .notJSON(.empty),
    "The answer of the token server is JSON, and no object.": .notObject(member: nil),
    "The member Credentials of the token response is no object.": .notObject(member: "Credentials"),
    "The token response says that it is a failure: StatusCode is 500; it says \"A\".":
      .bodyStatus(member: "StatusCode", value: 500, TokenServerError(code: "A", message: nil)),
    "The token response says that it is a failure: Code is no success.":
      .bodyStatus(member: "Code", value: nil, nil),
    "The token response holds AccessKeyId and stsToken, which do not belong together.":
      .torn("AccessKeyId", "stsToken"),
    "The token response has no member StatusCode.": .missingMember("StatusCode"),
    "The member Expiration of the token response is null.": .nullMember("Expiration"),
    "The member Expiration of the token response is not a text.": .nonTextMember("Expiration"),
    "The Expiration of the token is empty.": .emptyMember("Expiration"),
    "The token cannot be used: The access key ID holds ',' at byte 20; "
      + "it must be visible ASCII without ':' and ','.":
      .invalidCredentials(.invalidAccessKeyID(byte: 0x2C, offset: 20)),
    "The Expiration of the token is no time with a zone: "
      + "The time ends at byte 19, before it is complete.":
      .invalidTime(member: "Expiration", .unexpectedEnd(offset: 19)),
    "The token expired at 2015-11-03T09:52:59Z, and it is 9223372036854775807 ms since 1970.":
      .expired(at: Moment(milliseconds: 1_446_544_379_000), now: Moment(milliseconds: .max)),
  ])
  func `each error of a token response is a sentence`(text: String, error: TokenResponseError) {
    #expect(error.description == text)
  }

  @Test func `the error of a token that an app makes speaks of no response`() {
    let parts = [("", "s", "t"), ("a", " ", "t"), ("a", "s", ""), ("a:", "s", "t")]
    let texts = [
      "The accessKeyId of the token is empty.", "The accessKeySecret of the token is empty.",
      "The securityToken of the token is empty.",
      "The token cannot be used: The access key ID holds ':' at byte 1; "
        + "it must be visible ASCII without ':' and ','.",
    ]
    for ((id, secret, token), text) in zip(parts, texts) {
      do {
        _ = try FederationToken(
          accessKeyID: id, accessKeySecret: secret, securityToken: token, expiration: nil)
        Issue.record("The token is made.")
      } catch {
        #expect(error.description == text)
      }
    }
  }

  /// What an error keeps of a failed answer's own words.
  private static func words(_ members: String) throws -> TokenServerError? {
    let body = Bytes("{\"StatusCode\":500,\(members)}".utf8)
    do {
      _ = try TokenResponse.token(in: body.span, httpStatus: 200, at: nil)
    } catch {
      // Not as a pattern of the catch: the compiler fails on one that throws what it does not match.
      if case .bodyStatus("StatusCode", 500, let words) = error { return words }
      throw error
    }
    return nil
  }

  @Test func `an error keeps the words of the server: TOK-STAT-8`() throws {
    #expect(
      try Self.words(#""ErrorCode":"A","ErrorMessage":"b","Code":"C","Message":"d""#)
        == TokenServerError(code: "A", message: "b"))
    #expect(
      try Self.words(#""Code":"C","ErrorMessage":"b""#) == TokenServerError(code: "C", message: "b")
    )
    #expect(
      try Self.words(#""ErrorCode":5,"Code":"C""#) == TokenServerError(code: "C", message: nil))
    #expect(try Self.words(#""ErrorCode":"","ErrorMessage":null"#) == nil)
  }

  @Test func `the words of the server are truncated to one line`() throws {
    let long = String(repeating: "x", count: 300)
    let words = try Self.words("\"ErrorCode\":\"\(long)\",\"ErrorMessage\":\"\(long)\"")
    #expect(words?.code == String(repeating: "x", count: 64))
    #expect(words?.message == String(repeating: "x", count: 256))
    #expect(
      try Self.words(#""ErrorMessage":"a\r\nb\u001b[1m\u0085""#)?.message
        == "a\u{FFFD}\u{FFFD}b\u{FFFD}[1m\u{FFFD}")
    // What ends a line or turns its direction without being a control character.
    #expect(
      try Self.words(#""ErrorMessage":"a\u2028b\u202e\u2066\u061c""#)?.message
        == "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  @Test(arguments: [
    #""AccessKeySecret":"hush","ErrorMessage":"The secret hush is wrong.","ErrorCode":"A""#,
    #""accessKeySecret":" hush\n","ErrorMessage":"hush","ErrorCode":"A""#,
    #""SecurityToken":"hush","Message":"Token:hush","ErrorCode":"A""#,
    #""stsToken":"hush","Message":"hush!","ErrorCode":"A""#,
    #""Credentials":{"SecurityToken":"hush"},"Message":"a hush b","ErrorCode":"A""#,
  ])
  func `words that contain a secret or a token are left out: TOK-SEC-1`(members: String) throws {
    #expect(try Self.words(members) == TokenServerError(code: "A", message: nil))
  }

  @Test func `a text that is nearly a secret everywhere is searched as fast as any other`() {
    func time(_ secret: String) -> Duration {
      let text = String(repeating: "a", count: 10_000)
      let members = #""SecurityToken":"\#(secret)","ErrorMessage":"\#(text)","ErrorCode":"A""#
      let times = (0..<3).map { _ in
        ContinuousClock().measure { #expect((try? Self.words(members))?.code == "A") }
      }
      return times.min() ?? .zero
    }
    let part = String(repeating: "a", count: 5_000)
    #expect(time(part + "b") < time("b" + part) * 10)
  }

  @Test(arguments: [("AccessKeyId", "AccessKeyId"), ("hush", "\u{2026}")])
  func `a repeated name is shown only if the format has it`(name: String, shown: String) throws {
    let body = Bytes("{\"\(name)\":1,\"\(name)\":2}".utf8)
    do {
      _ = try TokenResponse.token(in: body.span, httpStatus: 200, at: nil)
      Issue.record("The name is repeated.")
    } catch {
      #expect(error == .notJSON(.duplicateName(shown, offset: name.utf8.count + 6)))
    }
  }
}

/// CRED-TRIM-1 to CRED-TRIM-4: CRED-TRIM-2 names the characters, CRED-TRIM-3 keeps those inside.
@Suite struct `Outer white space` {
  @Test func `white space is that of Unicode and two invisible characters`() {
    var found: [UInt32] = []
    var differing: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isTrimmed = OuterWhiteSpace.contains(scalar)
      if isTrimmed { found.append(value) }
      if isTrimmed != scalar.properties.isWhitespace { differing.append(value) }
    }
    #expect(found.count == 27)
    #expect(differing == [0x200B, 0xFEFF])
  }
}
