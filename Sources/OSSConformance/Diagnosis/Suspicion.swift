internal import OSSVectors

/// What speaks for a mistake in a run, and what against it.
struct Suspicion {
  /// The mistake.
  let mistake: Mistake
  /// The failures that it explains, by their place, and whether weakly (FMT-NAME-2).
  var explained: [Int: Bool] = [:]
  /// The places of the failures that catch it.
  var caught: Set<Int> = []
  /// The ids of the passes against it.
  var passes: [String] = []
  /// The operations of the vectors that list it.
  var operations: Set<OSSVectors.Operation> = []

  /// The open failures that it explains.
  func explained(of open: Set<Int>, weakly: Bool) -> [Int] {
    explained.filter { open.contains($0.key) && (weakly || !$0.value) }.map(\.key)
  }
}

/// The rounds in which names are taken (FMT-NAME-5).
enum Round {
  case first
  case weak
  case doubtful
}

/// A suspect that explains some of what is open.
struct Candidate {
  let index: Int
  /// The open failures that it explains.
  let places: [Int]
  /// How much speaks for it (FMT-NAME-7).
  let weight: Int
  private let suspicion: Suspicion
  /// How many open failures catch it that it does not explain.
  private let others: Int

  init?(_ index: Int, _ suspicion: Suspicion, _ round: Round, open: Set<Int>) {
    places = suspicion.explained(of: open, weakly: round == .weak)
    if places.isEmpty { return nil }
    self.index = index
    self.suspicion = suspicion
    others = suspicion.caught.count { open.contains($0) && suspicion.explained[$0] == nil }
    weight = 4 * places.count - 8 * suspicion.passes.count - others
  }

  /// Whether it explains enough of what it would have caused, and few passes contradict (FMT-NAME-6).
  func isCredible(_ round: Round, _ failures: Failures, open: Set<Int>) -> Bool {
    let reasons = Set(places.map { failures.reasons[$0] })
    if !reasons.contains(nil) {
      let alike = open.count { reasons.contains(failures.reasons[$0]) }
      if 3 * places.count < alike { return false }
    }
    if !reasons.contains(nil), !silentPrimitives(failures).isEmpty { return false }
    let against = suspicion.passes.count
    if round == .weak { return against == 0 && others == 0 }
    let onlyAccepts = places.allSatisfy {
      failures.findings[$0].verdict.failure?.kind == .accepted
    }
    if onlyAccepts, against > 0, round != .doubtful { return false }
    let explained = suspicion.explained.count
    let caused = explained + others + against
    if 4 * against <= places.count { return 3 * explained >= caused }
    return round == .doubtful && against < places.count && 2 * explained >= caused
  }

  /// The primitives that the SDK does right and that the mistake would spoil.
  private func silentPrimitives(_ failures: Failures) -> Set<OSSVectors.Operation> {
    silent(failures).intersection(failures.passedOperations)
      .intersection([.md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64])
  }

  /// The operations of the vectors that list the mistake in which it explains no failure.
  private func silent(_ failures: Failures) -> Set<OSSVectors.Operation> {
    suspicion.operations.subtracting(
      suspicion.explained.keys.map { failures.findings[$0].vector.operation })
  }

  /// What decides between suspects of one weight, the least first.
  func order(isFound: Bool, _ failures: Failures) -> [Int] {
    let silent = silent(failures)
    return [
      isFound ? 0 : 1, places.count { suspicion.explained[$0] == true },
      silent.intersection(failures.passedOperations).count, silent.count, index,
    ]
  }
}

/// The failures of a run that a mistake can be behind.
struct Failures {
  let findings: [Finding]
  /// What each reply shows, hashed once: it is compared with thousands of mistakes.
  let shown: [Fingerprint?]
  /// The operation and the class of a refusal that is wrong; nil for a failure that shows more.
  let reasons: [String?]
  /// The operations in which something passed.
  let passedOperations: Set<OSSVectors.Operation>

  init(_ findings: [Finding], passed: [Finding]) {
    self.findings = findings
    shown = findings.map(\.shown)
    passedOperations = Set(passed.map(\.vector.operation))
    reasons = findings.map { finding in
      guard case .rejected(let errorClass, _) = finding.reply else { return nil }
      return "\(finding.vector.operation) \(errorClass ?? "")"
    }
  }
}

extension Failures {
  /// How many of some failures look like one of others: they failed in the same way in the same
  /// operation, and cite a clause that one of the others cites.
  func alike(to places: [Int], among some: Set<Int>) -> Int {
    let kinds = Set(places.map { findings[$0].kind })
    let clauses = Set(places.flatMap { findings[$0].vector.clauses })
    return some.count { place in
      kinds.contains(findings[place].kind)
        && !clauses.isDisjoint(with: findings[place].vector.clauses)
    }
  }

  /// The operations in which the SDK passes and would fail with the mistake (FMT-NAME-8).
  func right(beside suspicion: Suspicion) -> [OSSVectors.Operation] {
    let wrong = suspicion.explained.keys.map { findings[$0].vector.operation }
    let right = suspicion.operations.intersection(passedOperations).subtracting(wrong)
    return OSSVectors.Operation.allCases.filter(right.contains)
  }
}

extension Finding {
  /// The operation and the kind of the failure.
  fileprivate var kind: String {
    "\(vector.operation) \(verdict.failure?.kind.rawValue ?? "")"
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
