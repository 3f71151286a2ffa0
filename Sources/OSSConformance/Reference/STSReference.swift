internal import OSSCredentials
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

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
