internal import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// All that a report shows of a run: the run, weighed.
package struct Report: Sendable {
  /// What was asked, and what the judge found.
  package let run: Run
  /// The vectors' results, in the order of the corpus.
  package let results: [CheckResult]
  /// The numbers.
  package let summary: Summary
  /// What is worth telling about the run as a whole.
  package var notes: [String]

  private let weighing: Weighing
  /// The diagnosis, if the results needed one.
  private let made: Diagnosis?

  /// Weighs a run.
  package init(_ run: Run, _ weighing: Weighing = Weighing()) {
    let findings = weighing.findings(of: run)
    let isNeeded = weighing.expectations?.namesMistakes == true
    self.init(
      run, findings, weighing, isNeeded ? weighing.diagnosis(of: findings) : nil, run.notes)
  }

  private init(
    _ run: Run, _ findings: [Finding], _ weighing: Weighing, _ made: Diagnosis?, _ notes: [String]
  ) {
    (self.run, self.weighing, self.made, self.notes) = (run, weighing, made, notes)
    results = weighing.results(of: findings, made)
    summary = Summary(
      declared: run.corpus.vectors.count, leftOut: run.leftOut, unclaimed: run.unclaimed,
      results: results)
  }

  /// Who answered.
  package var identity: AdapterIdentity { run.identity }
  /// The corpus from which the vectors are.
  package var corpus: Corpus { run.corpus }
  /// The known failures that the run was compared with, if there is a list.
  package var expectations: Expectations? { weighing.expectations }

  /// Whether failures have no name because the fingerprints are of other vectors.
  var lacksNames: Bool {
    !weighing.known.isCurrent && results.contains { !$0.finding.verdict.isPass }
  }

  /// The list of known failures that fits the run, see
  /// ``Expectations/updated(sdk:results:diagnosis:corpus:_:)``, and the run beside it.
  package func updatingExpectations() -> (list: Expectations, report: Report) {
    let diagnosis = diagnosis()
    var weighing = weighing
    let list = (expectations ?? Expectations(sdk: identity.sdk)).updated(
      sdk: identity.sdk, results: results, diagnosis: diagnosis, corpus: corpus, weighing.known)
    weighing.expectations = list
    return (list, Report(run, results.map(\.finding), weighing, diagnosis, notes))
  }

  /// Which known mistakes explain the failures; it takes longest of a report, so a caller keeps it.
  package func diagnosis() -> Diagnosis {
    made ?? weighing.diagnosis(of: results.map(\.finding))
  }
}

extension Report {
  /// How much a report for a person shows.
  package enum Detail: Hashable, Sendable {
    /// Only the last line.
    case quiet
    /// One screen: what to fix first.
    case normal
    /// Every failed vector with its request and its answer, and all ids.
    case verbose
  }

  /// The report for a person.
  ///
  /// - Parameters:
  ///   - detail: How much it shows.
  ///   - hasColor: Whether it has colours.
  ///   - specification: The clauses, for their evidence; nil leaves it out.
  package func text(
    detail: Detail = .normal, hasColor: Bool = false, specification: Specification? = nil
  ) -> String {
    TextReport(style: Style(hasColor: hasColor), detail: detail, specification: specification)
      .text(self, diagnosis())
  }

  /// The report as a JSON object.
  ///
  /// Its members: `format` (1), `runner` (`name`, `version`), `sdk` (`name`, `version`, `language`, `profiles`,
  /// those that it claims, `habits`),
  /// `corpus` (`digest`, as `Corpus.digest()` says, and `vectors`, their number), `zone` (the time zone of the
  /// adapter; without one, left out), `exitStatus`,
  /// `summary` (the numbers of ``Summary``; `levels` holds those of each level), `notes`,
  /// `diagnosis` and `vectors`. Of the vectors each has `id`, `operation`, `level`, `profile`, `clauses`
  /// and `standing` (a word of ``Standing``); if it failed, `kind` (a word of ``FailureKind``), `message` and `differences`
  /// (`name`, `part`, `expected`, `actual`, `offset`); if the SDK does not support it and says why,
  /// or it cannot be compared, `reason`; if it is listed, `known` (`status`, `reason`, `link`); and `notes` where there are any.
  ///
  /// `diagnosis` has an element for each mistake behind failures, and for each group of failures that
  /// no known mistake explains. Of a mistake: `mistakes` (one: `id`,
  /// `sentence`, `clauses`, `fix` and `seen` of `sdk`, `version` and `place`), `certain`, `matches` and
  /// `possible` (how many failures have exactly its answers, of how many that it would cause),
  /// of a family `names` and `mustNames` (those of them that a must vector has without the others),
  /// `unproven` (ids) where refusals prove nothing because of it, and `exceptions` where passed
  /// vectors speak against it. Of a group: `mistakes` without any, `kind`, and
  /// `what`, the sentence that is true of all. Of both: `vectors` (ids) and `smallest` (`id`,
  /// `operation`, `level`, `clauses`, `comment`, `input`).
  ///
  /// A text that is not Unicode is `{"base64":…}`, one that is missing is null. Of a very long one
  /// the beginning is there, and at its end how many bytes it has and their SHA-256. Members may be added
  /// without a new format; a reader passes over what it does not know.
  package func json() -> Bytes { JSONReport.bytes(self, diagnosis()) }

  /// The report as JUnit XML: one test case for each vector, its class the operation, its time the one that the
  /// answer took.
  ///
  /// What turns a run red is a `failure`. Other failures, and what the SDK does not support or
  /// cannot be compared, are `skipped` with the reason. An operation that the SDK does not claim has no case.
  package func junit() -> Bytes { JUnitReport.bytes(self, diagnosis()) }

  /// Whether the SDK claims the operation of a result.
  func isClaimed(_ result: CheckResult) -> Bool {
    identity.operations.contains(result.finding.vector.operation.rawValue)
  }
}

/// The forms in which a report is written to a file.
enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object; see ``Report/json()``.
  case json
  /// The XML that build servers read; see ``Report/junit()``.
  case junit
  /// A summary in Markdown for the page of a CI job.
  case markdown
  /// One page of HTML that needs nothing from elsewhere.
  case html

  /// Whether it shows sentences and evidence of clauses.
  var needsPages: Bool { self == .markdown || self == .html }

  /// Forms as the help and an error list them.
  static func list(_ forms: [ReportFormat] = allCases) -> String {
    forms.map { "\($0.rawValue)=FILE" }.joined(separator: ", ")
  }
}

extension Report {
  /// The report in a form for a file, with a diagnosis that has been made.
  func bytes(
    _ format: ReportFormat, _ diagnosis: Diagnosis, _ specification: Specification?
  ) throws(VectorError) -> Bytes {
    let specification = specification ?? Specification(clauses: [])
    switch format {
    case .json: return JSONReport.bytes(self, diagnosis)
    case .junit: return JUnitReport.bytes(self, diagnosis)
    case .markdown:
      let page = ResultsPage(specification, showsFixes: true).text(of: try reported(diagnosis))
      return Bytes((summary.verdictLine(identity.sdk.markdown) + "\n\n" + page).utf8)
    case .html: return Bytes(MatrixPage([try reported(diagnosis)], specification).html().utf8)
    }
  }

  /// The run as pages about several SDKs read it.
  func reported(_ diagnosis: Diagnosis) throws(VectorError) -> ReportedRun {
    try ReportedRun(JSONReport.bytes(self, diagnosis), file: identity.sdk)
  }
}

extension Summary {
  /// How the run ended, in one sentence.
  fileprivate func verdictLine(_ sdk: String) -> String {
    switch exitStatus {
    case .asExpected: "**\(sdk): no unexpected result.**"
    case .failures: "**\(sdk): \(counted(red, "vector")) not as expected.**"
    case .usage, .nothingRun: "**\(sdk): nothing was run.**"
    }
  }
}
