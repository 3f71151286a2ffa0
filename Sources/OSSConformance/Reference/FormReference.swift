internal import OSSAppServer
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Upload forms and their policies.
extension ReferenceAnswers {
  /// Writes a policy of conditions, with those of a V4 signature after them where it asks for one.
  func postPolicy() throws(InputRefusal) -> Answer {
    let expiration = try reader.time("expiration", orRefuseAs: .invalidTime)
    let list = try reader.elements("conditions")
    var added: [PostCondition] = []
    if try reader.nested("credentials") != nil {
      let signer = try postSigner(nil)
      added = signer.conditions(at: try reader.time("time", orRefuseAs: .invalidTime))
    }
    let policy = try refusing(
      PostPolicyError.self,
      PostPolicy(expiration: expiration, conditions: PostPolicy.conditions(list) + added))
    return Answer(members: ["policy": .string(policy.bytes.text)])
  }

  /// Signs a policy; the steps are those of V4.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func postSignature(_ version: SignatureVersion?) throws(InputRefusal) -> Answer {
    let policy = try reader.requiredBytes("policy")
    let form = try postSigner(version)
    let time = version == .v1 ? .epoch : try reader.time("time", orRefuseAs: .invalidTime)
    let signed = form.sign(policy.span, at: time)
    var stages: JSONObject = [:]
    stages["scope"] = form.signer.identity.scope(at: time).map { .string($0) }
    stages["signingKey"] = form.signer.signingKey(at: time).map { .string($0) }
    return Answer(
      members: [
        "policy": .string(signed.policy), "signature": .string(signed.signature),
        "fields": .array(signed.fields.map { .array([.string($0.name), .string($0.value)]) }),
      ], stages: stages)
  }

  /// The signer of the input's credentials; that of V4 with the scope of the input for nil.
  func postSigner(_ version: SignatureVersion?) throws(InputRefusal) -> PostSigner {
    let credentials = try credentials()
    let version = if let version { version } else { try scope() }
    do {
      return try PostSigner(credentials, version)
    } catch {
      switch error {
      case .formsOfV2: throw .shape("operation", "one of V1 or V4")
      case .invalidScope(let error): throw InputRefusal(error)
      }
    }
  }

  /// Lists the faults of an upload form.
  func postFormFaults() throws(InputRefusal) -> Answer {
    let bytes = try reader.requiredBytes("policy")
    let fields = try reader.pairs("fields", orRefuseAs: .invalidInput)
    let size = try reader.requiredInteger("fileSize")
    let form = PostForm(
      bucket: try reader.requiredText("bucket", orRefuseAs: .invalidBucketName),
      fields: fields.map { FormField($0.name, $0.value) }, fileByteCount: size)
    let now = try reader.time("now", orRefuseAs: .invalidTime)
    let policy = try refusing(PostPolicyError.self, PostPolicy(bytes: bytes))
    let faults = policy.faults(of: form, at: now).map { JSONValue.object(Self.members(of: $0)) }
    return Answer(members: ["faults": .array(faults)])
  }

  /// A fault as the protocol has it.
  private static func members(of fault: PostFormFault) -> JSONObject {
    var members: JSONObject = ["class": .string(fault.code)]
    switch fault {
    case .conditionFailed(let index, _):
      members["condition"] = .number(JSONNumber(Int64(index)))
    case .missingField(let name), .repeatedField(let name), .invalidField(let name),
      .uncoveredField(let name):
      members["field"] = .string(name)
    case .otherPolicy: members["field"] = "policy"
    case .signatureNotYetValid, .signatureExpired: members["field"] = "x-oss-date"
    case .policyExpired: break
    }
    return members
  }
}

/// LiveChannels.
extension ReferenceAnswers {
  /// The URL to which a stream is published.
  func publishURL() throws(InputRefusal) -> Answer {
    let signer = LiveChannelSigner(try credentials())
    let bucket = try reader.requiredText("bucket", orRefuseAs: .invalidBucketName)
    let channel = try reader.requiredText("channel", orRefuseAs: .invalidChannelName)
    let playlistName = try reader.text("playlistName", orRefuseAs: .invalidPlaylistName)
    let parameters = try reader.parameters("parameters")
    let stream = try refusing(
      LiveChannelError.self,
      LiveChannelStream(
        bucket: bucket, channel: channel, playlistName: playlistName, parameters: parameters))
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    let url = try refusing(
      LiveChannelError.self, signer.publishURL(for: stream, endpoint: endpoint, expires: expires))
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.text)],
      stages: ["stringToSign": JSONValue(protocolText: url.stringToSign)])
  }
}

/// Callbacks after an upload.
extension ReferenceAnswers {
  /// The parameters that ask for a callback, or the fields of a form that do.
  func callbackParameters() throws(InputRefusal) -> Answer {
    let callback = try callback()
    let given = try reader.pairs("variables", orRefuseAs: .invalidCallbackVar)
    let variables = try refusing(
      CallbackError.self, CallbackVariables(given.map { ($0.name, $0.value) }))
    var members: JSONObject = ["callback": .string(callback.parameter)]
    if try reader.flag("form") == true {
      members["fields"] = .array(
        variables.formFields.map { .array([.string($0.name), .string($0.value)]) })
    } else {
      let parameter = try refusing(CallbackError.self, variables.parameter)
      members["callbackVar"] = given.isEmpty ? nil : .string(parameter)
    }
    return Answer(members: members)
  }

  /// The callback that the input asks for.
  private func callback() throws(InputRefusal) -> UploadCallback {
    let urls = try reader.texts("callbackUrl", orRefuseAs: .invalidCallback)
    let body = try reader.text("callbackBody", orRefuseAs: .invalidCallback) ?? ""
    let host = try reader.text("callbackHost", orRefuseAs: .invalidCallback)
    let name = try reader.text("callbackBodyType", orRefuseAs: .invalidCallback)
    let bodyType = name.flatMap { UploadCallback.BodyType(rawValue: $0) }
    if name != nil, bodyType == nil {
      throw InputRefusal(.invalidCallback, "The body of a callback is a form or JSON.")
    }
    let sendsServerName = try reader.flag("callbackSNI")
    return try refusing(
      CallbackError.self,
      UploadCallback(
        urls: urls, host: host, body: body, bodyType: bodyType, sendsServerName: sendsServerName))
  }

  /// Verifies a callback, and says where its key is and what was signed.
  func callbackVerification() throws(InputRefusal) -> Answer {
    let (callback, keyURL, authorization, pem) = try callbackRequest()
    do {
      let url = try callback.receivedKeyURL(header: keyURL)
      try callback.verify(authorization: authorization, key: try RSAPublicKey(pem: pem))
      return Answer(members: [
        "keyUrl": .string(url), "stringToSign": JSONValue(protocolText: callback.stringToSign),
      ])
    } catch let error as CallbackVerificationError {
      throw InputRefusal(error)
    } catch let error as RSAKeyError {
      throw InputRefusal(error)
    } catch {
      throw .shape("publicKey", "a key")
    }
  }

  /// The callback that a server got, with the header of its key, its signature, and the key.
  func callbackRequest() throws(InputRefusal) -> (CallbackRequest, String?, String?, pem: String) {
    let path = try reader.requiredBytes("path")
    let query = try reader.bytes("query").map { "?".bytes + $0 } ?? []
    let request = CallbackRequest(target: path + query, body: try reader.requiredBytes("body"))
    let keyURL = try reader.text("publicKeyUrl", orRefuseAs: .invalidKeyURL)
    let authorization = try reader.text("authorization", orRefuseAs: .invalidCallbackSignature)
    let pem = try reader.requiredText("publicKey", orRefuseAs: .invalidPublicKey)
    return (request, keyURL, authorization, pem)
  }
}
