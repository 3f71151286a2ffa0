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

  /// The first clause that all of them cite; nil without one.
  package var clause: String? {
    smallest?.clauses.first { clause in vectors.allSatisfy { $0.clauses.contains(clause) } }
  }

  /// Failures in groups, each with the remark that says most of most failures, the largest first.
  ///
  /// Which clause a vector cites says little of the cause: one mistake in a string to sign breaks
  /// every clause of a version. So a remark on the bytes comes before one on the step.
  static func groups(of findings: [Finding]) -> [NewKind] {
    var open = findings.map { (finding: $0, remarks: $0.remarks) }
    var kinds: [NewKind] = []
    while let best = best(of: open.map(\.remarks)) {
      let group = open.filter { $0.remarks.contains { $0.key == best.key } }.map(\.finding)
      open.removeAll { $0.remarks.contains { $0.key == best.key } }
      if let kind = NewKind(group, best) { kinds.append(kind) }
    }
    return kinds
  }

  /// The remark with the greatest product of what it says and how many it is true of.
  private static func best(of remarks: [[Remark]]) -> Remark? {
    var places: [String: Int] = [:]
    var candidates: [(remark: Remark, count: Int)] = []
    for remark in remarks.joined() {
      if let place = places[remark.key] {
        candidates[place].count += 1
      } else {
        places[remark.key] = candidates.count
        candidates.append((remark, 1))
      }
    }
    // The first of several that are as good.
    return candidates.reduce(nil as (remark: Remark, count: Int)?) { best, next in
      guard let best else { return next }
      return next.remark.weight * next.count > best.remark.weight * best.count ? next : best
    }?.remark
  }

  private init?(_ group: [Finding], _ remark: Remark) {
    guard let failure = group.first?.verdict.failure else { return nil }
    (kind, vectors) = (failure.kind, group.map(\.vector))
    let smallest = vectors.smallest?.id
    difference =
      group.first { $0.vector.id == smallest }?.verdict.failure?.differences.first
    let steps = Set(group.compactMap { $0.verdict.failure?.differences.first?.title }).sorted()
    switch remark.text {
    case nil: what = Self.shapes(of: group)
    case let text? where steps.isEmpty: what = text
    case let text?: what = Self.list(steps) + ": " + text
    }
  }

  /// How the failures of a group look; where they differ in the member, the way beside it.
  private static func shapes(of group: [Finding]) -> String {
    let all = Set(group.map(\.shape)).sorted()
    return all.count == 1 ? all[0] : list(all) + "; " + (group.first?.way ?? "")
  }

  private static func list(_ texts: [String]) -> String {
    texts.prefix(3).joined(separator: ", ")
      + (texts.count > 3 ? " and \(texts.count - 3) more" : "")
  }
}

/// What can be said of a failure, and perhaps of others.
struct Remark: Hashable {
  /// What is the same for all failures of which it can be said.
  let key: String
  /// What is said; nil where the failures themselves say it.
  let text: String?
  /// How much it says.
  let weight: Int
}

extension Finding {
  /// What can be said of the failure, first what says most.
  fileprivate var remarks: [Remark] {
    guard let failure = verdict.failure else { return [] }
    let behaviour = Remark(key: behaviour, text: nil, weight: 2)
    switch failure.kind {
    case .mismatch:
      let texts = failure.differences.first?.remarks(beside: vector.input) ?? []
      return texts.map { Remark(key: $0.text, text: $0.text, weight: $0.weight) } + [behaviour]
    case .accepted, .rejected:
      let ofClauses = vector.clauses.map {
        Remark(key: shape + " " + $0, text: shape, weight: 10)
      }
      return ofClauses + [Remark(key: shape, text: shape, weight: 6)]
    case .adapterFailed, .timeout, .crash, .implausible: return [behaviour]
    }
  }

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
      return "the SDK answered, and must refuse (\(errorClass))"
    case .rejected: return "the SDK refused (\(refusal)), and must answer"
    case .adapterFailed: return "the adapter or the SDK broke"
    case .timeout: return "no reply came in time"
    case .crash: return "the adapter died"
    case .implausible: return "the reply proves nothing"
    }
  }

  private var refusal: String {
    guard case .rejected(let errorClass, _) = reply else { return "nothing" }
    return errorClass?.visible ?? "no error class"
  }
}

extension Difference {
  /// Which step differs, and whether something is missing, is not expected or is another.
  fileprivate var shape: String {
    switch (expected, actual) {
    case (nil, _): "\(title) is not expected"
    case (_, nil): "\(title) is missing"
    default: "\(title) differs"
    }
  }
}
