internal import OSSAppServer
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What the reference answers to each operation: it reads the input of a vector into values of the
/// libraries, and writes what they make of them.
///
/// The one place where the kit's runner meets the signer: everything else knows it only as an
/// adapter.
struct ReferenceAnswers {
  let reader: InputReader

  init(_ reader: InputReader) { self.reader = reader }

  /// What the libraries make of the input; what they refuse is a refusal of the adapter.
  func refusing<Value, Fault: CodedError>(
    _ fault: Fault.Type, _ value: @autoclosure () throws(Fault) -> Value
  ) throws(InputRefusal) -> Value {
    do {
      return try value()
    } catch {
      throw InputRefusal(error)
    }
  }

  /// Signs the headers of a request, and says where it goes if the input has an endpoint.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func headers(_ version: SignatureVersion?) throws(InputRefusal) -> Answer {
    let signer = try signer(version)
    let request = try request(for: signer)
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    var answer = try refusing(
      SigningError.self, SigningAnswers.headers(signer, request, at: time))
    // Headers are signed without an endpoint, be it odd or not.
    if let endpoint = try? endpoint() {
      answer.members["target"] = .string(endpoint.target(of: request))
    }
    return answer
  }

  /// Makes a presigned URL: with V1 and V2 up to a second, with V4 for a number of seconds.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func url(_ version: SignatureVersion?) throws(InputRefusal) -> Answer {
    let signer = try signer(version)
    let (request, endpoint) = (try request(for: signer), try endpoint())
    let (now, end) = try validity(version)
    return try refusing(
      SigningError.self, SigningAnswers.url(signer, request, endpoint, now: now, until: end))
  }

  /// The time of signing and the end of a URL, of which V1 and V2 sign the end alone.
  func validity(_ version: SignatureVersion?) throws(InputRefusal) -> (now: Moment, end: Moment) {
    if version != nil {
      return (.epoch, try reader.time("expires", orRefuseAs: .invalidExpires))
    }
    let now = try reader.time("time", orRefuseAs: .invalidTime)
    return (now, now.adding(.seconds(try reader.requiredInteger("expires"))))
  }

  func publicURL() throws(InputRefusal) -> Answer {
    let endpoint = try endpoint()
    return Answer(members: ["url": .string(endpoint.url(for: try request()))])
  }

  /// Signs a string that an app sent to its server.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func string(_ version: SignatureVersion?) throws(InputRefusal) -> Answer {
    let signer = try signer(version)
    let string = try reader.requiredBytes("stringToSign")
    return try refusing(SigningError.self, SigningAnswers.string(signer, string))
  }
}

extension ReferenceAnswers {
  func credentials() throws(InputRefusal) -> Credentials {
    let parts = try reader.requiredObject("credentials")
    let id = try parts.text("accessKeyId", orRefuseAs: .invalidAccessKeyID) ?? ""
    let secret = try parts.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
    let token = try parts.text("securityToken", orRefuseAs: .invalidSecurityToken)
    return try refusing(
      SigningError.self, Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    )
  }

  func request() throws(InputRefusal) -> SigningRequest {
    let parts = try reader.request()
    return try refusing(SigningError.self, SigningRequest(parts))
  }

  /// The endpoint of the input, with its addressing.
  func endpoint() throws(InputRefusal) -> Endpoint {
    let text = try reader.requiredText("endpoint", orRefuseAs: .invalidEndpoint)
    let isAddressed = try reader.text("addressing", orRefuseAs: .invalidInput) != nil
    let addressing: Addressing? = isAddressed ? try reader.choice("addressing") : nil
    return try refusing(SigningError.self, Endpoint(text, addressing: addressing))
  }

  /// The signer of the input's credentials.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func signer(_ version: SignatureVersion?) throws(InputRefusal) -> Signer {
    let credentials = try credentials()
    let version = if let version { version } else { try scope() }
    return try refusing(SigningError.self, Signer(credentials, version))
  }

  /// The request of the input; what the version of a signer refuses of it is refused before more of
  /// the input is read.
  private func request(for signer: Signer) throws(InputRefusal) -> SigningRequest {
    let request = try request()
    _ = try refusing(SigningError.self, signer.identity.headers(for: request, at: .epoch))
    return request
  }

  /// V4 with the region and the product of the input.
  func scope() throws(InputRefusal) -> SignatureVersion {
    let region = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let product = try reader.text("product", orRefuseAs: .invalidProduct) ?? "oss"
    return .v4(region: region, product: product)
  }
}

extension Endpoint {
  /// The path and the query of the URL of a request: its target in origin form.
  fileprivate func target(of request: SigningRequest) -> String {
    // A scheme, nothing, and a host are before the third slash.
    let parts = url(for: request).split(
      separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return "/" + parts[3]
  }
}

extension SigningRequest {
  /// The request of raw parts.
  @inline(never)
  init(_ parts: RequestParts) throws(SigningError) {
    try self.init(
      method: parts.method, bucket: parts.bucket, key: parts.key, headers: parts.headers,
      query: parts.query, additionalHeaders: parts.additionalHeaders)
  }
}

/// What signing comes to, as the adapter protocol has it: the result, and every step on the way.
///
/// The reference makes these of the input of a vector, the command line of its flags.
enum SigningAnswers {
  /// Signs the headers of a request; the string to sign of V1 is built once.
  static func headers(
    _ signer: Signer, _ request: SigningRequest, at time: Moment
  ) throws(SigningError) -> Answer {
    let version = signer.identity.version
    let unsigned = try signer.identity.headers(for: request, at: time)
    let signed: SignedHeaders
    if version == .v1 {
      let signature = try signer.signature(of: unsigned.stringToSign.bytes.span)
      signed = try unsigned.signed(by: signature)
    } else {
      // The signer keeps the key of the day, as that of an app does (V4-KEY-3).
      var kept = signer
      kept.prepare(at: time)
      signed = try kept.sign(request, at: time)
    }
    return Answer(
      members: [
        "signature": .string(signature(in: signed.authorization, version)),
        "authorization": .string(signed.authorization), "headers": pairs(signed.headers),
      ], stages: stages(unsigned.stringToSign, signer, at: time))
  }

  /// Makes a presigned URL that works up to a moment; V1 and V2 do not look at the clock.
  static func url(
    _ signer: Signer, _ request: SigningRequest, _ endpoint: Endpoint, now: Moment,
    until end: Moment
  ) throws(SigningError) -> Answer {
    let unsigned = try signer.identity.url(for: request, at: endpoint, now: now, until: end)
    let url: PresignedURL
    if signer.identity.version == .v1 {
      let signature = try signer.signature(of: unsigned.stringToSign.bytes.span)
      url = try unsigned.signed(by: signature)
    } else {
      // The signer keeps the key of the day before, which must not sign (V4-KEY-3).
      var kept = signer
      kept.prepare(at: max(.earliest, now.adding(.days(-1))))
      url = try kept.presign(request, at: endpoint, now: now, until: end)
    }
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.url)],
      stages: stages(unsigned.stringToSign, signer, at: now))
  }

  /// Signs a string that somebody else made.
  static func string(_ signer: Signer, _ string: Bytes) throws(SigningError) -> Answer {
    let version = signer.identity.version
    let signed = try signer.signature(of: string.span)
    var members: JSONObject = ["signature": .string(signature(in: signed.text, version))]
    if version == .v1 { members["authorization"] = .string(signed.text) }
    return Answer(members: members)
  }

  /// Headers as the protocol has them.
  static func pairs(_ headers: [HeaderField]) -> JSONValue {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
  }

  /// The signature with which a value of the Authorization header ends.
  ///
  /// No signature holds a colon, and one in hexadecimal digits no equals sign.
  private static func signature(
    in authorization: String, _ version: SignatureVersion
  ) -> String {
    let mark = version.isV4 ? UInt8(ascii: "=") : UInt8(ascii: ":")
    guard let place = authorization.utf8.lastIndex(of: mark) else { return authorization }
    return String(authorization[authorization.utf8.index(after: place)...])
  }

  /// The steps that the version has, under their names in the protocol.
  private static func stages(
    _ string: StringToSign, _ signer: Signer, at time: Moment
  ) -> JSONObject {
    let isV4 = signer.identity.version.isV4
    let names: [(StringToSign.Step, String)] = [
      (.canonicalURI, "canonicalUri"), (.canonicalQuery, "canonicalQuery"),
      (.canonicalHeaders, isV4 ? "canonicalHeaders" : "canonicalizedHeaders"),
      (.additionalHeaders, "additionalHeaders"), (.canonicalResource, "canonicalizedResource"),
      (.canonicalRequest, "canonicalRequest"), (.canonicalRequestHash, "canonicalRequestHash"),
      (.scope, "scope"),
    ]
    var stages: JSONObject = [:]
    for (step, name) in names { stages[name] = string[step].map { .string($0) } }
    stages["stringToSign"] = .string(string.text)
    stages["signingKey"] = signer.signingKey(at: time).map { .string($0) }
    return stages
  }
}

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
