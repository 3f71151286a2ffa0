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
  func mistake(of failures: Failures, _ passes: Passes) -> DiagnosedMistake {
    let suspect = suspicion.suspect
    let scope = Set(places.map { failures.requests[$0].operation })
    let others = suspect.operations.subtracting(scope)
    // Where nothing shows the mistake, nobody knows whether it is made.
    let isNarrower = others.contains { !passes.exceptions(to: suspect, in: $0, limit: 0).isEmpty }
    return DiagnosedMistake(
      mistakes: suspect.mistakes,
      scope: isNarrower ? OSSVectors.Operation.allCases.filter(scope.contains) : nil,
      vectors: places.sorted().map { failures.findings[$0].vector },
      unproven: unproven.map(\.vector), matches: suspicion.matches.count,
      possible: suspicion.possible.count, exceptions: exceptions)
  }
}
