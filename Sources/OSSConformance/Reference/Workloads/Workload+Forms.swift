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
    let policy = try answers.reader.requiredBytes("policy")
    if operation == .postV1 {
      let signer = try answers.postSigner(.v1)
      return { keep(signer.sign(policy.span, at: .epoch)) }
    }
    let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
    let signer = try answers.postSigner(nil)
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
