extension Report {
  /// The list of known failures that fits the run; see ``Expectations/updated(sdk:findings:corpus:)``.
  package func updatedExpectations() -> Expectations {
    (expectations ?? Expectations(sdk: identity.sdk)).updated(
      sdk: identity.sdk, findings: results.map(\.finding), corpus: corpus)
  }

  /// The same run beside another list of known failures.
  func judged(by list: Expectations) -> Report {
    Report(
      identity: identity, corpus: corpus, findings: results.map(\.finding), expectations: list,
      notes: notes, diagnosis: diagnosis)
  }

  /// The same run with further notes.
  func adding(notes further: [String]) -> Report {
    Report(
      identity: identity, corpus: corpus, findings: results.map(\.finding),
      expectations: expectations, notes: notes + further,
      diagnosis: diagnosis)
  }
}
