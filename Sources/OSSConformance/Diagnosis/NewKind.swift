package import OSSVectors

/// Failures that no known mistake explains and that look alike.
package struct NewKind: Sendable {
  /// The way in which they failed.
  package let kind: FailureKind
  /// What they have in common, in a few words.
  package let what: String
  /// Their vectors.
  package let vectors: [Vector]
  /// The smallest vector's first difference, where there is one.
  package let difference: Difference?

  /// The smallest of the vectors.
  package var smallest: Vector? { vectors.smallest }

  /// Failures in groups of one shape, in the order in which each shape comes first.
  static func groups(of findings: [Finding]) -> [NewKind] {
    var order: [String] = []
    var members: [String: [Finding]] = [:]
    for finding in findings {
      // What breaks different clauses has hardly one cause.
      let shape = finding.shape + " " + (finding.vector.clauses.first ?? "")
      if members[shape] == nil { order.append(shape) }
      members[shape, default: []].append(finding)
    }
    return order.compactMap { shape in
      guard let group = members[shape], let first = group.first,
        let failure = first.verdict.failure
      else { return nil }
      let vectors = group.map(\.vector)
      let smallest = group.first { $0.vector.id == vectors.smallest?.id }
      return NewKind(
        kind: failure.kind, what: first.shape, vectors: vectors,
        difference: smallest?.verdict.failure?.differences.first)
    }
  }
}

extension Finding {
  /// How the vector failed, in words that are the same for failures of one kind.
  fileprivate var shape: String {
    guard let failure = verdict.failure else { return "" }
    switch failure.kind {
    case .mismatch: return failure.differences.first?.shape ?? "the answer shows nothing to judge"
    case .accepted:
      guard case .rejection(let errorClass) = vector.expectation.outcome else { return "answered" }
      return "answered where \(errorClass) is due"
    case .rejected: return "refused as \(refusal) where an answer is due"
    case .wrongClass: return "refused as \(refusal)"
    case .adapterFailed: return "the adapter or the SDK broke"
    case .timeout: return "no reply came in time"
    case .crash: return "the adapter died"
    case .implausible: return "the reply proves nothing"
    }
  }

  private var refusal: String {
    guard case .rejected(let errorClass, _) = reply else { return "nothing" }
    return errorClass?.visible ?? "an error without a class"
  }
}

extension Difference {
  /// Which step differs, and whether something is missing, is too much or is another.
  fileprivate var shape: String {
    switch (expected, actual) {
    case (nil, _): "\(title) is too much"
    case (_, nil): "\(title) is missing"
    default: "\(title) differs"
    }
  }
}
