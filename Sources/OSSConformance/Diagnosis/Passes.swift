internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// What passed in a run, and so speaks against mistakes.
struct Passes {
  /// The vectors that passed, in the order of the run.
  let vectors: [Vector]
  private let requests: [AdapterRequest]
  private let replies: [Reply]
  private let places: [OSSVectors.Operation: [Int]]

  /// The operations in which something passed.
  var operations: Set<OSSVectors.Operation> { Set(places.keys) }

  /// Collects the passes of a run.
  ///
  /// A refusal by the HTTP library says nothing of who signs, and a refusal for another fault says
  /// nothing of the check that the vector asks for.
  init(_ findings: [Finding]) {
    let passed = findings.filter { finding in
      switch (finding.reply, finding.vector.expectation.outcome) {
      case (.refusedByTransport, _): return false
      case (.rejected(let given?, _), .rejection(let due)) where !given.hasSameBytes(as: due):
        return false
      default: return finding.verdict.isPass
      }
    }
    vectors = passed.map(\.vector)
    replies = passed.map(\.reply)
    requests = vectors.map { AdapterRequest($0) }
    places = Dictionary(grouping: vectors.indices) { [vectors] in vectors[$0].operation }
  }

  /// The ids of passed vectors of an operation that a suspect would have failed.
  ///
  /// A signer with the mistake cannot have passed them, so each speaks against it. The passes that cite
  /// a clause of the suspect are looked at first, where the mistake shows if anywhere.
  ///
  /// - Parameters:
  ///   - suspect: The mistake.
  ///   - operation: The operation in which it is suspected.
  ///   - limit: The search ends once it has found more than this.
  func exceptions(
    to suspect: Suspect, in operation: OSSVectors.Operation, limit: Int
  ) -> [String] {
    let clauses = Set(suspect.mistakes.flatMap(\.clauses))
    let (near, far) = (places[operation] ?? []).partitioned {
      !clauses.isDisjoint(with: vectors[$0].clauses)
    }
    var exceptions: [String] = []
    for place in near + far {
      let answer = suspect.answer(operation, requests[place].input)
      let reply = answer.showing(what: replies[place], of: operation)
      guard vectors[place].isFailed(by: reply) else { continue }
      exceptions.append(vectors[place].id)
      if exceptions.count > limit { break }
    }
    return exceptions
  }
}

extension Reply {
  /// The reply of a signer that shows no more than another one does.
  ///
  /// A mistake in a member that an SDK does not show cannot have failed it.
  fileprivate func showing(what other: Reply, of operation: OSSVectors.Operation) -> Reply {
    guard operation.signsRequest, case .ok(var answer) = self, case .ok(let shown) = other else {
      return self
    }
    answer.members.members.removeAll { shown.members[$0.name] == nil }
    return .ok(answer)
  }
}

extension OSSVectors.Operation {
  /// The operations that belong together: those of a signature version.
  ///
  /// Each other operation is asked of another part of an SDK, and so is by itself.
  var family: String {
    let name = String(rawValue.prefix { $0 != "." })
    return ["v1", "v2", "v4"].contains(name) ? name : rawValue
  }
}
