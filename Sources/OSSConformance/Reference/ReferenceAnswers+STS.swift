internal import OSSCredentials
internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Signs a call in the style of RPC.
  func rpcSignature() throws(Refusal) -> Answer {
    if let complete = try reader.parameters("allParameters") {
      return try rpcSignature(ofComplete: complete)
    }
    let signer = RPCSigner(try credentials())
    let endpoint = try endpoint()
    let method: RPCRequest.Method = try reader.choice("method")
    let action = try reader.requiredText("action", orRefuseAs: .invalidQueryParameter)
    let version = try reader.requiredText("version", orRefuseAs: .invalidQueryParameter)
    let parameters = try reader.parameters("parameters") ?? []
    let format: RPCRequest.Format = try reader.choice("format")
    let nonce = try reader.requiredText("nonce", orRefuseAs: .invalidNonce)
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    do {
      let call = try RPCRequest(
        action: action, version: version, parameters: parameters, method: method, format: format)
      return answer(
        showing: try signer.sign(call, endpoint: endpoint, nonce: nonce, at: time))
    } catch {
      throw Refusal(error)
    }
  }

  /// Signs the parameters of a call as they stand, with the secret alone.
  private func rpcSignature(
    ofComplete parameters: [QueryParameter]
  ) throws(Refusal) -> Answer {
    let secret = try reader.secret()
    let signer: RPCSigner
    do {
      // The ID is one of the parameters.
      signer = RPCSigner(try Credentials(accessKeyID: "unused", accessKeySecret: secret))
    } catch {
      throw Refusal(error)
    }
    let endpoint = try endpoint()
    let method: RPCRequest.Method = try reader.choice("method")
    do {
      return answer(
        showing: try signer.sign(complete: parameters, method: method, endpoint: endpoint))
    } catch {
      throw Refusal(error)
    }
  }

  private func answer(showing signed: SignedRPCRequest) -> Answer {
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
  func assumeRoleParameters() throws(Refusal) -> Answer {
    let arn = try reader.requiredText("roleArn", orRefuseAs: .invalidRoleARN)
    let name = try reader.requiredText(
      "roleSessionName", orRefuseAs: .invalidSessionName)
    let duration = try reader.seconds("durationSeconds")
    let maximum = try reader.seconds("roleMaximumSeconds") ?? 43_200
    let policy = try reader.text("policy", orRefuseAs: .invalidPolicy)
    let externalID = try reader.text("externalId", orRefuseAs: .invalidExternalID)
    let call: RPCRequest
    do {
      call = try AssumeRoleRequest(
        roleARN: arn, roleSessionName: name, durationSeconds: duration,
        roleMaximumSeconds: maximum, policy: policy, externalID: externalID
      ).rpcRequest()
    } catch {
      throw Refusal(error)
    }
    let pairs = [("Action", call.action), ("Version", call.version)]
    let parameters =
      pairs.map { HeaderField($0.0, $0.1) }
      + call.parameters.map { HeaderField($0.name, $0.value ?? "") }
    return Answer(members: ["parameters": SigningAnswers.pairs(parameters)])
  }

  /// Reads an answer of STS, and shows the four parts of its token.
  func assumeRoleResponse() throws(Refusal) -> Answer {
    let body = try reader.requiredBytes("body")
    let format: RPCRequest.Format = try reader.choice("format")
    let status = try reader.status("httpStatus")
    let now = try reader.moment("now")
    do {
      let response = try AssumeRoleResponse(
        body.span, format: format, httpStatus: status, at: now)
      return Self.answer(showing: response.token)
    } catch {
      throw Refusal(error)
    }
  }
}

extension InputReader {
  /// The secret of the credentials, whose other parts need only have their shape.
  fileprivate func secret() throws(Refusal) -> String {
    guard let parts = try nested("credentials") else {
      throw .shape("credentials", "an object")
    }
    for name in ["accessKeyId", "securityToken"] { _ = try parts.bytes(name) }
    return try parts.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
  }

  /// A span in whole seconds, or nil.
  fileprivate func seconds(_ name: String) throws(Refusal) -> Int? {
    guard let number = try integer(name) else { return nil }
    guard let seconds = Int(exactly: number) else { throw .shape(name, "a whole number") }
    return seconds
  }

  /// An array of [name, value], or nil.
  fileprivate func parameters(_ name: String) throws(Refusal) -> [QueryParameter]? {
    guard let value = object[name], !value.isNull else { return nil }
    var parameters: [QueryParameter] = []
    for element in try elements(name) {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape(name, "an array of [name, value]")
      }
      parameters.append(
        QueryParameter(
          try Self.text(pair[0], name, orRefuseAs: .invalidQueryParameter),
          try Self.text(pair[1], name, orRefuseAs: .invalidQueryParameter)))
    }
    return parameters
  }
}
