package import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
package import OSSVectors

/// The package's own implementation, asked as any other adapter is.
package struct ReferenceAdapter: Answerer {
  /// Makes the adapter; it holds no state.
  package init() {}

  /// What the reference says of itself.
  package var identity: AdapterIdentity {
    AdapterIdentity(
      name: "oss-auth-conformance", version: Program.version, language: "swift",
      operations: OSSVectors.Operation.allCases.map(\.rawValue), features: ["bench"],
      profiles: Profile.allCases.map(\.rawValue), window: 64)
  }

  /// Answers one request.
  ///
  /// - Returns: `ok` or `rejected`; the reference is neither unsupported nor does it fail.
  package func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply {
    do {
      return .ok(try Self.answer(operation, ReferenceAnswers(InputReader(input))))
    } catch {
      return .rejected(errorClass: error.errorClass, message: error.message)
    }
  }

  static func answer(
    _ operation: OSSVectors.Operation, _ answers: ReferenceAnswers
  ) throws(InputRefusal) -> Answer {
    switch operation {
    case .v1Header: try answers.headers(.v1)
    case .v1Presign: try answers.url(.v1)
    case .v1String: try answers.string(.v1)
    case .v2Header: try answers.headers(.v2)
    case .v2Presign: try answers.url(.v2)
    case .v4Header: try answers.headers(nil)
    case .v4Presign: try answers.url(nil)
    case .v4String: try answers.string(nil)
    case .publicURL: try answers.publicURL()
    case .postPolicy: try answers.postPolicy()
    case .postV1: try answers.postSignature(.v1)
    case .postV4: try answers.postSignature(nil)
    case .postCheck: try answers.postFormFaults()
    case .stsRPC: try answers.rpcSignature()
    case .stsACS3: try answers.acs3Signature()
    case .serviceHeader: try answers.serviceHeaders()
    case .stsRole: try answers.assumeRoleParameters()
    case .livePublish: try answers.publishURL()
    case .callbackParameter: try answers.callbackParameters()
    case .callbackVerify: try answers.callbackVerification()
    case .signerValue: try answers.signerValue()
    case .errorBody: try answers.errorBody()
    case .tokenParse: try answers.tokenResponse()
    case .stsParse: try answers.assumeRoleResponse()
    case .credentialStanding: try answers.credentialStanding()
    case .credentialDescription: try answers.credentialDescription()
    case .credentialTimeline: try answers.credentialTimeline()
    case .presignExpiry: try answers.presignExpiry()
    case .clockOffset: try answers.clockOffset()
    case .errorAction: try answers.errorAction()
    case .responseVerdict: try answers.responseVerdict()
    case .contentType: try answers.contentType()
    case .credentialProcess: try answers.processOutput()
    case .credentialProfile: try answers.cliProfile()
    case .credentialSource: try answers.credentialSource()
    case .credentialMetadata: try answers.metadataService()
    case .base64: try answers.base64()
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256: try answers.digest(operation)
    }
  }
}

extension ReferenceAdapter: Adapter {
  /// Answers requests one after the other; it cannot fail.
  package mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError) {
    for (index, request) in requests.enumerated() {
      take(index, answer(request.operation, request.input))
    }
  }
}

extension ReferenceAnswers {
  /// Hashes or authenticates the data of the input.
  func digest(_ operation: OSSVectors.Operation) throws(InputRefusal) -> Answer {
    Answer(members: ["digest": .string(Hexadecimal.encode(try digesting(operation)().span))])
  }

  /// What computes a digest, with the key ready.
  func digesting(_ operation: OSSVectors.Operation) throws(InputRefusal) -> () -> Bytes {
    let needsKey = operation == .hmacSHA1 || operation == .hmacSHA256
    let key = needsKey ? try reader.requiredBytes("key") : []
    let data = try reader.requiredBytes("data")
    switch operation {
    case .md5: return { MD5.hash(data.span).bytes }
    case .sha1: return { SHA1.hash(data.span).bytes }
    case .sha256: return { SHA256.hash(data.span).bytes }
    case .hmacSHA1:
      let key = HMACSHA1Key(key.span)
      return { key.authenticationCode(for: data.span).bytes }
    default:
      let key = HMACSHA256Key(key.span)
      return { key.authenticationCode(for: data.span).bytes }
    }
  }

  /// Encodes or decodes, whichever the input asks for.
  func base64() throws(InputRefusal) -> Answer {
    if let bytes = try reader.bytes("encode") {
      return Answer(members: ["text": .string(Base64.encode(bytes.span))])
    }
    let text = try reader.requiredText("decode", orRefuseAs: .invalidBase64)
    do {
      let bytes = try Base64.decode(text)
      return Answer(members: ["data": .string(Hexadecimal.encode(bytes.span))])
    } catch {
      throw InputRefusal(.invalidBase64, error.description)
    }
  }
}

extension ReferenceAdapter {
  /// Prepares the signing of a request so that it can be timed.
  ///
  /// The request is made here, and so is what signs it, with its key: an application makes it once.
  ///
  /// - Returns: A function that signs so many times, or nothing if the input is refused or nothing of
  ///   the operation is timed.
  package func workload(for request: AdapterRequest) -> ((_ count: Int) -> Void)? {
    let answers = ReferenceAnswers(InputReader(request.input))
    do throws(InputRefusal) {
      guard let work = try answers.work(request.operation) else { return nil }
      return { count in for _ in 0..<count { work() } }
    } catch {
      return nil
    }
  }
}

/// Takes a result that nobody needs, or the optimizer might leave the work out.
@inline(never)
private func keep<Value>(_ value: Value) {}

extension ReferenceAnswers {
  fileprivate func work(_ operation: OSSVectors.Operation) throws(InputRefusal) -> (() -> Void)? {
    switch operation {
    case .v1Header: try header(.v1)
    case .v2Header: try header(.v2)
    case .v4Header: try header(nil)
    case .v1Presign: try presigned(.v1)
    case .v2Presign: try presigned(.v2)
    case .v4Presign: try presigned(nil)
    default: nil
    }
  }

  private func header(_ version: SignatureVersion?) throws(InputRefusal) -> () -> Void {
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    var signer = try signer(version)
    signer.prepare(at: time)
    let request = try request()
    return { [signer] in keep(try? signer.sign(request, at: time).authorization) }
  }

  private func presigned(_ version: SignatureVersion?) throws(InputRefusal) -> () -> Void {
    let (now, end) = try validity(version)
    var signer = try signer(version)
    signer.prepare(at: now)
    let (request, endpoint) = (try request(), try endpoint())
    return { [signer] in
      keep(try? signer.presign(request, at: endpoint, now: now, until: end).url)
    }
  }
}
