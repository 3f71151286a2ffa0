public import OSSPrimitives

extension Report {
  /// How much a report for a person tells.
  public enum Detail: Hashable, Sendable {
    /// Only the last line.
    case quiet
    /// What a person has to look at.
    case normal
    /// Known failures and all names too.
    case verbose
  }

  /// The report for a person.
  ///
  /// - Parameters:
  ///   - detail: How much to tell.
  ///   - hasColor: Whether the reader is a terminal that shows colours.
  /// - Complexity: O(*n*) in the size of the results.
  public func text(detail: Detail = .normal, hasColor: Bool = false) -> String {
    TextReport(style: Style(hasColor: hasColor), detail: detail).text(self)
  }

  /// The report as a JSON object.
  ///
  /// Its members: `format` (1), `runner` (`name`, `version`), `sdk` (`name`, `version`, `language`),
  /// `corpus` (`digest`, as `Corpus.digest()` says, and `vectors`, their number), `exitStatus`,
  /// `summary` (the numbers of ``Summary``; `levels` holds those of each level), `notes`,
  /// `diagnosis` and `vectors`. Of the vectors each has `id`, `operation`, `level`, `clauses` and `standing` (a word of
  /// ``Standing``); if it failed, `kind` (a word of ``FailureKind``), `message` and `differences`
  /// (`name`, `part`, `expected`, `actual`, `offset`); if the SDK does not support it and says why,
  /// `reason`; if it is listed, `known` (`status`, `reason`, `link`); and `notes` where there are any.
  ///
  /// `diagnosis` has an element for each mistake behind failures, and for each group of failures that
  /// no known mistake explains. Of a mistake: `mistakes` (one, or two that were made together: `id`,
  /// `sentence`, `clauses`, `fix` and `seen` of `sdk`, `version` and `place`), `matches` and
  /// `possible` (how many failures have exactly its answers, of how many that it would cause),
  /// `exceptions` where passed vectors speak against it. Of a group: `mistakes` without any, `kind`
  /// and `what`. Of both: `vectors` (ids) and `smallest` (`id`, `operation`, `level`, `clauses`,
  /// `input`).
  ///
  /// A text that is not Unicode is `{"base64":…}`, one that is missing is null. Members may be added
  /// without a new format; a reader passes over what it does not know.
  ///
  /// - Complexity: O(*n*) in the size of the results and of the corpus.
  public func json() -> Bytes { JSONReport.bytes(self) }

  /// The report as JUnit XML: one test case for each vector, its class the operation.
  ///
  /// What turns a run red is a `failure`. Failures that are known or at level `may`, and what the SDK
  /// does not support, are `skipped` with the reason. Times are left out: they would make two reports
  /// of one run differ.
  ///
  /// - Complexity: O(*n*) in the size of the results and of the corpus.
  public func junit() -> Bytes { JUnitReport.bytes(self) }
}
