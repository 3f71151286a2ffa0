internal import OSSVectors

/// A suspect that was found to be behind failures.
struct ProvenSuspect {
  let suspicion: Suspicion
  /// The places of the failures that it is made responsible for.
  var places: [Int]
  /// The ids of passed vectors that speak against it.
  let exceptions: [String]
  /// Refusals that prove nothing because of it.
  var unproven: [Finding] = []

  /// What is reported of it.
  func mistake(of failures: Failures) -> DiagnosedMistake {
    DiagnosedMistake(
      mistakes: suspicion.suspect.mistakes,
      vectors: places.sorted().map { failures.findings[$0].vector },
      unproven: unproven.map(\.vector), matches: suspicion.matches.count,
      possible: suspicion.possible.count, exceptions: exceptions)
  }
}
