internal import OSSVectors

extension Expectations {
  /// The list that fits a run.
  ///
  /// Entries that still hold stay as they are, with their reasons and links; entries about vectors
  /// that were not run stay too. Where a pattern no longer holds for all, those of its vectors that
  /// still fail so get entries of their own with its reason. A new failure's reason is made from its
  /// verdict, for a person to improve.
  ///
  /// - Parameters:
  ///   - sdk: The SDK and its version that were run.
  ///   - findings: The run.
  ///   - corpus: All vectors, whose order the list follows.
  /// - Complexity: O(*n* · *m*) in the numbers of entries and vectors.
  func updated(sdk: String, findings: [Finding], corpus: Corpus) -> Expectations {
    let standings = findings.map { ($0, Standing($0, expectations: self)) }
    let stale = Set(
      standings.compactMap { finding, standing -> ExpectedFailure.Target? in
        switch standing {
        case .unexpectedPass(let entry), .failsDifferently(let entry): entry.target
        default: nil
        }
      })
    var kept = entries.filter { !stale.contains($0.target) }
    for (finding, standing) in standings {
      switch standing {
      case .failed, .failedMay, .failsDifferently:
        if let entry = ExpectedFailure(finding) { kept.append(entry) }
      case .expectedFailure(let entry) where stale.contains(entry.target):
        var own = entry
        own.target = .id(finding.vector.id)
        kept.append(own)
      default: break
      }
    }
    return Expectations(sdk: sdk, entries: kept.ordered(by: corpus))
  }
}

extension ExpectedFailure {
  /// An entry for a finding that failed, its reason made from the verdict.
  fileprivate init?(_ finding: Finding) {
    guard let failure = finding.verdict.failure else { return nil }
    let clauses = finding.vector.clauses.joined(separator: ", ")
    self.init(
      target: .id(finding.vector.id), status: .failure(failure.kind),
      reason: "\(clauses): \(failure.message)")
  }
}

extension [ExpectedFailure] {
  /// The entries in the order in which a corpus has the first vector of each.
  fileprivate func ordered(by corpus: Corpus) -> [ExpectedFailure] {
    let places = map { entry in
      corpus.vectors.firstIndex { entry.target.covers($0.id) } ?? corpus.vectors.count
    }
    return zip(places, enumerated()).sorted { ($0.0, $0.1.offset) < ($1.0, $1.1.offset) }
      .map(\.1.element)
  }
}
