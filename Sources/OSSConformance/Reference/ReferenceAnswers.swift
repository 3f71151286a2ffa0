internal import OSSJSON
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

  /// Signs the headers of a request.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func headers(_ version: SignatureVersion?) throws(Refusal) -> Answer {
    let signer = try signer(version)
    let request = try request(for: signer)
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    return try Self.refusing { () throws(SigningError) in
      try SigningAnswers.headers(signer, request, at: time)
    }
  }

  /// Makes a presigned URL: with V1 and V2 up to a second, with V4 for a number of seconds.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func url(_ version: SignatureVersion?) throws(Refusal) -> Answer {
    let signer = try signer(version)
    let (request, endpoint) = (try request(for: signer), try endpoint())
    var (now, end) = (Moment.epoch, Moment.epoch)
    if version == nil {
      now = try reader.time("time", orRefuseAs: .invalidTime)
      guard let seconds = try reader.integer("expires") else {
        throw .shape("expires", "a whole number")
      }
      end = now.adding(.seconds(seconds))
    } else {
      end = try reader.time("expires", orRefuseAs: .invalidExpires)
    }
    return try Self.refusing { [now, end] () throws(SigningError) in
      try SigningAnswers.url(signer, request, endpoint, now: now, until: end)
    }
  }

  func publicURL() throws(Refusal) -> Answer {
    let endpoint = try endpoint()
    let url = endpoint.url(for: try request())
    return Answer(members: ["url": .string(url)])
  }

  /// Signs a string that an app sent to its server.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func string(_ version: SignatureVersion?) throws(Refusal) -> Answer {
    let signer = try signer(version)
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

  /// The signer of the input's credentials.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func signer(_ version: SignatureVersion?) throws(Refusal) -> Signer {
    let credentials = try credentials()
    let version = if let version { version } else { try scope() }
    return try Self.refusing { () throws(SigningError) in try Signer(credentials, version) }
  }

  /// The request of the input; what the version of a signer refuses of it is refused before more of
  /// the input is read.
  private func request(for signer: Signer) throws(Refusal) -> SigningRequest {
    let request = try request()
    return try Self.refusing { () throws(SigningError) in
      _ = try signer.identity.headers(for: request, at: .epoch)
      return request
    }
  }

  /// V4 with the region and the product of the input.
  func scope() throws(Refusal) -> SignatureVersion {
    let region = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let product = try reader.text("product", orRefuseAs: .invalidProduct) ?? "oss"
    return .v4(region: region, product: product)
  }
}
