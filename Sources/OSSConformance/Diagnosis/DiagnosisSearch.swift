internal import OSSVectors

/// The search for the mistakes behind a run.
///
/// Whoever explains most is taken first, then whoever explains most of what is left. Of several that
/// explain as many, the one goes first whose answers agree best, and then the one that would have
/// caused the fewest failures besides.
struct DiagnosisSearch {
  /// The failures that a mistake in signing can be behind.
  let failures: Failures
  /// What passed.
  let passes: Passes
  /// Failures that say nothing about signing, such as a crash.
  let others: [Finding]
  /// The places of the failures that nothing explains so far.
  private(set) var open: Set<Int>
  /// What has been found.
  private(set) var found: [DiagnosedMistake] = []

  private let mutants: [Mutant]
  private var suspicions: [Suspicion] = []
  /// What speaks against each suspicion, once somebody has asked.
  private var exceptions: [Int: [String]] = [:]

  /// Prepares the search.
  init(_ findings: [Finding], mutants: [Mutant]) {
    let failures = findings.filter { $0.verdict.failure != nil }
    self.failures = Failures(failures.filter(\.isAnsweredWrongly))
    others = failures.filter { !$0.isAnsweredWrongly }
    passes = Passes(findings)
    open = Set(self.failures.findings.indices)
    let asked = Set(self.failures.findings.map(\.vector.operation))
    self.mutants = mutants.filter {
      $0.equivalent == nil && !$0.operations.isDisjoint(with: asked)
    }
  }

  /// What nothing explains, in the order of the run.
  var unexplained: [Finding] {
    open.sorted().map { failures.findings[$0] } + others
  }

  /// Finds the mistakes.
  mutating func run() -> [DiagnosedMistake] {
    guard !open.isEmpty else { return [] }
    let all = Array(failures.findings.indices)
    var names = MissingSubresources(in: failures.findings, passes: passes)
    names.learn(at: open)
    let learned = names.mutant.map { Suspicion(Suspect($0), at: all, of: failures) }
    suspicions = mutants.map { mutant in
      let suspect = Suspect(mutant)
      let first = Suspicion(
        suspect, at: Self.probe(all, besides: learned?.matches), of: failures)
      // Whoever explains what a list does may explain all of it.
      let isRival = first.matches.keys.contains { learned?.matches[$0] != nil }
      return isRival ? Suspicion(suspect, at: all, of: failures) : first
    }
    takeAll(with: learned)
    // A name may show only beside another mistake, which is known by now.
    if names.learn(at: open, beside: found.flatMap(\.mutants)) {
      takeAll(with: names.mutant.map { Suspicion(Suspect($0), at: all, of: failures) })
    }
    takePairs()
    while take(isDoubtful: true) {}
    return found
  }

  /// The places that are not explained, and a few of those that are.
  private static func probe(_ places: [Int], besides explained: [Int: Agreement]?) -> [Int] {
    var count = 0
    return places.filter { place in
      guard explained?[place] != nil else { return true }
      count += 1
      return count % 8 == 1
    }
  }

  /// Begins anew with the suspects of the catalogue and a list that lacks some names.
  private mutating func takeAll(with learned: Suspicion?) {
    suspicions.removeAll { $0.suspect.mutants.contains { $0.id == MissingSubresources.id } }
    if let learned { suspicions.append(learned) }
    open = Set(failures.findings.indices)
    found = []
    exceptions = [:]
    while take(isDoubtful: false) {}
  }

  /// Takes the best of the suspicions; false where none explains anything more.
  private mutating func take(isDoubtful: Bool) -> Bool {
    var candidates: [(index: Int, count: Int, score: [Int])] = []
    for index in suspicions.indices {
      let suspicion = suspicions[index]
      let places = suspicion.matches(at: open)
      guard !places.isEmpty else { continue }
      let score = [
        -places.count, -suspicion.agreement(at: places),
        suspicion.possible.count - suspicion.matches.count, index,
      ]
      candidates.append((index, places.count, score))
    }
    candidates.sort { $0.score.lexicographicallyPrecedes($1.score) }
    // What speaks against a suspect takes long to find, so the best is asked first.
    for candidate in candidates {
      let against = exceptions(of: candidate.index)
      guard against.isEmpty || (isDoubtful && against.count < candidate.count) else { continue }
      accept(suspicions[candidate.index], exceptions: against)
      return true
    }
    return false
  }

  private mutating func exceptions(of index: Int) -> [String] {
    if let known = exceptions[index] { return known }
    let found = passes.exceptions(
      to: suspicions[index].suspect, limit: suspicions[index].matches.count)
    exceptions[index] = found
    return found
  }

  private mutating func accept(_ suspicion: Suspicion, exceptions: [String]) {
    let places = suspicion.matches(at: open).sorted()
    open.subtract(places)
    found.append(
      DiagnosedMistake(
        mutants: suspicion.suspect.mutants, vectors: places.map { failures.findings[$0].vector },
        matches: suspicion.matches.count, possible: suspicion.possible.count,
        exceptions: exceptions))
  }
}

extension DiagnosisSearch {
  /// How many answers the search for pairs may ask for.
  static let limit = 4000

  /// Explains what is left by two mistakes that were made together.
  ///
  /// Only mistakes that change the answer to a vector are paired for it, and of those only such as
  /// no pass speaks against. A pair with a mistake that was found already comes before others.
  private mutating func takePairs() {
    var trials = 0
    for place in open.sorted() where open.contains(place) {
      let finding = failures.findings[place]
      guard finding.verdict.failure?.kind == .mismatch else { continue }
      for (one, other) in pairs(at: place) {
        guard trials < Self.limit else { return }
        trials += 1
        guard let suspect = pair(one, other, behind: finding) else { continue }
        let all = Array(failures.findings.indices)
        accept(Suspicion(suspect, at: all, of: failures), exceptions: [])
        break
      }
    }
  }

  /// Two mistakes that explain a failure when they are made together, and that no pass speaks
  /// against.
  private mutating func pair(_ one: Int, _ other: Int, behind finding: Finding) -> Suspect? {
    guard let first = suspicions[one].suspect.mutants.first,
      let second = suspicions[other].suspect.mutants.first
    else { return nil }
    let suspect = Suspect(first, second)
    let reply = suspect.answer(finding.vector.operation, finding.vector.input)
    guard Agreement(of: finding, with: reply) != nil else { return nil }
    let known = Set(found.flatMap(\.mutants).map(\.id))
    for index in [one, other] {
      let isKnown = suspicions[index].suspect.mutants.contains { known.contains($0.id) }
      guard isKnown || exceptions(of: index).isEmpty else { return nil }
    }
    return suspect
  }

  /// The pairs that can be behind a failure, both ways round, the likeliest first.
  private func pairs(at place: Int) -> [(Int, Int)] {
    let known = Set(found.flatMap(\.mutants).map(\.id))
    let candidates = suspicions.indices.filter { suspicions[$0].possible.contains(place) }
    let isKnown = { (index: Int) in
      suspicions[index].suspect.mutants.contains { known.contains($0.id) }
    }
    let all = candidates.filter(isKnown) + candidates.filter { !isKnown($0) }
    return all.indices.flatMap { first in
      all.indices.dropFirst(first + 1).flatMap { second in
        [(all[first], all[second]), (all[second], all[first])]
      }
    }
  }
}

extension Finding {
  /// Whether the reply is an answer or a refusal that a mistake in signing can be behind.
  fileprivate var isAnsweredWrongly: Bool {
    switch verdict.failure?.kind {
    case .mismatch, .accepted, .rejected, .wrongClass: true
    default: false
    }
  }
}
