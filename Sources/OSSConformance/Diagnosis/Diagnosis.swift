internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Which known mistakes give exactly the wrong answers of a run.
///
/// A wrong signature is a fingerprint: two mistakes that fail the same vectors hardly ever fail them
/// with the same bytes. So a mistake is named from what an SDK shows, be it the signature alone.
package struct Diagnosis: Sendable {
  /// The mistakes that explain failures, the one that explains most first; each failure is counted
  /// for the first that explains it.
  package let mistakes: [DiagnosedMistake]
  /// The failures that no known mistake explains, in groups.
  package let newKinds: [NewKind]

  /// Finds the mistakes behind a whole run.
  ///
  /// A mistake must explain failures and may not contradict passes: one that would have failed a
  /// vector that passed is taken only where nothing better is left, and with that remark.
  ///
  /// - Parameters:
  ///   - findings: The run, weighed.
  ///   - known: The mistakes that are known, and what they answer.
  /// - Complexity: O(*f* · *m*) in the numbers of failures and mistakes.
  package init(of findings: [Finding], by known: KnownMistakes) {
    guard findings.contains(where: { $0.verdict.failure != nil }) else {
      (mistakes, newKinds) = ([], [])
      return
    }
    var search = DiagnosisSearch(findings, known)
    mistakes = search.run()
    newKinds = NewKind.groups(of: search.unexplained)
  }

  /// The id of the mistake that explains a failure, by the id of its vector.
  var mistakeBehind: [String: String] {
    var behind: [String: String] = [:]
    for mistake in mistakes {
      for vector in mistake.vectors + mistake.unproven where behind[vector.id] == nil {
        behind[vector.id] = mistake.mistake.id
      }
    }
    return behind
  }

  /// The name of what explains a failure, and its fix; nil for a vector that did not fail.
  func explanation(of id: String) -> String? {
    let mistake = mistakes.first { ($0.vectors + $0.unproven).contains { $0.id == id } }
    if let mistake {
      let clauses = mistake.clauses.joined(separator: ", ")
      return "\(mistake.title) (\(clauses)): \(mistake.mistake.fix)"
    }
    return newKinds.first { $0.vectors.contains { $0.id == id } }.map { "unexplained: " + $0.what }
  }
}

extension [Vector] {
  /// The vector whose input takes the fewest bytes, of several the first.
  var smallest: Vector? {
    self.min { $0.inputSize < $1.inputSize }
  }
}

extension Vector {
  /// How many bytes the input takes as JSON on one line.
  fileprivate var inputSize: Int { JSONValue.object(input).compact().utf8.count }
}

/// The search for the mistakes behind a run.
///
/// The mistake that explains most of what is left is taken, less what speaks against it: so the broad truth
/// comes before narrow coincidences.
struct DiagnosisSearch {
  /// The failures that a mistake can be behind.
  let failures: Failures
  /// Failures that say nothing about the SDK's answers, such as a crash.
  private(set) var others: [Finding]
  /// The places of the failures that nothing explains so far.
  private(set) var open: Set<Int>
  /// What has been found, each with the places of its failures and refusals that prove nothing.
  private var found: [(suspicion: Suspicion, places: [Int], unproven: [Finding])] = []
  /// Every suspect that explains a failure or is caught by one.
  private(set) var suspicions: [Suspicion] = []

  /// Prepares the search.
  init(_ findings: [Finding], _ known: KnownMistakes) {
    let failures = findings.filter { $0.verdict.failure != nil }
    let passed = findings.filter(\.speaks)
    others = failures.filter { !$0.isAnsweredWrongly }
    self.failures = Failures(failures.filter(\.isAnsweredWrongly), passed: passed)
    open = Set(self.failures.findings.indices)
    suspicions = suspects(known, passed)
  }

  /// What nothing explains, in the order of the run.
  var unexplained: [Finding] {
    open.sorted().map { failures.findings[$0] } + others
  }

  /// Finds the mistakes, and what is said of each (FMT-NAME-5, FMT-NAME-8).
  mutating func run() -> [DiagnosedMistake] {
    while take(.first) {}
    while take(.weak) {}
    while take(.doubtful) {}
    takeUnproven()
    return found.map { suspicion, places, unproven in
      DiagnosedMistake(
        mistake: suspicion.mistake,
        vectors: places.sorted().map { failures.findings[$0].vector },
        unproven: unproven.map(\.vector), matches: suspicion.explained.count,
        possible: suspicion.caught.count, exceptions: suspicion.passes,
        unexplainedBeside: failures.alike(to: places, among: open),
        isCertain: isCertain(suspicion, places),
        right: failures.right(beside: suspicion))
    }
  }

  /// Takes the best of the suspects; false where none is credible.
  private mutating func take(_ round: Round) -> Bool {
    let best = suspicions.indices.compactMap { index -> (score: [Int], candidate: Candidate)? in
      guard let candidate = Candidate(index, suspicions[index], round, open: open),
        candidate.isCredible(round, failures, open: open)
      else { return nil }
      let order = candidate.order(isFound: isFound(suspicions[index]), failures)
      return ([-candidate.weight] + order, candidate)
    }.min { $0.score.lexicographicallyPrecedes($1.score) }
    guard let best else { return false }
    accept(suspicions[best.candidate.index], best.candidate.places)
    return true
  }

  /// Makes a suspect responsible for failures.
  private mutating func accept(_ suspicion: Suspicion, _ places: [Int]) {
    open.subtract(places)
    if let index = found.firstIndex(where: { $0.suspicion.mistake.id == suspicion.mistake.id }) {
      found[index].places += places
    } else {
      found.append((suspicion, places, []))
    }
  }

  /// Whether a mistake has been named.
  private func isFound(_ suspicion: Suspicion) -> Bool {
    found.contains { $0.suspicion.mistake.id == suspicion.mistake.id }
  }

  /// Whether a name is certain (FMT-NAME-8).
  private func isCertain(_ suspicion: Suspicion, _ places: [Int]) -> Bool {
    let others = suspicion.caught.intersection(open).subtracting(suspicion.explained.keys)
    return suspicion.passes.isEmpty && 3 * others.count <= suspicion.explained.count
      && 2 * failures.alike(to: places, among: open) < places.count
  }

  /// Makes the mistakes that spoil every answer of an operation responsible for its refusals, which
  /// prove nothing because of them (FMT-NAME-9).
  private mutating func takeUnproven() {
    let unexplained = Set(open.map { failures.findings[$0].vector.operation })
    for operation in OSSVectors.Operation.allCases where !unexplained.contains(operation) {
      let counts = found.map { suspect in
        suspect.places.count { failures.findings[$0].vector.operation == operation }
      }
      guard let most = counts.max(), most > 0, let first = counts.firstIndex(of: most) else {
        continue
      }
      func isUnproven(_ finding: Finding) -> Bool {
        finding.verdict.failure?.kind == .implausible && finding.vector.operation == operation
      }
      found[first].unproven += others.filter(isUnproven)
      others.removeAll(where: isUnproven)
    }
  }
}

extension DiagnosisSearch {
  /// Every row, with what speaks for it and against it; last the list of subresources that lacks
  /// names, if it lacks any.
  private func suspects(_ known: KnownMistakes, _ passed: [Finding]) -> [Suspicion] {
    var suspects = zip(known.rows, known.operations).map {
      Suspicion(mistake: $0.mistake, operations: $1)
    }
    for (place, finding) in failures.findings.enumerated() {
      let listing = known.listing(of: finding.vector.id)
      // An answer that shows nothing to compare says nothing of any row.
      guard let shown = failures.shown[place],
        shown.isUnnamedRefusal || !shown.compared(listing.keys).isEmpty
      else { continue }
      for row in listing.rows { suspects[row].caught.insert(place) }
      for row in listing.explaining(shown) {
        suspects[row].explained[place] = shown.isUnnamedRefusal
      }
    }
    let names = hold(passed, against: &suspects, known)
    return united(suspects, known, knownNames: names)
  }

  /// Finds the passes against rows (FMT-NAME-3).
  ///
  /// - Returns: The subresources that the SDK knows, for it passed where one who does not fails.
  private func hold(
    _ passed: [Finding], against suspects: inout [Suspicion], _ known: KnownMistakes
  ) -> Set<String> {
    let operations = suspects.map { suspect in
      Set(suspect.explained.keys.map { failures.findings[$0].vector.operation })
    }
    var knownNames: Set<String> = []
    for finding in passed {
      let vector = finding.vector
      guard let shown = finding.shown else { continue }
      for (row, members) in known.listing(of: vector.id).members where shown.shows(oneOf: members) {
        let (names, clauses) = (known.rows[row].names, suspects[row].mistake.clauses)
        if names.count == 1 { knownNames.formUnion(names) }
        if operations[row].contains(vector.operation),
          clauses.contains(where: vector.clauses.contains)
        {
          suspects[row].passes.append(vector.id)
        }
      }
    }
    return knownNames
  }

  /// The suspects, the rows of a list that lacks names as one (FMT-NAME-4).
  private func united(
    _ suspects: [Suspicion], _ known: KnownMistakes, knownNames: Set<String>
  ) -> [Suspicion] {
    let rows = known.rows
    let lists = rows.indices.filter { !rows[$0].names.isEmpty }
    let lacking = lists.filter {
      !suspects[$0].explained.isEmpty && suspects[$0].passes.isEmpty
        && rows[$0].names.isDisjoint(with: knownNames)
    }
    let others = rows.indices.filter { rows[$0].names.isEmpty }.map { suspects[$0] }
    guard let first = lacking.first, let family = known[id: rows[first].mistake.id] else {
      return others
    }
    let names = lacking.reduce(into: Set<String>()) { $0.formUnion(rows[$1].names) }
    let clauses = family.clauses.filter { clause in
      lacking.contains { rows[$0].mistake.clauses.contains(clause) }
    }
    let mistake = family.naming(
      names.sorted { $0.precedesInBytes($1) }, breaking: clauses)
    var list = Suspicion(mistake: mistake)
    for suspect in lacking.map({ suspects[$0] }) {
      list.explained.merge(suspect.explained) { $0 && $1 }
      list.caught.formUnion(suspect.caught)
      list.operations.formUnion(suspect.operations)
    }
    return others + [list]
  }
}

extension Finding {
  /// Whether the reply is an answer or a refusal that a mistake can be behind.
  fileprivate var isAnsweredWrongly: Bool {
    switch verdict.failure?.kind {
    case .mismatch, .accepted, .rejected: true
    case .adapterFailed, .timeout, .crash, .implausible, nil: false
    }
  }

  /// Whether the finding is a pass that speaks against mistakes (FMT-NAME-3).
  ///
  /// A refusal by the HTTP library says nothing of who signs, and a refusal for another fault says
  /// nothing of the check that the vector asks for.
  fileprivate var speaks: Bool {
    switch (reply, vector.expectation.outcome) {
    case (.refusedByTransport, _): false
    case (.rejected(let given?, _), .rejection(let due)) where !given.hasSameBytes(as: due): false
    default: verdict.isPass
    }
  }
}

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

/// A known mistake that explains failures of a run.
package struct DiagnosedMistake: Sendable {
  /// The mistake.
  package let mistake: Mistake
  /// The vectors that failed with exactly its answers and that no mistake before it explains.
  package let vectors: [Vector]
  /// The vectors whose refusals prove nothing because the mistake spoils every answer beside them.
  package let unproven: [Vector]
  /// How many failures have exactly its answers, those of earlier mistakes counted too.
  package let matches: Int
  /// How many of the failures it would have caused.
  package let possible: Int
  /// Vectors that passed although the mistake would have failed them.
  package let exceptions: [String]
  /// How many failures that look like those that it explains have no name.
  package let unexplainedBeside: Int
  /// Whether nothing speaks against the name (FMT-NAME-8); one of another kind is a guess.
  package let isCertain: Bool
  /// The operations in which it would fail vectors, explains no failure, and something passed.
  package let right: [OSSVectors.Operation]

  /// The id of the mistake, and that the name is a guess where it is one.
  package var title: String { (isCertain ? "" : "perhaps ") + mistake.id }

  /// The clauses of the mistake that the failures are about: a row covers every version.
  package var clauses: [String] {
    let cited = mistake.clauses.filter { clause in
      vectors.contains { $0.clauses.contains(clause) }
    }
    return cited.isEmpty ? mistake.clauses : cited
  }

  /// The level of the most binding vector that fails by it.
  var level: Level {
    Level.allCases.first { level in vectors.contains { $0.level == level } } ?? .may
  }

  /// The names of a family that a must vector has in its query without another of them.
  var mustNames: [String] {
    let alone = vectors.filter { $0.level == .must }.compactMap { vector in
      let query = vector.input["query"]?.arrayValue ?? []
      let sent = Set(query.compactMap { $0.arrayValue?.first?.stringValue })
      let own = mistake.names.filter(sent.contains)
      return own.count == 1 ? own[0] : nil
    }
    return mistake.names.filter(alone.contains)
  }

  /// The vectors of that level.
  var mostBinding: [Vector] { vectors.filter { $0.level == level } }

  /// The smallest of the most binding vectors.
  package var smallest: Vector? { mostBinding.smallest }
}
