package import OSSVectors

extension ReferenceAdapter: Answerer {
  /// What the reference says of itself.
  package var identity: AdapterIdentity {
    AdapterIdentity(
      name: "oss-auth-conformance", version: Program.version, language: "swift",
      operations: OSSVectors.Operation.allCases.map(\.rawValue), features: ["bench"], window: 64)
  }
}

extension ReferenceAdapter: Adapter {
  /// Answers requests one after the other; it cannot fail.
  package mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply] {
    var replies: [Reply] = []
    replies.reserveCapacity(requests.count)
    for request in requests {
      let reply = answer(request.operation, request.input)
      progress(replies.count, reply)
      replies.append(reply)
    }
    return replies
  }
}
