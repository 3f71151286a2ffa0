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

  private var weighing: Weighing
  /// The diagnosis, if the results needed one.
  private let made: Diagnosis?

  /// Weighs a run.
  package init(_ run: Run, _ weighing: Weighing = Weighing()) {
    let findings = weighing.findings(of: run)
    let isNeeded = weighing.expectations?.namesMistakes == true
    let made = isNeeded ? Diagnosis(of: findings, by: weighing.known) : nil
    self.init(run, findings, weighing, made, run.notes)
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

  /// The mistakes that may be behind failures.
  var known: KnownMistakes {
    get { weighing.known }
    set { weighing.known = newValue }
  }

  /// Whether a vector failed, known or not.
  var hasFailures: Bool { results.contains { $0.finding.verdict.failure != nil } }

  /// Whether failures have no name because the fingerprints are of other vectors.
  var lacksNames: Bool { hasFailures && !known.isCurrent }

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
    made ?? Diagnosis(of: results.map(\.finding), by: weighing.known)
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
  ///   - diagnosis: What explains the failures; nil searches for it.
  ///   - detail: How much it shows.
  ///   - hasColor: Whether it has colours.
  ///   - specification: The clauses, for their evidence; nil leaves it out.
  package func text(
    _ diagnosis: Diagnosis? = nil, detail: Detail = .normal, hasColor: Bool = false,
    specification: Specification? = nil
  ) -> String {
    TextReport(style: Style(hasColor: hasColor), detail: detail, specification: specification)
      .text(self, diagnosis ?? self.diagnosis())
  }

  /// Whether the SDK claims the operation of a result.
  func isClaimed(_ result: CheckResult) -> Bool {
    identity.operations.contains(result.finding.vector.operation.rawValue)
  }
}

/// By what the findings of a run are weighed: declared habits, the other findings, known mistakes, and a
/// list of known failures.
package struct Weighing: Sendable {
  /// The known failures to compare with, if there is a list.
  package var expectations: Expectations?
  /// Whether a should that fails, fails the run.
  package var isStrict = false
  /// The mistakes that are known, and what they answer to the vectors.
  package var known = KnownMistakes.none

  /// Makes the weighing of a run beside a list, or without one.
  package init(expectations: Expectations? = nil, isStrict: Bool = false) {
    self.expectations = expectations
    self.isStrict = isStrict
  }

  /// The findings of a run as an SDK with its habits has them (ADP-HABIT-1), without the passes that
  /// prove nothing (FMT-JUDGE-7).
  func findings(of run: Run) -> [Finding] {
    Plausibility.weighed(
      run.findings.map(run.identity.allowingForHabits),
      controls: run.controls.map(run.identity.allowingForHabits))
  }

  /// What each finding means for the run.
  ///
  /// - Parameter diagnosis: The mistakes behind the failures; needed beside a list that names some.
  func results(of findings: [Finding], _ diagnosis: Diagnosis?) -> [CheckResult] {
    let behind = diagnosis?.mistakeBehind ?? [:]
    let gone = expectations?.gone(from: findings, made: Set(behind.values), known) ?? [:]
    return findings.map { finding in
      let id = finding.vector.id
      let standing =
        gone[id].map(Standing.unexpectedPass)
        ?? Standing(
          finding, expectations: expectations, explainedBy: behind[id], isStrict: isStrict)
      return CheckResult(finding: finding, standing: standing)
    }
  }
}

/// A finding and what it means for the run.
package struct CheckResult: Hashable, Sendable {
  /// What was asked, what came back, and what the judge says.
  package var finding: Finding
  /// What that means, known failures considered.
  package var standing: Standing
}

extension CheckResult {
  /// Whether the adapter gave no answer that could be judged.
  var isError: Bool {
    switch finding.verdict.failure?.kind {
    case .timeout, .crash: true
    case .mismatch, .accepted, .rejected, .adapterFailed, .implausible, nil: false
    }
  }
}

extension Standing {
  /// What a finding means: beside a list every failure that it does not name fails the run, without
  /// one a must alone, or with `isStrict` a should too (FMT-EXP-3).
  ///
  /// - Parameter mistake: The id of the mistake that explains the failure, if one does.
  package init(
    _ finding: Finding, expectations: Expectations?, explainedBy mistake: String? = nil,
    isStrict: Bool = false
  ) {
    let status = ExpectedStatus(finding.verdict)
    let entry = expectations.flatMap { list in
      list.entry(for: finding.vector.id)
        ?? mistake.flatMap { list.entry(explaining: $0, of: finding.vector.level) }
    }
    guard let entry else {
      switch status {
      case nil: self = .passed
      case .unsupported: self = .unsupported
      case .failure:
        let level = finding.vector.level
        let counts = level == .must || (level == .should && isStrict)
        self = expectations != nil || counts ? .failed : .failedBelow(level)
      }
      return
    }
    switch status {
    case nil: self = .unexpectedPass(entry)
    case .unsupported where entry.status == .unsupported: self = .unsupported
    case .some where entry.status == nil || entry.status == status: self = .expectedFailure(entry)
    case .unsupported, .failure: self = .failsDifferently(entry)
    }
  }
}

/// The forms in which a report is written to a file.
package enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object; see ``JSONReport``.
  case json
  /// The XML that build servers read; see ``JUnitReport``.
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
  /// The report in a form for a file.
  ///
  /// - Parameter diagnosis: What explains the failures; nil searches for it.
  package func bytes(
    _ format: ReportFormat, _ diagnosis: Diagnosis? = nil, _ specification: Specification? = nil
  ) throws(VectorError) -> Bytes {
    let diagnosis = diagnosis ?? self.diagnosis()
    let specification = specification ?? Specification(clauses: [])
    switch format {
    case .json: return JSONReport.bytes(self, diagnosis)
    case .junit: return JUnitReport.bytes(self, diagnosis)
    case .markdown:
      let page = ResultsPage(specification, showsFixes: true).text(of: try reported(diagnosis))
      return (summary.verdictLine(identity.sdk.markdown) + "\n\n" + page).bytes
    case .html: return MatrixPage([try reported(diagnosis)], specification).html().bytes
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

/// The numbers of a run.
package struct Summary: Hashable, Sendable {
  /// How many vectors the corpus has.
  package var declared = 0
  /// How many of them were selected.
  package var selected = 0
  /// How many whoever runs it left out of the selection.
  package var leftOut = 0
  /// How many of the selected ones the SDK tried: all but the unsupported ones.
  package var executed = 0
  /// What became of the vectors, level by level.
  package var levels: [Level: LevelCount] = [:]
  /// How many are of profiles that the SDK does not claim; they were not run.
  package var unclaimed: [Profile: Int] = [:]
  /// How many failed so that the run fails.
  package var failed = 0
  /// How many failed at level should, without failing the run.
  package var failedShould = 0
  /// How many failed at level may, without failing the run.
  package var failedMay = 0
  /// How many failed as the list of known failures says.
  package var expectedFailures = 0
  /// How many passed although the list says that they do not.
  package var unexpectedPasses = 0
  /// How many did not pass, but in another way than the list says.
  package var failsDifferently = 0
  /// How many refusals passed whose reason is not in the closed list.
  package var unmappedRefusals = 0
  /// How many refusals passed that have another class than the clause names.
  package var otherClasses = 0
  /// How many answers were valid and could not be compared.
  package var notComparable = 0
  /// How many had no reply in time.
  package var timeouts = 0
  /// How many ended the adapter.
  package var crashes = 0

  /// Counts the results of a run.
  init(
    declared: Int, leftOut: Int = 0, unclaimed: [Profile: Int] = [:], results: [CheckResult]
  ) {
    self.declared = declared
    self.leftOut = leftOut
    self.unclaimed = unclaimed
    for place in results.indices { add(results[place]) }
  }

  private mutating func add(_ result: CheckResult) {
    let finding = result.finding
    selected += 1
    levels[finding.vector.level, default: LevelCount()].add(finding.verdict)
    if case .unsupported = finding.verdict {} else { executed += 1 }
    if case .notComparable = finding.verdict { notComparable += 1 }
    if finding.isUnmappedRefusal { unmappedRefusals += 1 }
    if finding.isOfAnotherClass { otherClasses += 1 }
    switch finding.verdict.failure?.kind {
    case .timeout: timeouts += 1
    case .crash: crashes += 1
    default: break
    }
    switch result.standing {
    case .passed, .unsupported: break
    case .failed: failed += 1
    case .failedBelow(let level):
      if level == .may { failedMay += 1 } else { failedShould += 1 }
    case .expectedFailure: expectedFailures += 1
    case .unexpectedPass: unexpectedPasses += 1
    case .failsDifferently: failsDifferently += 1
    }
  }

  /// How many vectors turn the run red.
  package var red: Int { failed + unexpectedPasses + failsDifferently }

  /// The exit status that the numbers call for.
  package var exitStatus: RunnerStatus {
    if executed == 0 { return .nothingRun }
    return red == 0 ? .asExpected : .failures
  }
}

/// What became of the vectors of one level.
package struct LevelCount: Hashable, Sendable {
  /// How many were selected.
  package var selected = 0
  /// How many passed.
  package var passed = 0
  /// How many failed, expected or not.
  package var failed = 0
  /// How many the SDK cannot do.
  package var unsupported = 0
  /// How many could not be compared.
  package var notComparable = 0

  mutating func add(_ verdict: Verdict) {
    selected += 1
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .unsupported: unsupported += 1
    case .notComparable: notComparable += 1
    }
  }
}
