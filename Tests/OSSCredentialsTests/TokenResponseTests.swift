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
