internal import OSSAppServer
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension ReferenceAdapter {
  /// Prepares an operation of the reference so that it can be timed.
  ///
  /// What signs is made here with its key: an application makes it once. The value that it signs is
  /// made here too, unless the operation is timed from its raw parts on. Of the operations that read
  /// something the whole way is timed, from the input's members to the answer's.
  ///
  /// - Returns: A function that does it so many times, or nothing if the input is refused.
  package func workload(for operation: TimedOperation) -> ((_ count: Int) -> Void)? {
    let workload = Workload(operation)
    do throws(Refusal) {
      let work = try workload.work()
      return { count in for _ in 0..<count { work() } }
    } catch {
      return nil
    }
  }
}

/// What is timed of an operation, once.
private struct Workload {
  let operation: OSSVectors.Operation
  let preparation: TimedOperation.Preparation
  let answers: ReferenceAnswers

  init(_ timed: TimedOperation) {
    operation = timed.request.operation
    preparation = timed.preparation
    answers = ReferenceAnswers(InputReader(timed.request.input))
  }

  /// Takes a result that nobody needs, or the optimizer might leave the work out.
  @inline(never)
  private static func keep<Value>(_ value: Value) {}

  /// The work of an operation whose input is not refused.
  func work() throws(Refusal) -> () -> Void {
    switch operation {
    case .v1Header, .v2Header, .v4Header: return try header()
    case .v1Presign, .v2Presign, .v4Presign: return try url()
    case .v1String, .v4String: return try string()
    case .publicURL:
      let (endpoint, request) = (try answers.endpoint(), try answers.request())
      return { Self.keep(endpoint.publicURL(for: request)) }
    case .signerValue:
      let value = try answers.reader.requiredText("value", orRefuseAs: .invalidSignerValue)
      return { Self.keep(try? Signature(value).read(as: .v1)) }
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256:
      let digest = try answers.digesting(operation)
      return { Self.keep(digest()) }
    case .base64:
      let bytes = try answers.reader.requiredBytes("encode")
      return { Self.keep(Base64.encode(bytes.span)) }
    case .postV1, .postV4: return try form()
    case .callbackVerify: return try callback()
    default:
      _ = try ReferenceAdapter.answer(operation, answers)
      return { Self.keep(try? ReferenceAdapter.answer(operation, answers)) }
    }
  }

  /// The version of the operation; nil for V4, whose scope the input has.
  private var version: SignatureVersion? {
    switch operation {
    case .v1Header, .v1Presign, .v1String, .postV1: .v1
    case .v2Header, .v2Presign: .v2
    default: nil
    }
  }

  /// A signer with the key of the day, or one that derives it for each signature.
  private func signer(at time: Moment) throws(Refusal) -> Signer {
    var signer = try answers.signer(version)
    if preparation != .withoutSigningKey { signer.prepare(at: time) }
    return signer
  }

  /// Signs the headers of a request: one that is made already, or one made for the signature from
  /// its raw parts, up to the list of headers that is sent.
  private func header() throws(Refusal) -> () -> Void {
    let time = try answers.reader.time("time", orRefuseAs: .invalidTime)
    let signer = try signer(at: time)
    let request = try answers.request()
    let parts = try answers.reader.request()
    if preparation == .signer {
      return { Self.keep(try? signer.sign(SigningRequest(parts), at: time).headers) }
    }
    return { Self.keep(try? signer.sign(request, at: time).authorization) }
  }

  /// Makes a presigned URL: of a request that is made already, or from its raw parts.
  private func url() throws(Refusal) -> () -> Void {
    let (now, end) = try answers.validity(version)
    let signer = try signer(at: now)
    let endpoint = try answers.endpoint()
    let request = try answers.request()
    let parts = try answers.reader.request()
    if preparation == .signer {
      return {
        Self.keep(
          try? signer.presign(SigningRequest(parts), at: endpoint, now: now, until: end).url)
      }
    }
    return { Self.keep(try? signer.presign(request, at: endpoint, now: now, until: end).url) }
  }

  private func string() throws(Refusal) -> () -> Void {
    let isV1 = operation == .v1String
    let time = isV1 ? .epoch : try answers.reader.time("time", orRefuseAs: .invalidTime)
    let signer = try signer(at: time)
    let string = try answers.reader.requiredBytes("stringToSign")
    return { Self.keep(try? signer.signature(of: string.span)) }
  }

  private func form() throws(Refusal) -> () -> Void {
    let policy = try answers.reader.requiredBytes("policy")
    let isV1 = operation == .postV1
    let time = isV1 ? .epoch : try answers.reader.time("time", orRefuseAs: .invalidTime)
    let signer = try answers.postSigner(version)
    return { Self.keep(signer.sign(policy.span, at: time)) }
  }

  /// Verifies the signature of a callback, with the key read already: OSS has one for years.
  private func callback() throws(Refusal) -> () -> Void {
    _ = try answers.callbackVerification()
    let (request, _, authorization, pem) = try answers.callbackRequest()
    guard let key = try? RSAPublicKey(pem: pem) else { throw .shape("publicKey", "a key") }
    return { Self.keep(try? request.verify(authorization: authorization, key: key)) }
  }
}
