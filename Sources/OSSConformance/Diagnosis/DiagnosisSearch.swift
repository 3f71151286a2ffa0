internal import OSSVectors

/// The search for the mistakes behind a run.
///
/// Whoever explains most is taken first, then whoever explains most of what is left. Of several that
/// explain as many, the one goes first whose answers agree best, and then the one that would have
/// caused the fewest failures besides.
struct DiagnosisSearch {
  /// The failures that a mistake in signing can be behind.
  let failing: [Finding]
  /// What passed.
  let passing: [Finding]
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
    failing = failures.filter(\.isAnsweredWrongly)
    others = failures.filter { !$0.isAnsweredWrongly }
    passing = findings.filter(\.verdict.isPass)
    open = Set(failing.indices)
    let asked = Set(failing.map(\.vector.operation))
    self.mutants = mutants.filter {
      $0.equivalent == nil && !$0.operations.isDisjoint(with: asked)
    }
  }

  /// What nothing explains, in the order of the run.
  var unexplained: [Finding] {
    failing.indices.filter(open.contains).map { failing[$0] } + others
  }

  /// Finds the mistakes.
  mutating func run() -> [DiagnosedMistake] {
    guard !failing.isEmpty else { return [] }
    suspicions = mutants.map { Suspicion(Suspect($0), against: failing) }
    var names = MissingSubresources(in: failing, passing: passing)
    names.learn(at: open)
    takeAll(with: names)
    // A name may show only beside another mistake, which is known by now.
    if names.learn(at: open, beside: found.flatMap(\.mutants)) { takeAll(with: names) }
    takePairs()
    while take(isDoubtful: true) {}
    return found
  }

  /// Begins anew with the suspects of the catalogue and a list that lacks some names.
  private mutating func takeAll(with names: MissingSubresources) {
    suspicions.removeAll { $0.suspect.mutants.contains { $0.id == MissingSubresources.id } }
    if let mutant = names.mutant {
      suspicions.append(Suspicion(Suspect(mutant), against: failing))
    }
    open = Set(failing.indices)
    found = []
    exceptions = [:]
    while take(isDoubtful: false) {}
  }

  /// Takes the best of the suspicions; false where none explains anything more.
  private mutating func take(isDoubtful: Bool) -> Bool {
    var best: (index: Int, score: [Int])?
    for index in suspicions.indices {
      let suspicion = suspicions[index]
      let places = suspicion.matches(at: open)
      guard !places.isEmpty else { continue }
      let score = [
        places.count, suspicion.agreement(at: places), suspicion.matches.count - suspicion.possible,
      ]
      if let best, !best.score.lexicographicallyPrecedes(score) { continue }
      let against = exceptions(of: index)
      guard against.isEmpty || (isDoubtful && against.count < places.count) else { continue }
      best = (index, score)
    }
    guard let best else { return false }
    accept(suspicions[best.index], exceptions: exceptions(of: best.index))
    return true
  }

  private mutating func exceptions(of index: Int) -> [String] {
    if let known = exceptions[index] { return known }
    let found = suspicions[index].exceptions(among: passing)
    exceptions[index] = found
    return found
  }

  private mutating func accept(_ suspicion: Suspicion, exceptions: [String]) {
    let places = suspicion.matches(at: open).sorted()
    open.subtract(places)
    found.append(
      DiagnosedMistake(
        mutants: suspicion.suspect.mutants, vectors: places.map { failing[$0].vector },
        matches: suspicion.matches.count, possible: suspicion.possible, exceptions: exceptions))
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
      let finding = failing[place]
      guard finding.verdict.failure?.kind == .mismatch else { continue }
      for (one, other) in pairs(for: finding) {
        guard trials < Self.limit else { return }
        trials += 1
        let suspect = Suspect(one, other)
        let reply = suspect.answer(finding.vector.operation, finding.vector.input)
        guard Agreement(of: finding, with: reply) != nil else { continue }
        accept(Suspicion(suspect, against: failing), exceptions: [])
        break
      }
    }
  }

  /// The pairs that can be behind a failure, both ways round, the likeliest first.
  private mutating func pairs(for finding: Finding) -> [(Mutant, Mutant)] {
    let known = Set(found.flatMap(\.mutants).map(\.id))
    var likely: [Mutant] = []
    var possible: [Mutant] = []
    for index in suspicions.indices {
      guard let mutant = suspicions[index].suspect.mutants.first,
        mutant.operations.contains(finding.vector.operation),
        finding.vector.isFailed(by: mutant.answer(finding.vector.operation, finding.vector.input))
      else { continue }
      if known.contains(mutant.id) {
        likely.append(mutant)
      } else if exceptions(of: index).isEmpty {
        possible.append(mutant)
      }
    }
    let all = likely + possible
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
