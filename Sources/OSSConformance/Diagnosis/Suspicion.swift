internal import OSSJSON
internal import OSSMistakes
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

  private init(_ suspect: Suspect, matches: [Int: Agreement], possible: Set<Int>) {
    (self.suspect, self.matches, self.possible) = (suspect, matches, possible)
  }

  /// The operations of the failures that it matches.
  func operations(of failures: Failures) -> Set<OSSVectors.Operation> {
    Set(matches.keys.map { failures.requests[$0].operation })
  }

  /// The suspicion that the mistake is made in some operations alone.
  func within(_ scope: Set<OSSVectors.Operation>, of failures: Failures) -> Suspicion {
    func isWithin(_ place: Int) -> Bool { scope.contains(failures.requests[place].operation) }
    return Suspicion(
      suspect, matches: matches.filter { isWithin($0.key) }, possible: possible.filter(isWithin))
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

/// A suspect that explains some of what is open.
struct Candidate {
  /// What a failure counts; a pass that speaks against the suspect counts twice as much.
  static let weight = 4

  let index: Int
  let places: [Int]
  /// How many open failures the suspect would have caused with other answers.
  private let misses: Int
  /// How many failures it explains in all.
  private let matches: Int

  /// Whether it explains nothing but refusals that were not made.
  private let onlyAccepts: Bool
  /// Whether it explains signatures alone.
  private let isSigned: Bool
  /// Whether it explains only words of few, such as a standing or an action.
  private let isWord: Bool
  /// Whether it explains refusals alone, and few of those that are made for the same reason.
  private let isNarrow: Bool

  init(
    index: Int, places: [Int], _ suspicion: Suspicion, open: Set<Int>, failures: Failures
  ) {
    self.index = index
    self.places = places
    misses = suspicion.possible.count { open.contains($0) && suspicion.matches[$0] == nil }
    matches = suspicion.matches.count
    onlyAccepts = places.allSatisfy {
      failures.findings[$0].verdict.failure?.kind == .accepted
    }
    isSigned = places.allSatisfy { failures.findings[$0].reply.signature != nil }
    isWord = places.allSatisfy {
      [.credentialStanding, .credentialTimeline, .errorAction]
        .contains(failures.requests[$0].operation)
    }
    // A class of refusals is all that the reply shows, and several mistakes give the same.
    let reasons = Set(places.map { failures.reason(at: $0) })
    let alike = open.count { reasons.contains(failures.reason(at: $0)) }
    isNarrow = !reasons.contains(nil) && 3 * places.count < alike
  }

  var count: Int { places.count }

  func weight(against exceptions: Int) -> Int {
    Self.weight * count - 2 * Self.weight * exceptions - misses
  }

  /// Whether the suspect explains enough of what it would have caused, and few passes contradict.
  func isCredible(against exceptions: Int, isDoubtful: Bool, isRefusal: Bool) -> Bool {
    if isNarrow { return false }
    // A refusal without a reason shows little, so nothing may speak against it.
    if isRefusal { return exceptions == 0 && misses == 0 }
    let caused = matches + misses + exceptions
    // Whoever refuses one such input does not accept any, so a narrower mistake comes first.
    if onlyAccepts, exceptions > 0, !isDoubtful { return false }
    if 4 * exceptions <= count { return 3 * matches >= caused }
    if !isDoubtful { return false }
    // No two mistakes give one signature by chance, so whoever gives some is made, if in part.
    if isSigned { return (exceptions < count || count > 4) && matches >= 2 * misses }
    // One word of few agrees by chance.
    if isWord { return 2 * exceptions < count && 2 * matches >= caused }
    return count > 2 && exceptions < count && 2 * matches >= caused
  }
}

extension Reply {
  /// The signature that is shown, if there is one.
  fileprivate var signature: JSONValue? {
    guard case .ok(let answer) = self else { return nil }
    return answer.members["signature"]
  }
}
