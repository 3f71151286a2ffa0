internal import OSSMistakes
internal import OSSVectors

/// The search for the mistakes behind a run.
///
/// Whoever explains most is taken first, then whoever explains most of what is left, less what speaks
/// against it: so the broad truth comes before narrow coincidences. Of several that explain as many,
/// the one goes first whose answers agree best, then the one that leaves out fewest operations that it
/// concerns. Nobody is named who explains less than a third of what it would have caused.
struct DiagnosisSearch {
  /// The failures that a mistake in signing can be behind.
  let failures: Failures
  /// What passed.
  let passes: Passes
  /// Failures that say nothing about signing, such as a crash.
  private(set) var others: [Finding]
  /// The places of the failures that nothing explains so far.
  private(set) var open: Set<Int>
  /// What has been found.
  private var found: [ProvenSuspect] = []

  private let mistakes: [Mistake]
  private var suspicions: [Suspicion] = []
  private var learned: Suspicion?
  /// What speaks against mistakes in an operation, once somebody has asked.
  private var exceptions: [[String]: [String]] = [:]

  /// The suspects of the catalogue, and a list of subresources that lacks some names.
  private var known: [Suspicion] { suspicions + (learned.map { [$0] } ?? []) }

  /// Prepares the search.
  init(_ findings: [Finding], mistakes: [Mistake]) {
    let failures = findings.filter { $0.verdict.failure != nil }
    self.failures = Failures(failures.filter(\.isAnsweredWrongly))
    others = failures.filter { !$0.isAnsweredWrongly }
    passes = Passes(findings)
    open = Set(self.failures.findings.indices)
    let asked = Set(self.failures.findings.map(\.vector.operation))
    var keys: [KeyNeeds] = []
    for finding in findings where [.v4Header, .v4Presign].contains(finding.vector.operation) {
      guard let needs = KeyNeeds(finding.vector.input), !keys.contains(needs) else { continue }
      keys.append(needs)
    }
    let kept = mistakes.filter { $0.clauses.contains("V4-KEY-3") }.map { $0.after(keys) }
    self.mistakes = (mistakes + kept).filter {
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
    learned = names.mistake.map { Suspicion(Suspect($0), at: all, of: failures) }
    takeAll()
    // What real SDKs do wrong is likelier, and leaves fewer failures for the rest to be held against.
    for isReal in [true, false] {
      suspicions += mistakes.filter { $0.seen.isEmpty != isReal }.map(suspicion)
      takeAll()
    }
    // A name may show only beside another mistake, which is known by now.
    if names.learn(at: open, beside: found.flatMap(\.suspicion.suspect.mistakes)) {
      learned = names.mistake.map { Suspicion(Suspect($0), at: all, of: failures) }
      takeAll()
    }
    while take(.answer, isDoubtful: true) {}
    takePairs()
    takeUnproven()
    return found.map { $0.mistake(of: failures, passes) }
  }

  /// Makes the mistakes that spoil every answer of an operation responsible for its refusals, which
  /// prove nothing because of them (FMT-JUDGE-7).
  private mutating func takeUnproven() {
    let unexplained = Set(open.map { failures.requests[$0].operation })
    for operation in OSSVectors.Operation.allCases where !unexplained.contains(operation) {
      func count(_ suspect: ProvenSuspect) -> Int {
        suspect.places.count { failures.requests[$0].operation == operation }
      }
      let first = found.indices.max { count(found[$0]) < count(found[$1]) }
      guard let first, count(found[first]) > 0 else { continue }
      func isUnproven(_ finding: Finding) -> Bool {
        finding.verdict.failure?.kind == .implausible && finding.vector.operation == operation
      }
      found[first].unproven += others.filter(isUnproven)
      others.removeAll(where: isUnproven)
    }
  }

  /// Holds a mistake against the failures that nothing explains so far, and a few of the others.
  private func suspicion(_ mistake: Mistake) -> Suspicion {
    let all = failures.findings.indices
    var explained = 0
    let places = all.filter { place in
      if open.contains(place) { return true }
      explained += 1
      return explained % 8 == 1
    }
    let first = Suspicion(Suspect(mistake), at: places, of: failures)
    // Whoever explains something may also explain what another does.
    return first.matches.isEmpty
      ? first : Suspicion(first.suspect, at: Array(all), of: failures)
  }

  /// Begins again with all that is known.
  private mutating func takeAll() {
    open = Set(failures.findings.indices)
    found = []
    while take(.answer) {}
    while take(.refusal) {}
  }

  /// Takes the best of the suspicions; false where none explains anything more.
  ///
  /// - Parameters:
  ///   - least: How well a reply must agree with the suspect's to count.
  ///   - isDoubtful: Whether as many passes may speak against the suspect as failures for it.
  private mutating func take(_ least: Agreement, isDoubtful: Bool = false) -> Bool {
    var candidates: [Candidate] = []
    for (index, suspicion) in known.enumerated() {
      let places = suspicion.matches(at: open, least)
      guard !places.isEmpty else { continue }
      candidates.append(
        Candidate(index: index, places: places, suspicion, open: open, failures: failures))
    }
    candidates.sort { $0.count > $1.count }
    var best: (suspicion: Suspicion, score: [Int], against: [String])?
    // What speaks against a suspect takes long to find, so whoever cannot win is not asked for it.
    for wide in candidates {
      if let best, -best.score[0] > Candidate.weight * wide.count { break }
      let (suspicion, against) = narrowed(known[wide.index], least, isDoubtful: isDoubtful)
      let candidate = Candidate(
        index: wide.index, places: suspicion.matches(at: open, least), suspicion, open: open,
        failures: failures)
      guard
        candidate.count > 0,
        candidate.isCredible(
          against: against.count, isDoubtful: isDoubtful, isRefusal: least == .refusal)
      else { continue }
      let score =
        [-candidate.weight(against: against.count), isFound(suspicion) ? 0 : 1]
        + [-suspicion.agreement(at: candidate.places)] + elsewhere(suspicion) + [candidate.index]
      if let best, !score.lexicographicallyPrecedes(best.score) { continue }
      best = (suspicion, score, against)
    }
    guard let best else { return false }
    accept(best.suspicion, least, exceptions: best.against)
    return true
  }

  /// How many operations a mistake concerns and explains nothing of: those that pass, and all.
  private func elsewhere(_ suspicion: Suspicion) -> [Int] {
    let others = suspicion.suspect.operations.subtracting(suspicion.operations(of: failures))
    return [others.intersection(passes.operations).count, others.count]
  }

  /// The part of a suspicion that passes do not contradict, and the passes that speak against it.
  ///
  /// An SDK may make a mistake in one operation and not in another. So where more than a quarter as many
  /// passes speak against the suspect as failures for it, each operation is judged by itself: the mistake
  /// is not made where that is so. A refusal shows little, so there nothing may speak against it.
  private mutating func narrowed(
    _ suspicion: Suspicion, _ least: Agreement, isDoubtful: Bool
  ) -> (Suspicion, against: [String]) {
    let counts = suspicion.matches.keys.reduce(into: [OSSVectors.Operation: Int]()) {
      $0[failures.requests[$1].operation, default: 0] += 1
    }
    var against: [OSSVectors.Operation: [String]] = [:]
    for (operation, count) in counts {
      against[operation] = exceptions(to: suspicion, in: operation, limit: count)
    }
    func isMade(_ exceptions: Int, _ count: Int) -> Bool {
      isDoubtful || 4 * exceptions <= (least == .refusal ? 0 : count)
    }
    if !isMade(against.values.reduce(0) { $0 + $1.count }, suspicion.matches.count) {
      for (operation, count) in counts where !isMade(against[operation]?.count ?? 0, count) {
        against[operation] = nil
      }
    }
    let scope = OSSVectors.Operation.allCases.filter { against[$0] != nil }
    return (suspicion.within(Set(scope), of: failures), scope.flatMap { against[$0] ?? [] })
  }

  private mutating func exceptions(
    to suspicion: Suspicion, in operation: OSSVectors.Operation, limit: Int
  ) -> [String] {
    let key = suspicion.suspect.mistakes.map(\.sentence) + [operation.rawValue]
    if let known = exceptions[key] { return known }
    let found = passes.exceptions(to: suspicion.suspect, in: operation, limit: limit)
    exceptions[key] = found
    return found
  }

  private mutating func accept(
    _ suspicion: Suspicion, _ least: Agreement, exceptions: [String]
  ) {
    let places = suspicion.matches(at: open, least)
    open.subtract(places)
    let ids = suspicion.suspect.mistakes.map(\.id)
    if let index = found.firstIndex(where: { $0.suspicion.suspect.mistakes.map(\.id) == ids }) {
      found[index].places += places
    } else {
      found.append(ProvenSuspect(suspicion: suspicion, places: places, exceptions: exceptions))
    }
  }
}

extension DiagnosisSearch {
  /// How many answers the search for pairs may ask for.
  static let limit = 12_000

  /// Explains what is left by two mistakes that were made together.
  ///
  /// Only mistakes that change the answer to a vector are paired for it, and of those only such as
  /// no pass speaks against. A pair with a mistake that was found already comes before others. Where a
  /// refusal is due, a mistake that was found changes nothing alone, and may show beside another.
  private mutating func takePairs() {
    var trials = 0
    for place in open.sorted() where open.contains(place) {
      let finding = failures.findings[place]
      guard [.mismatch, .accepted].contains(finding.verdict.failure?.kind) else { continue }
      for (one, other) in pairs(at: place) {
        guard trials < Self.limit else { return }
        trials += 1
        guard let suspect = pair(one, other, behind: finding) else { continue }
        let all = Array(failures.findings.indices)
        accept(Suspicion(suspect, at: all, of: failures), .answer, exceptions: [])
        break
      }
    }
  }

  /// Two mistakes that explain a failure when they are made together, and that no pass speaks
  /// against.
  private mutating func pair(
    _ one: Suspicion, _ other: Suspicion, behind finding: Finding
  ) -> Suspect? {
    guard let first = one.suspect.mistakes.first, let second = other.suspect.mistakes.first
    else { return nil }
    let suspect = Suspect(first, second)
    let reply = suspect.answer(finding.vector.operation, finding.vector.input)
    guard Agreement(of: finding, with: reply) != nil else { return nil }
    for suspicion in [one, other] where !isFound(suspicion) {
      let count = suspicion.matches.count
      let against = exceptions(to: suspicion, in: finding.vector.operation, limit: count)
      guard against.isEmpty else { return nil }
    }
    return suspect
  }

  private func isFound(_ suspicion: Suspicion) -> Bool {
    found.contains { explanation in
      explanation.suspicion.suspect.mistakes.contains { $0.id == suspicion.suspect.mistakes[0].id }
    }
  }

  /// The pairs that can be behind a failure, both ways round, the likeliest first.
  private func pairs(at place: Int) -> [(Suspicion, Suspicion)] {
    let candidates = known.filter { $0.possible.contains(place) }
    let all = candidates.filter(isFound) + candidates.filter { !isFound($0) }
    let isAccepted = failures.findings[place].verdict.failure?.kind == .accepted
    let hidden = known.filter { suspicion in
      isAccepted && isFound(suspicion) && !suspicion.possible.contains(place)
        && suspicion.suspect.operations.contains(failures.requests[place].operation)
    }
    return all.indices.flatMap { first in
      (all.dropFirst(first + 1) + hidden).flatMap { second in
        [(all[first], second), (second, all[first])]
      }
    }
  }
}

extension Finding {
  /// Whether the reply is an answer or a refusal that a mistake in signing can be behind.
  fileprivate var isAnsweredWrongly: Bool {
    switch verdict.failure?.kind {
    case .mismatch, .accepted, .rejected: true
    default: false
    }
  }
}
