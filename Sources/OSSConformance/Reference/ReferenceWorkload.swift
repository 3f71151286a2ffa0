internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Operations of the reference, made ready to be done over and over and be timed.
///
/// What an app does once stands outside the loop: the credentials, the signer with its key, and
/// the request value. What it does each time stands inside.
enum ReferenceWorkload {
  /// A function that does the operation so many times; nil if the input cannot be done.
  static func workload(
    for operation: OSSVectors.Operation, _ input: JSONObject
  ) -> ((_ count: Int) -> Void)? {
    do {
      return try prepared(operation, InputReader(input))
    } catch {
      return nil
    }
  }

  private static func prepared(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    switch operation {
    case .v1Header: try headerSignature(input)
    case .v1Presign: try presignedURL(input)
    case .v1String: try stringSignature(input)
    default: try answer(operation, input)
    }
  }

  private static func headerSignature(
    _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    let signer = SignerV1(try input.credentials())
    let request = try input.request()
    let time = try input.time("time", orRefuseAs: .invalidTime)
    return { count in
      for _ in 0..<count { keep(signer.sign(request, at: time)) }
    }
  }

  private static func presignedURL(
    _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    let signer = SignerV1(try input.credentials())
    let request = try input.request()
    let endpoint = try input.endpoint()
    let expires = try input.time("expires", orRefuseAs: .invalidExpires)
    return { count in
      for _ in 0..<count {
        keep(try? signer.presignedURL(for: request, endpoint: endpoint, expires: expires))
      }
    }
  }

  private static func stringSignature(
    _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    let signer = SignerV1(try input.credentials())
    let string = try input.requiredBytes("stringToSign")
    return { count in
      for _ in 0..<count { keep(signer.authorization(forStringToSign: string.span)) }
    }
  }

  /// The whole operation, reading of the input included: for those that an app has no value of.
  private static func answer(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    _ = try ReferenceAdapter.answer(operation, input)
    return { count in
      for _ in 0..<count { keep(try? ReferenceAdapter.answer(operation, input)) }
    }
  }

  /// Takes a result, so that the optimizer cannot leave out the work that made it.
  @inline(never)
  private static func keep<Result>(_ result: Result) {}
}
