internal import OSSPrimitives
internal import OSSVectors

/// The package's own signer, as the commands ask it: like any other adapter.
struct BuiltInReference: Adapter {
  /// What the reference says of itself.
  var identity: AdapterIdentity {
    AdapterIdentity(
      name: "oss-auth-conformance", version: Program.version, language: "swift",
      operations: Operation.allCases.map(\.rawValue), features: ["bench"], window: 64)
  }

  mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply] {
    let reference = ReferenceAdapter()
    return requests.enumerated().map { index, request in
      let reply = reference.answer(request.operation, request.input)
      progress(index, reply)
      return reply
    }
  }

  /// The answer to one request.
  static func answer(
    _ operation: Operation, _ input: JSONObject
  ) throws(CommandError) -> Answer {
    switch ReferenceAdapter().answer(operation, input) {
    case .ok(let answer): return answer
    case .rejected(let errorClass, let message):
      throw .refused(errorClass: errorClass, message: message)
    case .unsupported(let reason): throw .refused(errorClass: nil, message: reason)
    case .failed(let message): throw .refused(errorClass: nil, message: message)
    case .timeout, .crash: throw .refused(errorClass: nil, message: nil)
    }
  }
}

extension BuiltInReference: Answerer {
  func answer(_ operation: Operation, _ input: JSONObject) -> Reply {
    ReferenceAdapter().answer(operation, input)
  }

  func workload(for operation: Operation, _ input: JSONObject) -> ((_ count: Int) -> Void)? {
    ReferenceAdapter().workload(for: operation, input)
  }
}

extension Answer {
  /// All of the answer as one JSON object, a line of its own.
  var text: String {
    var object = members
    if !stages.members.isEmpty { object["stages"] = .object(stages) }
    return String(decoding: JSONValue.object(object).canonical(), as: UTF8.self)
  }
}
