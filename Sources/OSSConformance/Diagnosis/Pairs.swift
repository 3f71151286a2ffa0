internal import OSSMistakes
internal import OSSVectors

/// Explains what is left by two mistakes that were made together.
///
/// It runs the model, so it finds what no list of fingerprints holds.
extension DiagnosisSearch {
  /// How many answers the search for pairs may ask for.
  private static let limit = 12_000

  /// Names pairs of mistakes.
  ///
  /// Only mistakes that change the answer to a vector are paired for it, and of those only such as
  /// no pass speaks against. Pairs of mistakes that were found already come before all others, and then
  /// those with one of them. Where a refusal is due, a mistake that was found changes nothing alone, and
  /// may show beside another.
  mutating func takePairs() {
    takeLongerLists()
    var trials = 0
    for areFound in [true, false] {
      for place in open.sorted() where open.contains(place) {
        guard [.mismatch, .accepted].contains(failures.findings[place].verdict.failure?.kind),
          let pair = likeliestPair(at: place, areFound, &trials)
        else { continue }
        accept(pair, pair.explained(of: open, weakly: false))
      }
    }
  }

  /// The likeliest credible pair behind a failure: a third of what it would have caused is there.
  private func likeliestPair(
    at place: Int, _ areFound: Bool, _ trials: inout Int
  ) -> Suspicion? {
    for (one, other) in pairs(at: place, areFound) {
      guard trials < Self.limit else { return nil }
      trials += 1
      let pair = [one, other].flatMap(\.mistakes)
      guard failures.isExplained(place, by: Mistake.answering(with: pair)),
        [one, other].allSatisfy({ isFound($0) || $0.passes.isEmpty })
      else { continue }
      let suspicion = suspicion(of: pair)
      if 3 * suspicion.explained.count >= suspicion.caught.count { return suspicion }
      trials += suspicion.caught.count
    }
    return nil
  }

  /// Makes the list of subresources responsible for requests that have more of the names that it lacks
  /// than any row.
  private mutating func takeLongerLists() {
    let index = found.firstIndex { $0.suspicion.mistakes[0].id == Mistake.unlistedSubresources }
    guard let index else { return }
    let suspicion = suspicion(of: found[index].suspicion.mistakes)
    found[index].suspicion.explained.merge(suspicion.explained) { before, _ in before }
    found[index].suspicion.caught.formUnion(suspicion.caught)
    accept(suspicion, suspicion.explained(of: open, weakly: false))
  }

  /// The pairs that can be behind a failure, both ways round, the likeliest first.
  private func pairs(at place: Int, _ areFound: Bool) -> [(Suspicion, Suspicion)] {
    let candidates = suspicions.filter {
      $0.caught.contains(place) && (!areFound || isFound($0))
    }
    let all = candidates.filter(isFound) + candidates.filter { !isFound($0) }
    let finding = failures.findings[place]
    let hidden = suspicions.filter { suspicion in
      finding.verdict.failure?.kind == .accepted && isFound(suspicion)
        && !suspicion.caught.contains(place)
        && suspicion.mistakes[0].operations.contains(finding.vector.operation)
    }
    return all.indices.flatMap { first in
      (all.dropFirst(first + 1) + hidden).flatMap { second in
        [(all[first], second), (second, all[first])]
      }
    }
  }

  /// Mistakes that are made together, held against all failures.
  private func suspicion(of pair: [Mistake]) -> Suspicion {
    let answer = Mistake.answering(with: pair)
    let operations = pair.reduce(into: Set()) { $0.formUnion($1.operations) }
    var suspicion = Suspicion(mistakes: pair)
    for (place, finding) in failures.findings.enumerated()
    where operations.contains(finding.vector.operation) {
      let reply = answer(finding.vector.operation, finding.vector.input)
      if Judge.verdict(of: finding.vector, reply: reply).isPass { continue }
      suspicion.caught.insert(place)
      if failures.isExplained(place, by: answer) { suspicion.explained[place] = false }
    }
    return suspicion
  }
}

extension Failures {
  /// Whether a reply is that of a signer with a mistake, by fingerprints.
  fileprivate func isExplained(_ place: Int, by answer: Mistake.Answering) -> Bool {
    let vector = findings[place].vector
    let mistaken = answer(vector.operation, vector.input)
    guard let shown = shown[place], !shown.isUnnamedRefusal,
      let listed = Fingerprint(of: mistaken, to: vector)?.listed
    else { return false }
    let compared = shown.compared(listed.keys)
    return !listed.isEmpty && !compared.isEmpty
      && compared.allSatisfy { ($0.shown == listed[$0.name] ?? $0.due) }
  }
}
