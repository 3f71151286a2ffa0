internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension Workload {
  /// Signs the headers of a request: one that is made already, or one made for the signature from
  /// its raw parts, up to the list of headers that is sent.
  static func header(
    _ operation: TimedOperation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
    let signer = try signer(operation, answers, time)
    let request = try answers.request()
    let parts = try answers.reader.request()
    if operation.preparation == .signer {
      return { keep(try? signer.sign(Self.request(parts), at: time).headers) }
    }
    return { keep(try? signer.sign(request, at: time).authorization) }
  }

  /// Makes a presigned URL: of a request that is made already, or from its raw parts.
  static func url(
    _ operation: TimedOperation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    let isV4 = operation.request.operation == .v4Presign
    let now = isV4 ? try answers.reader.time("time", orRefuseAs: .invalidTime) : .epoch
    let end =
      isV4
      ? now.adding(.seconds(try answers.reader.integer("expires") ?? 0))
      : try answers.reader.time("expires", orRefuseAs: .invalidExpires)
    let signer = try signer(operation, answers, now)
    let endpoint = try answers.endpoint()
    let request = try answers.request()
    let parts = try answers.reader.request()
    if operation.preparation == .signer {
      return {
        keep(try? signer.presign(Self.request(parts), at: endpoint, now: now, until: end).url)
      }
    }
    return { keep(try? signer.presign(request, at: endpoint, now: now, until: end).url) }
  }

  /// A signer with the key of the day, or one that derives it for each signature.
  private static func signer(
    _ operation: TimedOperation, _ answers: ReferenceAnswers, _ time: Moment
  ) throws(Refusal) -> Signer {
    let version: SignatureVersion? =
      switch operation.request.operation {
      case .v1Header, .v1Presign: .v1
      case .v2Header, .v2Presign: .v2
      default: nil
      }
    var signer = try answers.signer(version)
    if operation.preparation != .withoutSigningKey { signer.prepare(at: time) }
    return signer
  }

  /// The request of raw parts.
  @inline(never)
  private static func request(_ parts: RequestParts) throws(SigningError) -> SigningRequest {
    try SigningRequest(
      method: parts.method, bucket: parts.bucket, key: parts.key, headers: parts.headers,
      query: parts.query, additionalHeaders: parts.additionalHeaders)
  }

  /// Signs a given string, writes the URL of a package object, or reads a signer's value.
  static func text(
    _ operation: OSSVectors.Operation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    switch operation {
    case .v1String:
      let signer = try answers.signer(.v1)
      let string = try answers.reader.requiredBytes("stringToSign")
      return { keep(try? signer.signature(of: string.span)) }
    case .v4String:
      let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
      var signer = try answers.signer(nil)
      signer.prepare(at: time)
      let string = try answers.reader.requiredBytes("stringToSign")
      return { [signer] in keep(try? signer.signature(of: string.span)) }
    case .publicURL:
      let endpoint = try answers.endpoint()
      let request = try answers.request()
      return { keep(endpoint.publicURL(for: request)) }
    default:
      let value = try answers.reader.requiredText("value", orRefuseAs: .invalidSignerValue)
      return { keep(try? Signature(value).read(as: .v1)) }
    }
  }
}
