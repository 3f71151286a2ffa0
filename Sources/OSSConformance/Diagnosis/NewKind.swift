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

  /// Failures in groups of one behaviour, in the order in which each comes first.
  ///
  /// One behaviour is: the same family of operations, and the same refusal or the same step that
  /// differs in the same way. Which clause a vector cites says nothing of the cause: one mistake in a
  /// string to sign breaks every clause of a version.
  static func groups(of findings: [Finding]) -> [NewKind] {
    var order: [String] = []
    var members: [String: [Finding]] = [:]
    for finding in findings {
      let key = finding.behaviour
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(finding)
    }
    return order.compactMap { key in
      guard let group = members[key], let first = group.first,
        let failure = first.verdict.failure
      else { return nil }
      let vectors = group.map(\.vector)
      let smallest = group.first { $0.vector.id == vectors.smallest?.id }
      return NewKind(
        kind: failure.kind, what: what(group), vectors: vectors,
        difference: smallest?.verdict.failure?.differences.first)
    }
  }

  /// What the failures of a group have in common; where they differ in the member, the way alone.
  private static func what(_ group: [Finding]) -> String {
    let all = Set(group.map(\.shape))
    guard all.count > 1, let first = group.first else { return group.first?.shape ?? "" }
    return "\(all.sorted().prefix(3).joined(separator: "; "))"
      + (all.count > 3 ? " and \(all.count - 3) more; " : "; ") + first.way
  }
}

extension Finding {
  /// What is the same for all failures of one behaviour.
  fileprivate var behaviour: String {
    guard let failure = verdict.failure else { return "" }
    let kind = failure.kind.rawValue
    switch failure.kind {
    // What proves nothing follows from what is wrong elsewhere, and is no behaviour of its own.
    case .implausible, .timeout, .crash: return kind
    case .mismatch:
      guard let first = failure.differences.first else { return kind }
      let step = vector.operation.signsRequest ? first.name : ""
      return [place, kind, step, first.way].joined(separator: " ")
    case .accepted, .rejected, .adapterFailed:
      return [place, kind, shape].joined(separator: " ")
    }
  }

  /// One cause shows in headers and URLs of a version alike; other operations are read by themselves.
  private var place: String {
    vector.operation.signsRequest ? vector.operation.family : vector.operation.rawValue
  }

  /// In which way the first difference is one.
  fileprivate var way: String { verdict.failure?.differences.first?.way ?? "" }

  /// How the vector failed, in words that are the same for failures of one kind.
  fileprivate var shape: String {
    guard let failure = verdict.failure else { return "" }
    switch failure.kind {
    case .mismatch: return failure.differences.first?.shape ?? "the answer shows nothing to judge"
    case .accepted:
      guard case .rejection(let errorClass) = vector.expectation.outcome else { return "answered" }
      return "answered where \(errorClass) is due"
    case .rejected: return "refused as \(refusal) where an answer is due"
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

  /// In which way one side differs from the other, as far as the bytes show it.
  fileprivate var way: String {
    guard let expected else { return "too much" }
    guard let actual else { return "missing" }
    if actual.isEmpty { return "empty" }
    if actual.lowercased == expected.lowercased { return "another case" }
    if actual.stripped == expected.stripped { return "other blanks at the ends" }
    if actual.percentDecoded == expected.percentDecoded { return "another percent-encoding" }
    if expected.starts(with: actual) { return "the end is missing" }
    if actual.starts(with: expected) { return "more at the end" }
    if expected.reversed().starts(with: actual.reversed()) { return "the beginning is missing" }
    if actual.reversed().starts(with: expected.reversed()) { return "more at the beginning" }
    return "other bytes"
  }
}
