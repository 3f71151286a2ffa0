internal import OSSMistakes
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

  /// Runs the libraries; what they refuse is a refusal of the adapter.
  static func refusing<Value, Fault: CodedError>(
    _ work: () throws(Fault) -> Value
  ) throws(Refusal) -> Value {
    do {
      return try work()
    } catch {
      throw Refusal(error)
    }
  }

  func headerSignature() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let request = try request()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    return try Self.refusing { () throws(SigningError) in
      try SigningAnswers.headers(SignerV1(credentials), of: credentials, request, at: time)
    }
  }

  func headerSignatureV2() throws(Refusal) -> Answer {
    let signer = SignerV2(try credentials())
    let request = try request()
    return SigningAnswers.headers(
      signer, request, at: try reader.time("time", orRefuseAs: .invalidTime))
  }

  func headerSignatureV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let request = try request()
    return SigningAnswers.headers(
      signer, request, at: try reader.time("time", orRefuseAs: .invalidTime))
  }

  func presignedURL() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let (request, endpoint) = (try request(), try endpoint())
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    return try Self.refusing { () throws(SigningError) in
      try SigningAnswers.url(SignerV1(credentials), request, endpoint, expires: expires)
    }
  }

  func presignedURLV2() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let (request, endpoint) = (try request(), try endpoint())
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    return try Self.refusing { () throws(SigningError) in
      try SigningAnswers.url(SignerV2(credentials), request, endpoint, expires: expires)
    }
  }

  func presignedURLV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let (request, endpoint) = (try request(), try endpoint())
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    guard let seconds = try reader.integer("expires") else {
      throw .shape("expires", "a whole number")
    }
    return try Self.refusing { () throws(SigningError) in
      try SigningAnswers.url(signer, request, endpoint, at: time, validFor: seconds)
    }
  }

  func publicURL() throws(Refusal) -> Answer {
    let endpoint = try endpoint()
    let url = endpoint.url(for: try request())
    return Answer(members: ["url": .string(url)])
  }

  func stringSignature() throws(Refusal) -> Answer {
    let signer = SignerV1(try credentials())
    return SigningAnswers.string(signer, try reader.requiredBytes("stringToSign"))
  }

  func stringSignatureV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let string = try reader.requiredBytes("stringToSign")
    return try Self.refusing { () throws(SigningError) in
      try SigningAnswers.string(signer, string)
    }
  }
}

extension ReferenceAnswers {
  /// The credentials of the input.
  func credentials() throws(Refusal) -> Credentials {
    let parts = try reader.credentials()
    return try Self.refusing { () throws(SigningError) in
      try Credentials(
        accessKeyID: parts.id, accessKeySecret: parts.secret, securityToken: parts.token)
    }
  }

  /// The request of the input.
  func request() throws(Refusal) -> SigningRequest {
    let parts = try reader.request()
    return try Self.refusing { () throws(SigningError) in
      try SigningRequest(
        method: parts.method, bucket: parts.bucket, key: parts.key, headers: parts.headers,
        query: parts.query, additionalHeaders: parts.additionalHeaders)
    }
  }

  /// The endpoint of the input, with its addressing.
  func endpoint() throws(Refusal) -> Endpoint {
    let (text, addressing) = try reader.endpoint()
    return try Self.refusing { () throws(SigningError) in
      try Endpoint(text, addressing: addressing)
    }
  }

  /// The signer for the region and the product of the input.
  func signerV4() throws(Refusal) -> SignerV4 {
    let credentials = try credentials()
    let (region, product) = try scopeNames()
    return try Self.refusing { () throws(SigningError) in
      try SignerV4(credentials, region: region, product: product)
    }
  }

  /// The region and the product of the input.
  func scopeNames() throws(Refusal) -> (region: String, product: String) {
    let region = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let product = try reader.text("product", orRefuseAs: .invalidProduct) ?? "oss"
    return (region, product)
  }
}
