internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension Workload {
  /// Signs the policy of an upload form.
  static func form(
    _ operation: OSSVectors.Operation, _ answers: ReferenceAnswers
  ) throws(Refusal) -> () -> Void {
    let credentials = try answers.credentials()
    let policy = try answers.reader.requiredBytes("policy")
    if operation == .postV1 {
      let signer = PostSignerV1(credentials)
      return { keep(signer.sign(policy.span)) }
    }
    let (region, product) = try answers.scopeNames()
    let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
    guard let signer = try? PostSignerV4(credentials, region: region, product: product) else {
      throw .shape("region", "a region")
    }
    return { keep(signer.sign(policy.span, at: time)) }
  }

  /// Verifies the signature of a callback, with the key read already: OSS has one for years.
  static func callback(_ answers: ReferenceAnswers) throws(Refusal) -> () -> Void {
    _ = try answers.callbackVerification()
    let reader = answers.reader
    let path = try reader.requiredText("path", orRefuseAs: .invalidInput)
    let query = try reader.text("query", orRefuseAs: .invalidInput)
    let body = try reader.requiredBytes("body")
    let authorization = try reader.text("authorization", orRefuseAs: .invalidInput)
    let pem = try reader.requiredText("publicKey", orRefuseAs: .invalidPublicKey)
    guard let key = try? RSAPublicKey(pem: pem) else { throw .shape("publicKey", "a key") }
    let request = CallbackRequest(target: path + (query.map { "?\($0)" } ?? ""), body: body)
    return { keep(try? request.verify(authorization: authorization, key: key)) }
  }
}
