internal import OSSVectors

/// What speaks for a suspect in a run, and what against it.
struct Suspicion {
  let suspect: Suspect
  /// The failures that have exactly the suspect's answers, by their place, and how well they agree.
  let matches: [Int: Agreement]
  /// How many of the failures the suspect would have caused.
  let possible: Int

  /// How many failures are looked at without a match before the suspect is let go.
  ///
  /// A mistake that is behind failures shows alone in one of them, or nothing could name it.
  private static let patience = 24

  /// Holds a suspect against the failures of a run.
  init(_ suspect: Suspect, against failing: [Finding]) {
    self.suspect = suspect
    var matches: [Int: Agreement] = [:]
    var possible = 0
    for (place, finding) in failing.enumerated() {
      guard suspect.concerns(finding.vector.operation) else { continue }
      let reply = suspect.answer(finding.vector.operation, finding.vector.input)
      guard finding.vector.isFailed(by: reply) else { continue }
      possible += 1
      matches[place] = Agreement(of: finding, with: reply)
      if matches.isEmpty, possible == Self.patience { break }
    }
    self.matches = matches
    self.possible = possible
  }

  /// The ids of passed vectors that the suspect would have failed.
  ///
  /// A signer with the mistake cannot have passed them, so each speaks against it. The search ends
  /// once more speaks against the suspect than for it.
  func exceptions(among passing: [Finding]) -> [String] {
    let clauses = Set(suspect.mutants.map(\.clause))
    // Where the clause is cited the mistake shows, if anywhere.
    let near = passing.filter { !clauses.isDisjoint(with: $0.vector.clauses) }
    let far = passing.filter { clauses.isDisjoint(with: $0.vector.clauses) }
    var exceptions: [String] = []
    for finding in near + far where suspect.concerns(finding.vector.operation) {
      let reply = suspect.answer(finding.vector.operation, finding.vector.input)
      guard finding.vector.isFailed(by: reply) else { continue }
      exceptions.append(finding.vector.id)
      if exceptions.count > matches.count { break }
    }
    return exceptions
  }

  /// The matches at places that are still open.
  func matches(at open: Set<Int>) -> [Int] { matches.keys.filter(open.contains) }

  /// How well the suspect agrees with failures, all told.
  func agreement(at places: [Int]) -> Int {
    places.reduce(0) { $0 + (matches[$1]?.rawValue ?? 0) }
  }
}
