internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension Workload {
  /// Signs the headers of a request.
  static func header(
    _ operation: TimedOperation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    let request = try answers.request()
    let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
    switch operation.request.operation {
    case .v1Header:
      let signer = SignerV1(try answers.credentials())
      return { keep(signer.sign(request, at: time)) }
    case .v2Header:
      let signer = SignerV2(try answers.credentials())
      return { keep(signer.sign(request, at: time)) }
    default:
      let signer = try signerV4(operation, answers, time)
      return { keep(signer.sign(request, at: time)) }
    }
  }

  /// Makes a presigned URL.
  static func url(
    _ operation: TimedOperation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    let request = try answers.request()
    let endpoint = try answers.endpoint()
    if operation.request.operation == .v4Presign {
      let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
      let signer = try signerV4(operation, answers, time)
      let seconds = try answers.reader.integer("expires") ?? 0
      return {
        keep(
          try? signer.presignedURL(for: request, endpoint: endpoint, at: time, validFor: seconds))
      }
    }
    let expires = try answers.reader.time("expires", orRefuseAs: .invalidExpires)
    let credentials = try answers.credentials()
    if operation.request.operation == .v1Presign {
      let signer = SignerV1(credentials)
      return { keep(try? signer.presignedURL(for: request, endpoint: endpoint, expires: expires)) }
    }
    let signer = SignerV2(credentials)
    return { keep(try? signer.presignedURL(for: request, endpoint: endpoint, expires: expires)) }
  }

  /// A signer with the key of the day, or one that derives it for each signature.
  private static func signerV4(
    _ operation: TimedOperation, _ answers: ReferenceAnswers, _ time: Moment
  ) throws(Refusal) -> SignerV4 {
    let signer = try answers.signerV4()
    return operation.preparation == .whole ? signer.prepared(at: time) : signer
  }

  /// Signs a given string, writes the URL of a package object, or reads a signer's value.
  static func text(
    _ operation: OSSVectors.Operation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    switch operation {
    case .v1String:
      let signer = SignerV1(try answers.credentials())
      let string = try answers.reader.requiredBytes("stringToSign")
      return { keep(signer.authorization(forStringToSign: string.span)) }
    case .v4String:
      let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
      let signer = try answers.signerV4().prepared(at: time)
      let string = try answers.reader.requiredBytes("stringToSign")
      return { keep(try? signer.signature(forStringToSign: string.span)) }
    case .publicURL:
      let endpoint = try answers.endpoint()
      let request = try answers.request()
      return { keep(endpoint.publicURL(for: request)) }
    default:
      let value = try answers.reader.requiredText("value", orRefuseAs: .invalidSignerValue)
      return { keep(try? AuthorizationV1(value)) }
    }
  }
}
