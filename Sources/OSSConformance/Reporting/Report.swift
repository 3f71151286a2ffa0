internal import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// All that a report shows of a run.
package struct Report: Sendable {
  /// Who answered.
  package let identity: AdapterIdentity
  /// The corpus from which the vectors are.
  package let corpus: Corpus
  /// The known failures that the run was compared with, if there is a list.
  package var expectations: Expectations? { terms.expectations }
  /// The vectors' results, in the order of the corpus.
  package let results: [CheckResult]
  /// The numbers.
  package let summary: Summary
  /// What is worth telling about the run as a whole.
  package var notes: [String]
  /// The nanoseconds that each vector took: from the answer before it to its own. None for a file of replies.
  private(set) var durations: [Int64] = []

  /// The time zone in which the adapter was started, if one was started.
  var zone: AdapterZone? { terms.zone }

  /// What the run was asked for beside its vectors.
  private let terms: Terms
  /// The diagnosis, if the standings needed one.
  private let made: Diagnosis?

  /// Whether failures have no name because the fingerprints are of other vectors.
  var lacksNames: Bool { !terms.known.isCurrent && results.contains { !$0.finding.verdict.isPass } }

  /// What turns judged replies into a report.
  package struct Terms: Sendable {
    /// The known failures to compare with, if there is a list.
    package var expectations: Expectations?
    /// Whether a should that fails, fails the run.
    package var isStrict = false
    /// How many vectors were left out, by the profile that the SDK does not claim.
    package var unclaimed: [Profile: Int] = [:]
    /// How many of the selected vectors were left out because whoever runs it said so.
    package var leftOut = 0
    /// The time zone in which the adapter was started, if one was started.
    package var zone: AdapterZone?
    /// Whether the steps that an adapter shows are compared, and not the results alone.
    package var comparesSteps = true

    /// The mistakes that are known, and what they answer to the vectors.
    package var known = KnownMistakes.none

    /// Makes terms.
    package init(expectations: Expectations? = nil, isStrict: Bool = false) {
      self.expectations = expectations
      self.isStrict = isStrict
    }
  }

  /// Judges the replies of a run.
  package init(
    identity: AdapterIdentity, corpus: Corpus, vectors: [Vector], replies: [Reply],
    controls: [Finding] = [], terms: Terms = Terms(), notes: [String] = []
  ) {
    let findings = zip(vectors, replies).map { vector, reply in
      Finding(vector: vector, reply: terms.compared(reply))
    }
    self.init(
      identity: identity, corpus: corpus,
      findings: Plausibility.weighed(
        findings.map { identity.allowingForHabits($0).shortened }, controls: controls),
      terms: terms, notes: identity.remarks(on: findings) + notes)
  }

  /// Makes a report of findings that have been weighed.
  private init(
    identity: AdapterIdentity, corpus: Corpus, findings: [Finding], terms: Terms,
    notes: [String], diagnosis: Diagnosis? = nil
  ) {
    self.identity = identity
    self.corpus = corpus
    self.terms = terms
    let list = terms.expectations
    made =
      diagnosis
      ?? (list?.namesMistakes == true ? Diagnosis(of: findings, by: terms.known) : nil)
    let behind = made?.mistakeBehind ?? [:]
    let gone = list?.gone(from: findings, made: Set(behind.values), terms.known) ?? [:]
    results = findings.map { finding in
      let id = finding.vector.id
      let standing =
        gone[id].map(Standing.unexpectedPass)
        ?? Standing(
          finding, expectations: list, explainedBy: behind[id], isStrict: terms.isStrict)
      return CheckResult(finding: finding, standing: standing)
    }
    summary = Summary(
      declared: corpus.vectors.count, leftOut: terms.leftOut, unclaimed: terms.unclaimed,
      results: results)
    self.notes = notes
  }

  /// Asks an adapter and judges what it answers.
  ///
  /// The closure `asked` is called when the last reply is in: what comes then may take long.
  package static func check<Answering: Adapter & ~Copyable>(
    _ selected: [Vector], of corpus: Corpus, with adapter: inout Answering,
    _ profiles: ProfileChoice = .claimed, terms: Terms = Terms(),
    progress: (Int) -> Void = { _ in },
    asked finish: () -> Void = {}
  ) throws(AdapterError) -> Report {
    let identity = adapter.identity
    var terms = terms
    let vectors: [Vector]
    (vectors, terms.unclaimed) = profiles.cut(selected, of: corpus, for: identity)
    let controls = Plausibility.controls(for: vectors, in: corpus.vectors)
    let asked = controls.isEmpty ? vectors : vectors + controls
    let compared = terms.compared
    var findings = [Finding?](repeating: nil, count: asked.count)
    var count = 0
    var durations = [Int64](repeating: 0, count: asked.count)
    var last = ByteChannel.now()
    try adapter.ask(asked.map { AdapterRequest($0) }) { index, reply in
      // Judged at once, while the adapter works at the next requests.
      findings[index] =
        identity.allowingForHabits(Finding(vector: asked[index], reply: compared(reply))).shortened
      let now = ByteChannel.now()
      (durations[index], last) = (now - last, now)
      count += 1
      progress(min(count, vectors.count))
    }
    finish()
    let found = findings.prefix(vectors.count).compactMap(\.self)
    let others = findings.dropFirst(vectors.count).compactMap(\.self)
    var report = Report(
      identity: identity, corpus: corpus,
      findings: Plausibility.weighed(found, controls: others),
      terms: terms, notes: identity.remarks(on: found))
    report.durations = Array(durations.prefix(vectors.count))
    return report
  }
}

extension Report.Terms {
  /// As much of a reply as is compared.
  fileprivate func compared(_ reply: Reply) -> Reply {
    guard !comparesSteps, case .ok(var answer) = reply else { return reply }
    answer.stages = [:]
    return .ok(answer)
  }
}

extension AdapterIdentity {
  /// The SDK and its version, as lists of known failures name them.
  package var sdk: String { "\(name) \(version)" }
}

extension Report {
  /// The list of known failures that fits the run, see
  /// ``Expectations/updated(sdk:results:diagnosis:corpus:_:)``, and the run beside it.
  package func updatingExpectations() -> (list: Expectations, report: Report) {
    let diagnosis = diagnosis()
    let list = (expectations ?? Expectations(sdk: identity.sdk)).updated(
      sdk: identity.sdk, results: results, diagnosis: diagnosis, corpus: corpus, terms.known)
    var terms = terms
    terms.expectations = list
    let report = Report(
      identity: identity, corpus: corpus, findings: results.map(\.finding), terms: terms,
      notes: notes, diagnosis: diagnosis)
    return (list, report)
  }

  /// Which known mistakes explain the failures: the dear part of a report, made once by who writes
  /// one.
  package func diagnosis() -> Diagnosis {
    made ?? Diagnosis(of: results.map(\.finding), by: terms.known)
  }

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
  /// no known mistake explains. Of a mistake: `mistakes` (one, or two that were made together: `id`,
  /// `sentence`, `clauses`, `fix` and `seen` of `sdk`, `version` and `place`), `certain`, `matches` and
  /// `possible` (how many failures have exactly its answers, of how many that it would cause),
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
    default: false
    }
  }
}
