internal import OSSJSON
internal import OSSPrimitives
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
