internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Requests to OSS Vectors, OSS Tables and agentic buckets.
extension ReferenceAnswers {
  private enum ServiceName: String, CaseIterable {
    case vectors, tables
    case agenticBucket = "agentic-bucket"
    case bucketSpace = "bucket-space"
  }

  /// A request, where it goes, and what signs it.
  private typealias Call = (
    request: SigningRequest, endpoint: Endpoint, version: SignatureVersion
  )

  /// Signs the headers of a request to one of the services.
  func serviceHeaders() throws(InputRefusal) -> Answer {
    let service: ServiceName = try reader.choice("service")
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let credentials = try credentials()
    let text = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let region = try refusing(SigningError.self, Region(text))
    let parts = try reader.request()
    let call: Call
    switch service {
    case .vectors: call = try vectorsCall(parts, in: region)
    case .tables: call = try tablesCall(parts, in: region)
    case .agenticBucket: call = try agenticCall(parts, .bucket, in: region)
    case .bucketSpace: call = try agenticCall(parts, .space, in: region)
    }
    let signer = try refusing(SigningError.self, Signer(credentials, call.version))
    var answer = try refusing(
      SigningError.self, SigningAnswers.headers(signer, call.request, at: time))
    answer.members["url"] = .string(call.endpoint.url(for: call.request))
    return answer
  }

  private func vectorsCall(_ parts: RequestParts, in region: Region) throws(InputRefusal) -> Call {
    let bucket = try accountBucket(parts)
    let request = try refusing(
      SigningError.self,
      SigningRequest(
        method: parts.method, vectors: bucket, key: parts.key, headers: parts.headers,
        query: parts.query))
    return (request, try endpoint(or: .vectors(region)), .v4(region: region))
  }

  private func tablesCall(_ parts: RequestParts, in region: Region) throws(InputRefusal) -> Call {
    let bucket = try accountBucket(parts)
    let path = try reader.texts("path", orRefuseAs: .invalidObjectKey)
    let request = try refusing(
      SigningError.self,
      SigningRequest(
        method: parts.method, tables: bucket, path: path, headers: parts.headers,
        query: parts.query))
    return (request, try endpoint(or: .tables(region)), .v4Tables(region: region))
  }

  private func agenticCall(
    _ parts: RequestParts, _ kind: AgenticBucket.Kind, in region: Region
  ) throws(InputRefusal) -> Call {
    let account = try account()
    let style: AgenticBucket.Style = try style() ?? .virtualHost
    var endpoint = try endpoint(or: .region(region), style == .path ? .path : .virtualHost)
    var parts = parts
    if let prefix = parts.bucket {
      guard let account else { throw noAccount }
      let bucket = try refusing(
        SigningError.self, AgenticBucket(prefix, kind, of: account, in: region))
      endpoint = try refusing(SigningError.self, bucket.endpoint(endpoint, by: style))
      parts.bucket = bucket.name
    }
    let request = try refusing(SigningError.self, SigningRequest(parts))
    return (request, endpoint, .v4(region: region))
  }

  /// The bucket of OSS Vectors or OSS Tables; nil where none is named.
  private func accountBucket(_ parts: RequestParts) throws(InputRefusal) -> AccountBucket? {
    let account = try account()
    guard let name = parts.bucket else { return nil }
    guard let account else { throw noAccount }
    return try refusing(SigningError.self, AccountBucket(name, of: account))
  }

  private func account() throws(InputRefusal) -> AccountID? {
    guard let digits = try reader.text("accountId", orRefuseAs: .invalidAccountID) else {
      return nil
    }
    return try refusing(SigningError.self, AccountID(digits))
  }

  private var noAccount: InputRefusal {
    InputRefusal(.invalidAccountID, "A bucket of this service needs the ID of its account.")
  }

  /// The style of the input; nil where it says none.
  private func style<Style: RawRepresentable & CaseIterable>() throws(InputRefusal) -> Style?
  where Style.RawValue == String {
    try reader.text("addressing", orRefuseAs: .invalidInput) == nil
      ? nil : try reader.choice("addressing")
  }

  /// The endpoint of the input, else that of the region, with virtual hosts or path style.
  private func endpoint(or own: Endpoint) throws(InputRefusal) -> Endpoint {
    let style: Addressing = try style() ?? .virtualHost
    guard style != .cname else { throw .shape("addressing", "virtual-host or path") }
    return try endpoint(or: own, style)
  }

  private func endpoint(
    or own: Endpoint, _ addressing: Addressing
  ) throws(InputRefusal) -> Endpoint {
    let text =
      try reader.text("endpoint", orRefuseAs: .invalidEndpoint) ?? "\(own.scheme)://\(own.host)"
    return try refusing(SigningError.self, Endpoint(text, addressing: addressing))
  }
}

/// Calls of STS.
extension ReferenceAnswers {
  /// Signs a call in the style of RPC.
  func rpcSignature() throws(InputRefusal) -> Answer {
    if let complete = reader.object["allParameters"], !complete.isNull {
      return try rpcSignatureOfAllParameters()
    }
    let signer = RPCSigner(try credentials())
    let endpoint = try endpoint()
    let call = try call(format: try reader.choice("format"))
    let nonce = try reader.requiredText("nonce", orRefuseAs: .invalidNonce)
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    return Self.answer(
      try refusing(
        RPCError.self, signer.sign(call, endpoint: endpoint, nonce: nonce, at: time)))
  }

  /// Signs a call with signature version 3.
  func acs3Signature() throws(InputRefusal) -> Answer {
    let signer = ACS3Signer(try credentials())
    let endpoint = try endpoint()
    let call = try call(format: .json)
    let headers = try reader.pairs("headers", orRefuseAs: .invalidHeaderValue).map {
      HeaderField($0.0, $0.1)
    }
    let nonce = try reader.requiredText("nonce", orRefuseAs: .invalidHeaderValue)
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let signed = try refusing(
      RPCError.self,
      signer.sign(call, headers: headers, endpoint: endpoint, nonce: nonce, at: time))
    return Answer(
      members: [
        "signature": .string(signed.signature),
        "authorization": .string(signed.headers.last?.value ?? ""),
        "headers": SigningAnswers.pairs(signed.headers), "url": .string(signed.url),
      ],
      stages: [
        "canonicalQuery": .string(signed.canonicalQuery),
        "canonicalHeaders": .string(signed.canonicalHeaders),
        "canonicalRequest": .string(signed.canonicalRequest),
        "canonicalRequestHash": .string(signed.canonicalRequestHash),
        "stringToSign": .string(signed.stringToSign),
      ])
  }

  /// The call of an input, before it is signed.
  private func call(format: RPCRequest.Format) throws(InputRefusal) -> RPCRequest {
    let method: RPCRequest.Method = try reader.choice("method")
    let action = try reader.requiredText("action", orRefuseAs: .invalidQueryParameter)
    let version = try reader.requiredText("version", orRefuseAs: .invalidQueryParameter)
    let parameters = try rpcParameters("parameters")
    return try refusing(
      RPCError.self,
      RPCRequest(
        action: action, version: version, parameters: parameters, method: method, format: format))
  }

  /// Signs the parameters of a call as they stand, with the secret alone.
  private func rpcSignatureOfAllParameters() throws(InputRefusal) -> Answer {
    let parameters = try rpcParameters("allParameters")
    let parts = try reader.requiredObject("credentials")
    // The other parts need only have their shape.
    for name in ["accessKeyId", "securityToken"] { _ = try parts.bytes(name) }
    let secret = try parts.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
    // The ID is one of the parameters.
    let credentials = try refusing(
      SigningError.self, Credentials(accessKeyID: "unused", accessKeySecret: secret))
    let endpoint = try endpoint()
    let method: RPCRequest.Method = try reader.choice("method")
    return Self.answer(
      try refusing(
        RPCError.self,
        RPCSigner(credentials).sign(complete: parameters, method: method, endpoint: endpoint)))
  }

  private func rpcParameters(_ name: String) throws(InputRefusal) -> [QueryParameter] {
    try reader.pairs(name, orRefuseAs: .invalidQueryParameter).map { QueryParameter($0.0, $0.1) }
  }

  private static func answer(_ signed: SignedRPCRequest) -> Answer {
    var members: JSONObject = [
      "signature": .string(signed.signature), "url": .string(signed.url),
    ]
    members["body"] = signed.body.map { .string($0) }
    return Answer(
      members: members,
      stages: [
        "canonicalQuery": .string(signed.canonicalQuery),
        "stringToSign": .string(signed.stringToSign),
      ])
  }

  /// Makes the parameters of AssumeRole.
  func assumeRoleParameters() throws(InputRefusal) -> Answer {
    let arn = try reader.requiredText("roleArn", orRefuseAs: .invalidRoleARN)
    let name = try reader.requiredText("roleSessionName", orRefuseAs: .invalidSessionName)
    let duration = try reader.count("durationSeconds")
    let maximum = try reader.count("roleMaximumSeconds") ?? 43_200
    let policy = try reader.text("policy", orRefuseAs: .invalidPolicy)
    if let identity = reader.object["identity"], !identity.isNull {
      let call = try federatedRole(arn, name, duration, maximum, policy)
      return Self.answer(of: call.action, version: "2015-04-01", call.parameters)
    }
    let externalID = try reader.text("externalId", orRefuseAs: .invalidExternalID)
    let call = try refusing(
      AssumeRoleError.self,
      AssumeRoleRequest(
        roleARN: arn, roleSessionName: name, durationSeconds: duration, roleMaximumSeconds: maximum,
        policy: policy, externalID: externalID
      ).rpcRequest())
    return Self.answer(of: call.action, version: call.version, call.parameters)
  }

  /// The call for somebody whom an identity provider knows.
  private func federatedRole(
    _ arn: String, _ session: String, _ duration: Int?, _ maximum: Int, _ policy: String?
  ) throws(InputRefusal) -> FederatedRoleRequest {
    let identity = try reader.requiredObject("identity")
    let kind = try identity.word("kind", of: "oidc", "saml")
    let provider = try identity.requiredText("providerArn", orRefuseAs: .invalidProviderARN)
    let token = try identity.requiredText("token", orRefuseAs: .invalidIdentityToken)
    if kind == "saml" {
      return try refusing(
        AssumeRoleError.self,
        FederatedRoleRequest(
          samlAssertion: token, providerARN: provider, roleARN: arn, durationSeconds: duration,
          roleMaximumSeconds: maximum, policy: policy))
    }
    return try refusing(
      AssumeRoleError.self,
      FederatedRoleRequest(
        oidcToken: token, providerARN: provider, roleARN: arn, roleSessionName: session,
        durationSeconds: duration, roleMaximumSeconds: maximum, policy: policy))
  }

  private static func answer(
    of action: String, version: String, _ parameters: [QueryParameter]
  ) -> Answer {
    let all =
      [HeaderField("Action", action), HeaderField("Version", version)]
      + parameters.map { HeaderField($0.name, $0.value ?? "") }
    return Answer(members: ["parameters": SigningAnswers.pairs(all)])
  }
}

/// Answers that hold temporary credentials.
extension ReferenceAnswers {
  /// Reads an answer of STS, and shows the four parts of its token.
  func assumeRoleResponse() throws(InputRefusal) -> Answer {
    let body = try reader.requiredBytes("body")
    let format: RPCRequest.Format = try reader.choice("format")
    let status = try reader.count("httpStatus")
    let now = try reader.moment("now")
    let response = try refusing(
      TokenResponseError.self,
      AssumeRoleResponse(body.span, format: format, httpStatus: status, at: now))
    return Self.answer(response.token)
  }

  /// Reads an answer of a token server, and shows the four parts of its token.
  func tokenResponse() throws(InputRefusal) -> Answer {
    let body = try reader.requiredBytes("body")
    let now = try reader.moment("now")
    let decoder = try tokenDecoder()
    let status = try reader.count("httpStatus")
    return Self.answer(
      try refusing(
        TokenResponseError.self,
        TokenResponse.token(in: body.span, httpStatus: status, at: now, decoder: decoder)))
  }

  /// What the input's decoder does to a body.
  private func tokenDecoder() throws(InputRefusal) -> (Bytes) -> Bytes? {
    switch try reader.text("decoder", orRefuseAs: .invalidInput) {
    case nil: { $0 }
    case "base64"?:
      { body in String(validUTF8: body).flatMap { try? Base64.decode($0) } }
    case "nothing"?: { _ in nil }
    default: throw .shape("decoder", "null, base64 or nothing")
    }
  }

  /// The parts of a token that are there.
  static func answer(_ token: FederationToken) -> Answer {
    var members: JSONObject = [
      "accessKeyId": .string(token.credentials.accessKeyID),
      "accessKeySecret": .string(token.credentials.accessKeySecret),
    ]
    members["securityToken"] = token.credentials.securityToken.map {
      .string(String(decoding: $0, as: UTF8.self))
    }
    members["expiration"] = token.expiration.map { .number(JSONNumber($0.milliseconds)) }
    return Answer(members: members)
  }
}

/// Answers of OSS: what they say, and what to do about them.
extension ReferenceAnswers {
  /// Reads an error body, or the header in place of one, and shows every member.
  func errorBody() throws(InputRefusal) -> Answer {
    let error = try serverError()
    let texts = [
      ("code", error.code), ("message", error.message), ("requestId", error.requestID),
      ("hostId", error.hostID), ("ec", error.ec), ("recommendDoc", error.recommendedDocument),
      ("accessKeyId", error.accessKeyID), ("signatureProvided", error.signatureProvided),
    ]
    let numbers = [
      ("requestTime", error.requestTime?.seconds), ("serverTime", error.serverTime?.seconds),
      ("skewSeconds", error.clockSkewSeconds),
      ("maxSkewMilliseconds", error.maximumSkewMilliseconds),
    ]
    var members: JSONObject = [:]
    for (name, text) in texts { members[name] = text.map { .string($0) } }
    members["stringToSign"] = error.stringToSign.map { JSONValue(protocolText: $0) }
    members["stringToSignAgreement"] = error.stringToSignAgreement.map { .string($0.rawValue) }
    members["canonicalRequest"] = error.canonicalRequest.map { JSONValue(protocolText: $0) }
    for (name, number) in numbers { members[name] = number.map { .number(JSONNumber($0)) } }
    for (name, text) in [
      ("bucket", error.bucket), ("method", error.method), ("endpoint", error.endpoint),
    ] { members[name] = text.map { .string($0) } }
    members["members"] = .array(
      error.members.map { .array([.string($0.name), .string($0.text)]) })
    return Answer(members: members)
  }

  /// The error that the input holds, as a body or as a header, never as both.
  private func serverError() throws(InputRefusal) -> ServerError {
    let ec = try reader.text("ecHeader", orRefuseAs: .invalidInput)
    let body = try reader.bytes("body")
    guard try (body == nil) != (reader.bytes("header") == nil) else {
      throw InputRefusal(.invalidInput, "The input has neither or both of 'body' and 'header'.")
    }
    let header = try reader.text("header", orRefuseAs: .invalidErrorBody) ?? ""
    do {
      if let body { return try ServerError(xml: body.span, ecHeader: ec) }
      return try ServerError(base64Header: header, ecHeader: ec)
    } catch {
      throw InputRefusal(.invalidErrorBody, error.description)
    }
  }

  /// Learns from an answer how far the clock is off.
  func clockOffset() throws(InputRefusal) -> Answer {
    let status = try reader.requiredInteger("status")
    let known = try reader.offset()
    let learned = ClockOffset.learned(
      from: try serverAnswer(status), of: try reader.choice("source"),
      deviceTime: try reader.requiredMoment("deviceTime"), known: known)
    return Answer(members: [
      "offset": .number(JSONNumber((learned ?? known).span.milliseconds)),
      "learned": .bool(learned != nil),
    ])
  }

  /// Says what to do about a refusal.
  func errorAction() throws(InputRefusal) -> Answer {
    var answer: ServerAnswer?
    if let status = try reader.integer("status") { answer = try serverAnswer(status) }
    let action = ErrorAction.due(
      after: answer, credential: try reader.choice("credential"),
      tried: try reader.choices("tried"))
    return Answer(members: ["action": .string(action.rawValue)])
  }

  private func serverAnswer(_ status: Int64) throws(InputRefusal) -> ServerAnswer {
    ServerAnswer(
      status: Int(clamping: status), body: try reader.bytes("body"),
      errorHeader: try reader.text("header", orRefuseAs: .invalidInput),
      ecHeader: try reader.text("ecHeader", orRefuseAs: .invalidInput),
      date: try reader.text("date", orRefuseAs: .invalidInput),
      age: try reader.text("age", orRefuseAs: .invalidInput))
  }

  /// Says whether an answer to a presigned request is a success.
  func responseVerdict() throws(InputRefusal) -> Answer {
    let status = try reader.requiredInteger("status")
    let verdict = ResponseVerdict(
      status: Int(clamping: status), body: try reader.bytes("body"))
    guard case .failure(let text) = verdict else {
      return Answer(members: ["verdict": "success"])
    }
    var members: JSONObject = ["verdict": "failure"]
    members["text"] = text.map { .string($0) }
    return Answer(members: members)
  }

  func contentType() throws(InputRefusal) -> Answer {
    let path = try reader.text("filePath", orRefuseAs: .invalidInput)
    let name = try reader.text("uploadName", orRefuseAs: .invalidInput)
    let type = ContentType.of(filePath: path, uploadName: name)
    return Answer(members: ["contentType": .string(type)])
  }
}
