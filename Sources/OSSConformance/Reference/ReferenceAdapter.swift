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
    default: try reading(operation, answers)
    }
  }

  /// The operations that sign nothing.
  private static func reading(
    _ operation: OSSVectors.Operation, _ answers: ReferenceAnswers
  ) throws(InputRefusal) -> Answer {
    switch operation {
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
    default: try answers.digest(operation)
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

/// The reference behind the adapter protocol, without a process: every request and every reply goes
/// through the lines that would be sent.
struct RoundTripReference: Adapter {
  private let server = AdapterServer(ReferenceAdapter())

  /// What the reference says of itself.
  var identity: AdapterIdentity { server.subject.identity }

  mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError) {
    for (index, request) in requests.enumerated() { take(index, reply(to: request)) }
  }

  private func reply(to request: AdapterRequest) -> Reply {
    var line = Bytes()
    RequestLine.append(request, seq: "1", to: &line)
    let reply = server.replies(to: line)
    do throws(LineFault) {
      return try ReplyLine(reply, in: 0..<max(0, reply.count - 1)).reply()
    } catch {
      return .failed(message: "the reply \(error)")
    }
  }
}
