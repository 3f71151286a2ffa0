internal import OSSVectors

/// What speaks for a suspect in a run, and what against it.
struct Suspicion {
  let suspect: Suspect
  /// The failures that have exactly the suspect's answers, by their place, and how well they agree.
  let matches: [Int: Agreement]
  /// The places of the failures that the suspect would have caused.
  let possible: Set<Int>

  /// How many failures are looked at without a match before the suspect is let go.
  ///
  /// A mistake that is behind failures shows alone in one of them, or nothing could name it.
  private static let patience = 24

  /// Holds a suspect against failures of a run.
  ///
  /// - Parameters:
  ///   - suspect: The mistake.
  ///   - places: Which of the failures to look at.
  ///   - failures: The failures.
  init(_ suspect: Suspect, at places: [Int], of failures: Failures) {
    self.suspect = suspect
    var matches: [Int: Agreement] = [:]
    var possible: Set<Int> = []
    for place in places {
      let request = failures.requests[place]
      guard suspect.operations.contains(request.operation) else { continue }
      let reply = suspect.answer(request.operation, request.input)
      // Most mistakes do not show in most vectors.
      guard reply != failures.right[place],
        failures.findings[place].vector.isFailed(by: reply)
      else { continue }
      possible.insert(place)
      matches[place] = Agreement(of: failures.findings[place], with: reply)
      if matches.isEmpty, possible.count == Self.patience { break }
    }
    self.matches = matches
    self.possible = possible
  }

  /// The matches at places that are still open, of those that agree well enough.
  func matches(at open: Set<Int>, _ least: Agreement) -> [Int] {
    matches.filter { $0.value >= least && open.contains($0.key) }.map(\.key)
  }

  /// How well the suspect agrees with failures, in all.
  func agreement(at places: [Int]) -> Int {
    places.reduce(0) { $0 + (matches[$1]?.rawValue ?? 0) }
  }
}
