import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSSigning
import OSSVectors
import TestSupport
import Testing

@Suite struct `Token responses` {
  static let flat =
    #"{"StatusCode":200,"AccessKeyId":"STS.a","AccessKeySecret":"secret-1","#
    + #""SecurityToken":"token-1","Expiration":"2015-11-03T09:52:59Z"}"#

  /// What the reader throws for a body; nil where it reads a token.
  private static func fault(
    _ body: String, _ httpStatus: Int? = 200, now: Int64? = nil
  ) -> TokenResponseError? {
    let bytes = Bytes(body.utf8)
    do {
      _ = try TokenResponse.token(
        in: bytes.span, httpStatus: httpStatus,
        at: now.map { Moment(milliseconds: $0) })
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "": TokenResponseError.notJSON(.empty),
    "{\"a\" 1}": .notJSON(.unexpectedByte(0x31, offset: 5)),
    "[]": .notObject(member: nil),
    "{\"Credentials\":0}": .notObject(member: "Credentials"),
    "{\"StatusCode\":\"403\",\"ErrorCode\":\"A\"}":
      .bodyStatus(member: "StatusCode", value: 403, TokenServerError(code: "A", message: nil)),
    "{\"Code\":null}": .bodyStatus(member: "Code", value: nil, nil),
    "{\"AccessKeyId\":\"a\",\"stsToken\":\"b\"}": .torn("AccessKeyId", "stsToken"),
    "{}": .missingMember("StatusCode"),
    "{\"accessKeyId\":null}": .nullMember("accessKeyId"),
    "{\"accessKeyId\":1}": .nonTextMember("accessKeyId"),
    "{\"accessKeyId\":\" \"}": .emptyMember("accessKeyId"),
    "{\"accessKeyId\":\" a,\"}": .invalidCredentials(.invalidAccessKeyID(byte: 0x2C, offset: 1)),
    "{\"accessKeyId\":\"a\",\"accessKeySecret\":\"b\",\"stsToken\":\"c\",\"expiration\":\" 2015-11-31T\"}":
      .invalidTime(member: "expiration", .fieldOutOfRange(offset: 8)),
  ])
  func `an invalid answer is refused, and the error says where`(
    body: String, fault: TokenResponseError
  ) {
    #expect(Self.fault(body) == fault)
  }

  @Test func `an answer with an expired token or another HTTP status is refused`() {
    let end = Moment(milliseconds: 1_446_544_379_000)
    #expect(Self.fault(Self.flat, now: end.milliseconds) == .expired(at: end, now: end))
    #expect(
      Self.fault("{\"Code\":\"B\",\"Message\":\"c\"}", 503)
        == .httpStatus(503, TokenServerError(code: "B", message: "c")))
    #expect(Self.fault("oops", 503) == .httpStatus(503, nil))
    #expect(Self.fault(Self.flat, nil) == nil)
  }

  /// A decoder that records the bodies.
  private final class Asked {
    private(set) var bodies: [Bytes] = []

    func take(_ body: Bytes) -> Bytes? {
      bodies.append(body)
      return Bytes(flat.utf8)
    }
  }

  /// What the reader throws for three bytes and a decoder; nil where it reads a token.
  private static func fault(_ httpStatus: Int?, decoder: (Bytes) -> Bytes?) -> TokenResponseError? {
    let body: Bytes = [1, 2, 3]
    do {
      _ = try TokenResponse.token(in: body.span, httpStatus: httpStatus, at: nil, decoder: decoder)
      return nil
    } catch {
      return error
    }
  }

  @Test func `the decoder gets the body once, and only under the status 200`() {
    let asked = Asked()
    #expect(Self.fault(200) { asked.take($0) } == nil)
    #expect(Self.fault(204) { asked.take($0) } == .httpStatus(204, nil))
    #expect(Self.fault(nil) { asked.take($0) } == nil)
    #expect(asked.bodies == [[1, 2, 3], [1, 2, 3]])
    #expect(Self.fault(nil) { _ in nil } == .notDecoded)
  }

  @Test func `a damaged answer gives a token or an error of a known class`() {
    var random = SplitMix64(seed: 1)
    var refusals: [String: Int] = [:]
    var tokens = 0
    for _ in 0..<8_000 {
      var bytes = Bytes(Self.flat.utf8)
      for _ in 0...2 {
        bytes[random.below(bytes.count)] = 0x20 + UInt8(random.below(0x60))
      }
      do {
        _ = try TokenResponse.token(in: bytes.span, httpStatus: 200, at: nil)
        tokens += 1
      } catch {
        refusals[error.code, default: 0] += 1
        #expect(ErrorClass(rawValue: error.code) != nil)
      }
    }
    #expect(tokens > 10)
    #expect(refusals.count >= 6)
    #expect(tokens + refusals.values.reduce(0, +) == 8_000)
  }
}

@Suite struct `Tokens made of texts` {
  private static func token(
    _ id: String, _ secret: String, _ token: String, _ expiration: String
  ) throws(TokenResponseError) -> FederationToken {
    try FederationToken(
      accessKeyID: id, accessKeySecret: secret, securityToken: token, expiration: expiration)
  }

  @Test func `texts of a token lose their outer white space: TOK-MEM-4`() throws {
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
    ["", "b", "c", "d"]: TokenResponseError.emptyMember("accessKeyId"),
    ["a", "\n ", "c", "d"]: .emptyMember("accessKeySecret"),
    ["a", "b", "\u{FEFF}", "2015-11-03T09:52:59Z"]: .emptyMember("securityToken"),
    ["a", "b", "c", " "]: .emptyMember("expiration"),
    ["a", "b", "c", "d"]: .invalidTime(member: "expiration", .unexpectedByte(0x64, offset: 0)),
    ["a:", "b", "c", "2015-11-03T09:52:59Z"]:
      .invalidCredentials(.invalidAccessKeyID(byte: 0x3A, offset: 1)),
    ["a", "b\nb", "c", "2015-11-03T09:52:59Z"]:
      .invalidCredentials(.invalidAccessKeySecret(byte: 0x0A, offset: 1)),
    ["a", "b", "c\nd", "2015-11-03T09:52:59Z"]:
      .invalidCredentials(.invalidSecurityToken(byte: 0x0A, offset: 1)),
  ])
  func `invalid texts of a token are refused as in answers`(
    texts: [String], fault: TokenResponseError
  ) {
    #expect(throws: fault) { try Self.token(texts[0], texts[1], texts[2], texts[3]) }
  }
}

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
