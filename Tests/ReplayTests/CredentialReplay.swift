import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

/// The reading of token responses, done with what an app imports.
enum TokenReplay {
  static func response(_ input: VectorInput, _ expected: GivenAnswer) throws {
    try compare(try token(input), expected)
  }

  static func assumeRole(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let body = try input.bytes("body")
    let response = try AssumeRoleResponse(
      body.span, format: try #require(RPCRequest.Format(rawValue: input.string("format"))),
      httpStatus: try input.optionalInteger("httpStatus").map { Int($0) },
      at: try input.optionalInteger("now").map { Moment(milliseconds: $0) })
    try compare(response.token, expected)
  }

  private static func compare(_ token: FederationToken, _ expected: GivenAnswer) throws {
    let credentials = token.credentials
    let expiration = try #require(token.expiration)
    let securityToken = try #require(credentials.securityToken)
    expected.member("accessKeyId", .string(credentials.accessKeyID))
    expected.member("accessKeySecret", .string(credentials.accessKeySecret))
    expected.member("securityToken", .string(String(decoding: securityToken, as: UTF8.self)))
    expected.member("expiration", .number(JSONNumber(expiration.milliseconds)))
  }

  /// The token in the answer of an input.
  static func token(_ input: VectorInput) throws -> FederationToken {
    let body = try input.bytes("body")
    let status = try input.optionalInteger("httpStatus").map { Int($0) }
    let now = try input.optionalInteger("now").map { Moment(milliseconds: $0) }
    let decoder = try input.optionalText("decoder")
    return try TokenResponse.token(in: body.span, httpStatus: status, at: now) { bytes in
      switch decoder {
      case nil: bytes
      case "base64"?: try? Base64.decode(String(decoding: bytes, as: UTF8.self))
      default: nil
      }
    }
  }
}

/// The phase of credentials and the limits of URLs, done with what an app imports.
enum ExpiryReplay {
  static func standing(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let policy = try #require(RefreshPolicy(rawValue: input.string("policy")))
    let offset = ClockOffset(.milliseconds(try input.optionalInteger("offset") ?? 0))
    let standing = policy.standing(
      ofExpiration: try input.optionalInteger("expiration").map {
        Moment(milliseconds: $0)
      },
      obtained: offset.corrected(Moment(milliseconds: try input.integer("obtained"))),
      at: offset.corrected(Moment(milliseconds: try input.integer("now"))))
    expected.member("standing", .string(standing.phase.rawValue))
    expected.member(
      "remaining", standing.remaining.map { .number(JSONNumber($0.milliseconds)) } ?? .null)
  }

  private static let versions: [String: SignatureVersion] = [
    "v1": .v1, "v4": .v4(region: "cn-hangzhou"),
  ]

  static func presignExpiry(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let expiration = try input.optionalInteger("expiration").map {
      Moment(milliseconds: $0)
    }
    let isTemporary = try input.string("credential") == "temporary"
    let limit = try PresignLimit(
      try #require(Self.versions[input.string("version")]),
      interval: .seconds(try input.integer("interval")),
      now: Moment(milliseconds: try input.integer("now")),
      credential: isTemporary ? .temporary(expiration: expiration) : .longTerm)
    expected.member("effective", .number(JSONNumber(limit.effective.milliseconds)))
    expected.member("bound", .string(limit.bound.rawValue))
    expected.member("findings", .array(limit.findings.map { .string($0.rawValue) }))
  }
}

/// What follows from answers of OSS, done with what an app imports.
enum ServerAnswerReplay {
  static func clockOffset(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let known = ClockOffset(.milliseconds(try input.optionalInteger("offset") ?? 0))
    let learned = ClockOffset.learned(
      from: try answer(input, status: try input.integer("status")),
      of: try #require(ClockSource(rawValue: input.string("source"))),
      deviceTime: Moment(milliseconds: try input.integer("deviceTime")), known: known)
    expected.member("offset", .number(JSONNumber((learned ?? known).span.milliseconds)))
    expected.member("learned", .bool(learned != nil))
  }

  static func action(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let tried = try input.elements("tried").map { element in
      let name = try #require(element.stringValue)
      return try #require(ErrorAction(rawValue: name))
    }
    let action = ErrorAction.due(
      after: try input.optionalInteger("status").map { try answer(input, status: $0) },
      credential: try #require(SigningCredential(rawValue: input.string("credential"))),
      tried: tried)
    expected.member("action", .string(action.rawValue))
  }

  static func verdict(_ input: VectorInput, _ expected: GivenAnswer) throws {
    switch ResponseVerdict(
      status: Int(try input.integer("status")), body: try input.optionalBytes("body"))
    {
    case .success:
      expected.member("verdict", "success")
    case .failure(let text):
      expected.member("verdict", "failure")
      expected.member("text", text.map { .string($0) } ?? .null)
    }
  }

  private static func answer(_ input: VectorInput, status: Int64) throws -> ServerAnswer {
    ServerAnswer(
      status: Int(status), body: try input.optionalBytes("body"),
      errorHeader: try input.optionalText("header"),
      ecHeader: try input.optionalText("ecHeader"), date: try input.optionalText("date"),
      age: try input.optionalText("age"))
  }
}

/// Texts of credentials and signers, done with what an app imports.
enum CredentialTextReplay {
  static func description(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let parts = try input.nested("credentials")
    let secret = try parts.string("accessKeySecret")
    let token = try parts.optionalText("securityToken")
    let credentials = try Credentials(
      accessKeyID: parts.string("accessKeyId"), accessKeySecret: secret, securityToken: token)
    let end = try input.optionalInteger("expiration").map { Moment(milliseconds: $0) }
    let texts = ShownTexts.all(of: FederationToken(credentials, expiration: end))
    #expect(texts.count == 12)
    let search = SecretFinder(besides: credentials.accessKeyID)
    var revealed: [JSONValue] = []
    if search.finds(secret, in: texts) { revealed.append("accessKeySecret") }
    if let token, search.finds(token, in: texts) { revealed.append("securityToken") }
    expected.member("reveals", .array(revealed))
  }

  static func signerValue(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let answer = SignerAnswer(
      value: try input.text("value", "invalid-signer-value"),
      error: try input.optionalText("error"))
    let value = try answer.signature(of: .v1).read(as: .v1)
    expected.member("accessKeyId", .string(try #require(value.accessKeyID)))
    expected.member("signature", .string(value.signature))
  }

  static func contentType(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let type = ContentType.of(
      filePath: try input.optionalText("filePath"),
      uploadName: try input.optionalText("uploadName"))
    expected.member("contentType", .string(type))
  }
}

extension ShownTexts {
  /// The texts of a token, and of the credentials in it and around it.
  static func all(of token: FederationToken) -> [String] {
    let provided = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: 1)
    return texts(token.credentials) + texts(token) + texts(provided)
  }
}
