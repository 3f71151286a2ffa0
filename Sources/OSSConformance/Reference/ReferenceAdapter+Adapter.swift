internal import OSSVectors

extension ReferenceAdapter: Answerer {
  /// What the reference says of itself.
  public var identity: AdapterIdentity {
    AdapterIdentity(
      name: "oss-auth-conformance", version: Program.version, language: "swift",
      operations: OSSVectors.Operation.allCases.map(\.rawValue), features: ["bench"], window: 64)
  }
}

extension ReferenceAdapter: Adapter {
  /// Answers requests one after the other; it cannot fail.
  public mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply] {
    requests.enumerated().map { index, request in
      let reply = answer(request.operation, request.input)
      progress(index, reply)
      return reply
    }
  }
}
