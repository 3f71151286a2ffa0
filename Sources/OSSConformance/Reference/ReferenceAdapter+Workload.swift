public import OSSPrimitives
internal import OSSSigning
public import OSSVectors

extension ReferenceAdapter {
  /// Prepares an operation of the reference so that it can be timed.
  ///
  /// Reading the input, the signer with its key and the request value are made here: an application
  /// makes them once, or has them anyway. What is timed is the signature.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - input: What it is done to.
  /// - Returns: A function that does it so many times, or nothing if the input is refused.
  public func workload(
    for operation: OSSVectors.Operation, _ input: JSONObject
  ) -> ((_ count: Int) -> Void)? {
    let reader = InputReader(input)
    do throws(Refusal) {
      return operation.signsRequest
        ? try Self.signing(operation, reader) : try Self.computing(operation, reader)
    } catch {
      return nil
    }
  }

  private static func signing(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    guard operation == .v1Header || operation == .v1Presign else {
      return try answering(operation, input)
    }
    let signer = SignerV1(try ReferenceAnswers(input).credentials())
    let request = try ReferenceAnswers(input).request()
    guard operation == .v1Presign else {
      let time = try input.time("time", orRefuseAs: .invalidTime)
      return repeating { keep(signer.sign(request, at: time)) }
    }
    let endpoint = try ReferenceAnswers(input).endpoint()
    let expires = try input.time("expires", orRefuseAs: .invalidExpires)
    return repeating {
      keep(try? signer.presignedURL(for: request, endpoint: endpoint, expires: expires))
    }
  }

  private static func computing(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    switch operation {
    case .v1String:
      let signer = SignerV1(try ReferenceAnswers(input).credentials())
      let string = try input.requiredBytes("stringToSign")
      return repeating { keep(signer.authorization(forStringToSign: string.span)) }
    case .publicURL:
      let endpoint = try ReferenceAnswers(input).endpoint()
      let request = try ReferenceAnswers(input).request()
      return repeating { keep(endpoint.publicURL(for: request)) }
    case .sha1, .sha256, .hmacSHA1, .hmacSHA256:
      return try hashing(operation, input)
    case .signerValue:
      let value = try input.requiredText("value", orRefuseAs: .invalidSignerValue)
      return repeating { keep(try? AuthorizationV1(value)) }
    case .errorBody:
      _ = try ReferenceAnswers.serverError(input)
      return repeating { keep(try? ReferenceAnswers.serverError(input)) }
    case .errorExplain:
      let evidence = try ReferenceAnswers.evidence(input)
      return repeating { keep(Explainer.explain(evidence)) }
    case .tokenParse, .credentialStanding, .credentialDescription, .credentialTimeline,
      .presignExpiry, .clockOffset, .errorAction, .responseVerdict, .contentType:
      return try answering(operation, input)
    case .v4String, .postPolicy, .postCheck, .stsRole, .stsParse, .callbackParameter,
      .callbackVerify, .md5:
      return try answering(operation, input)
    case .base64, .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign, .postV1,
      .postV4, .stsRPC, .livePublish:
      if let bytes = try input.bytes("encode") {
        return repeating { keep(Base64.encode(bytes.span)) }
      }
      let text = try input.requiredText("decode", orRefuseAs: .invalidBase64)
      return repeating { keep(try? Base64.decode(text)) }
    }
  }

  /// The whole way from the input to the answer.
  private static func answering(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    let answers = ReferenceAnswers(input)
    _ = try ReferenceAdapter.answer(operation, answers)
    return repeating { keep(try? ReferenceAdapter.answer(operation, answers)) }
  }

  private static func hashing(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> (_ count: Int) -> Void {
    let data = try input.requiredBytes("data")
    switch operation {
    case .sha1: return repeating { keep(SHA1.hash(data.span)) }
    case .sha256: return repeating { keep(SHA256.hash(data.span)) }
    case .hmacSHA1:
      let bytes = try input.requiredBytes("key")
      let key = HMACSHA1Key(bytes.span)
      return repeating { keep(key.authenticationCode(for: data.span)) }
    default:
      let bytes = try input.requiredBytes("key")
      let key = HMACSHA256Key(bytes.span)
      return repeating { keep(key.authenticationCode(for: data.span)) }
    }
  }

  private static func repeating(_ work: @escaping () -> Void) -> (_ count: Int) -> Void {
    { count in for _ in 0..<count { work() } }
  }

  /// Takes a result that nobody needs, or the optimizer might leave the work out.
  @inline(never)
  private static func keep<Value>(_ value: Value) {}
}
