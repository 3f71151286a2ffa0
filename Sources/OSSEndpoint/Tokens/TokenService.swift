internal import OSSAppServer
internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning

/// The token port: the server of an app, and STS behind it.
///
/// - `GET /distribute-token.json`: a token, as the pages on the iOS SDK show it.
/// - `GET /credentials`: a token for a credentials URI, with `Code`.
/// - `GET` and `POST /`: AssumeRole, whose signature is verified, and AssumeRoleWithOIDC.
/// - `POST /sign`: the app server's half of the self-signed mode: a string to sign of V1, and back comes
///   `OSS id:signature`.
package final class TokenService: RequestHandler {
  private let service: EndpointService
  private var issuer: TokenIssuer
  /// How many calls of STS came.
  private var callCount = 0
  /// The nonces of the last calls, each with its access key ID (RPC-PAR-5).
  private var nonces: [Bytes] = []
  private var nonceSet: Set<Bytes> = []

  /// Gives out tokens for an endpoint, whose clock they live by.
  ///
  /// - Parameter grant: asked at each token that is given out, with its number from 1.
  package init(
    _ service: EndpointService, grant: @escaping (Int) -> TokenGrant = { _ in TokenGrant() }
  ) {
    self.service = service
    issuer = TokenIssuer(grant)
  }

  /// The operation that a request asks for: `Token`, `Credentials`, `AssumeRole`, `AssumeRoleWithOIDC`,
  /// `Sign`; nil for none. A form needs its body for that.
  package static func operation(of request: WireRequest) -> String? {
    switch request.sent.path.text {
    case "/distribute-token.json": "Token"
    case "/credentials": "Credentials"
    case "/sign": "Sign"
    case "/": ["AssumeRole", "AssumeRoleWithOIDC"].first { STSCall(request).action.isText($0) }
    default: nil
    }
  }

  package func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    .readBody { [self] whole in answer(whole) }
  }

  package func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    Self.fault(400, fault.sentence, at: service.now)
  }

  /// The answer to a request with its body.
  func answer(_ request: WireRequest) -> WireResponse {
    switch (request.sent.method.text, request.sent.path.text) {
    case ("GET", "/distribute-token.json"): distributed
    case ("GET", "/credentials"): credentials
    case ("POST", "/sign"): signed(request.body)
    case ("GET", "/"), ("POST", "/"): answer(STSCall(request), request.sent.value(of: "host") ?? [])
    default:
      Self.fault(404, "The token port has no such call; see spec/endpoint.md.", at: service.now)
    }
  }

  /// The answer of an app's server (TOK-SHAPE-1, TOK-SHAPE-2, TOK-STAT-5).
  var distributed: WireResponse {
    let (token, grant) = issuer.next(for: service)
    let end = grant.zone.written(token.end)
    let members: JSONValue =
      switch grant.spelling {
      case .first:
        [
          "StatusCode": 200, "AccessKeyId": .string(token.id),
          "AccessKeySecret": .string(token.secret), "Expiration": .string(end),
          "SecurityToken": .string(token.token),
        ]
      case .second:
        [
          "accessKeyId": .string(token.id), "accessKeySecret": .string(token.secret),
          "expiration": .string(end), "securityToken": .string(token.token),
        ]
      }
    return Self.json(members, at: service.now)
  }

  /// The answer of a credentials URI, with `Code` and no `StatusCode` (TOK-STAT-4).
  private var credentials: WireResponse {
    let (token, grant) = issuer.next(for: service)
    return Self.json(
      [
        "Code": "Success", "AccessKeyId": .string(token.id),
        "AccessKeySecret": .string(token.secret), "SecurityToken": .string(token.token),
        "Expiration": .string(grant.zone.written(token.end)),
      ], at: service.now)
  }

  private static func json(
    _ value: JSONValue, _ status: Int = 200, at time: Moment
  ) -> WireResponse {
    response(status, "application/json", value.canonical(), at: time)
  }

  private static func response(
    _ status: Int, _ type: String, _ body: Bytes, at time: Moment
  ) -> WireResponse {
    WireResponse(
      status: status,
      fields: [
        .init("Date", time.rfc1123), .init("Content-Type", type),
        .init("Cache-Control", "no-store"),
      ], body: body)
  }

  private static func fault(_ status: Int, _ sentence: String, at time: Moment) -> WireResponse {
    json(["error": .string(sentence)], status, at: time)
  }
}

// What STS does.
extension TokenService {
  /// The longest session that the role allows, as a new role of RAM does, in seconds.
  private static let roleMaximum = 3600
  /// How many nonces are remembered.
  private static let nonceLimit = 10_000

  private func answer(_ call: STSCall, _ host: Bytes) -> WireResponse {
    callCount += 1
    let digits = String(callCount)
    let id = "C0F0A1ED-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    var answer = STSAnswer(isXML: false, requestID: id, host: host.text)
    var (status, body) = (200, Bytes())
    do throws(STSRefusal) {
      answer.isXML = try call.isXML()
      body = try role(of: call, answer)
    } catch {
      (status, body) = (error.status, answer.body(error))
    }
    let type = answer.isXML ? "text/xml;charset=utf-8" : "application/json;charset=utf-8"
    return Self.response(status, type, body, at: service.now)
  }

  /// Gives a token of a role.
  private func role(of call: STSCall, _ answer: STSAnswer) throws(STSRefusal) -> Bytes {
    if call.action.isEmpty { throw .missing("Action") }
    let isFederated = call.action.isText("AssumeRoleWithOIDC")
    if !isFederated, !call.action.isText("AssumeRole") { throw .invalid("Action") }
    try call.checkVersion()
    if !isFederated {
      let signed = try call.verified(by: service.endpoint.verifier.keys, at: service.now)
      if signed.hasToken {
        throw STSRefusal(
          403, "NoPermission", "You are not authorized to do this action. Use the key of a user.")
      }
      try use(signed)
    }
    let role = try call.required("RoleArn").text
    // AssumeRole: RoleSessionName is required; so is OIDCProviderArn of the other (ROLE-FED-5).
    let session = try call.required("RoleSessionName").text
    let seconds = duration(of: call)
    if isFederated {
      try call.checkParameters()
      try checkToken(of: call, role, session, seconds)
    } else {
      do throws(AssumeRoleError) {
        _ = try AssumeRoleRequest(
          roleARN: role, roleSessionName: session, durationSeconds: seconds,
          roleMaximumSeconds: Self.roleMaximum, policy: call.value("Policy")?.text,
          externalID: call.value("ExternalId")?.text)
      } catch {
        throw STSRefusal(error)
      }
    }
    let policy = try call.value("Policy").map { text throws(STSRefusal) in
      try SessionPolicy(json: text.text)
    }
    let (token, grant) = issuer.next(
      for: service, longest: Int64(seconds ?? Self.roleMaximum), policy: policy)
    return answer.body(token, end: grant.zone.written(token.end), role: role, session: session)
  }

  /// Refuses a nonce that came before.
  private func use(_ signed: STSCall.Signed) throws(STSRefusal) {
    let nonce = signed.key.id + "\n".bytes + signed.nonce
    guard nonceSet.insert(nonce).inserted else {
      throw STSRefusal(
        400, "SignatureNonceUsed", "Specified signature nonce was used already.")
    }
    nonces.append(nonce)
    if nonces.count > Self.nonceLimit {
      for old in nonces.prefix(Self.nonceLimit / 2) { nonceSet.remove(old) }
      nonces.removeFirst(Self.nonceLimit / 2)
    }
  }

  private func duration(of call: STSCall) -> Int? {
    guard let text = call.value("DurationSeconds") else { return nil }
    return Int(clamping: text.decimal ?? 0)
  }

  /// Checks the parameters of AssumeRoleWithOIDC (ROLE-FED-2), and the end that a JSON web token names.
  /// The signature of the token is not looked at.
  private func checkToken(
    of call: STSCall, _ role: String, _ session: String, _ seconds: Int?
  ) throws(STSRefusal) {
    let provider = try call.required("OIDCProviderArn").text
    let token = try call.required("OIDCToken")
    do throws(AssumeRoleError) {
      _ = try FederatedRoleRequest(
        oidcToken: token.text, providerARN: provider, roleARN: role, roleSessionName: session,
        durationSeconds: seconds, roleMaximumSeconds: Self.roleMaximum,
        policy: call.value("Policy")?.text)
    } catch {
      throw STSRefusal(error)
    }
    let parts = token.parts(at: ".")
    if parts.count == 3, let end = Self.end(ofClaims: parts[1]), end <= service.now.seconds {
      throw STSRefusal(
        400, "AuthenticationFail.OIDCToken.Expired", "This JsonWebToken is expired.")
    }
  }

  /// The `exp` in the claims of a JSON web token, in seconds since 1970.
  private static func end(ofClaims text: Bytes) -> Int64? {
    var text = text.replacing("-", with: "+").replacing("_", with: "/")
    while text.count % 4 != 0 { text.append(ascii: "=") }
    guard let claims = try? Base64.decode(text.text) else { return nil }
    return (try? JSONReader.read(claims))?.objectValue?["exp"]?.integerValue
  }
}

// The app server's half of the self-signed mode.
extension TokenService {
  /// Signs a string of V1 with the key of the endpoint, where it is a request for an object of its first
  /// bucket, near the present (V1-REM-1).
  private func signed(_ text: Bytes) -> WireResponse {
    guard let key = service.endpoint.verifier.keys.first(where: { $0.token == nil }),
      let credentials = try? Credentials(
        accessKeyID: key.id.text, accessKeySecret: key.secret.text),
      let signer = try? Signer(credentials, .v1), let bucket = service.endpoint.buckets.first
    else { return Self.fault(403, "The endpoint has no key that lasts.", at: service.now) }
    var rule = SigningRule(
      bucket: bucket.text, keyPrefix: "", methods: [.put, .get, .head, .post, .delete])
    rule.parameters = ["uploads", "uploadId", "partNumber", "append", "position"]
    do throws(SigningRuleError) {
      let signature = try signer.signature(ofRequest: text.text, allowedBy: rule, at: service.now)
      return Self.response(200, "text/plain", signature.text.bytes, at: service.now)
    } catch {
      return Self.fault(403, error.description, at: service.now)
    }
  }
}
