internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The forms in which a report is written to a file.
enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object; see ``Report/json()``.
  case json
  /// The XML that build servers read; see ``Report/junit()``.
  case junit
  /// TAP 14, a line for each vector.
  case tap
  /// A summary in Markdown for the page of a CI job.
  case markdown
  /// One page of HTML that needs nothing from elsewhere.
  case html
  /// The JSON from which shields.io and alike draw a badge.
  case badge

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
    case .tap: return Bytes(TAPReport.text(self).utf8)
    case .badge: return badge
    case .markdown:
      let page = ResultsPage(specification, showsFixes: true).text(of: try run(diagnosis))
      return Bytes((summary.verdictLine(identity.sdk.markdown) + "\n\n" + page).utf8)
    case .html: return Bytes(MatrixPage([try run(diagnosis)], specification).html().utf8)
    }
  }

  /// The run as pages about several SDKs read it.
  func run(_ diagnosis: Diagnosis) throws(VectorError) -> ReportedRun {
    try ReportedRun(JSONReport.bytes(self, diagnosis), file: identity.sdk)
  }

  /// A badge: green where every must passed, yellow where a known failure is listed, else red.
  private var badge: Bytes {
    let must = summary.levels[.must] ?? LevelCount()
    let isRed = summary.exitStatus != .asExpected
    let message =
      must.failed > 0
      ? "\(counted(must.failed, "must vector")) failed"
      : isRed ? "unexpected results" : "\(grouped(summary.executed)) vectors"
    let color = isRed ? "red" : must.failed > 0 ? "yellow" : "brightgreen"
    let badge: JSONValue = [
      "schemaVersion": 1, "label": "OSS conformance", "message": .string(message),
      "color": .string(color),
    ]
    return badge.canonical()
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

/// Writes a run as TAP 14: `ok` and `not ok` by vector, `# TODO` for a failure that does not fail the run.
enum TAPReport {
  static func text(_ report: Report) -> String {
    let results = report.results.filter(report.isClaimed)
    var text = "TAP version 14\n1..\(results.count)\n"
    for (index, result) in results.enumerated() { text += line(index + 1, result) }
    return text
  }

  private static func line(_ number: Int, _ result: CheckResult) -> String {
    let name = "\(number) - \(result.finding.vector.id)"
    switch result.standing {
    case .passed: return "ok \(name)\n"
    case .unsupported: return "ok \(name) # SKIP \(reason(result.finding.verdict))\n"
    case .expectedFailure(let entry):
      return "not ok \(name) # TODO known: \(entry.reason.visible)\n"
    case .failedBelow(let level):
      return "not ok \(name) # TODO \(level.rawValue)\n" + block(result)
    case .failed, .failsDifferently: return "not ok \(name)\n" + block(result)
    // TAP has no word for an unexpected pass, so the line is not ok and its message says why.
    case .unexpectedPass(let entry):
      return
        "not ok \(name)\n  ---\n  message: \("unexpected pass: \(entry.reason)".quoted)\n  ...\n"
    }
  }

  private static func reason(_ verdict: Verdict) -> String {
    switch verdict {
    case .unsupported(let reason): reason?.visible ?? "unsupported"
    case .notComparable(let reason): "not comparable: " + reason.visible
    case .passed, .failed: ""
    }
  }

  /// The YAML below a line.
  private static func block(_ result: CheckResult) -> String {
    let vector = result.finding.vector
    let failure = result.finding.verdict.failure
    var lines = [
      "message: " + (failure?.message ?? "It is not supported.").quoted,
      "severity: \(vector.level.rawValue)",
      "clauses: [\(vector.clauses.joined(separator: ", "))]",
    ]
    if let first = failure?.differences.first {
      let (expected, actual, _) = StepText.sides(of: first)
      lines += [
        "step: " + first.title.quoted, "wanted: " + expected.quoted, "found: " + actual.quoted,
      ]
    }
    return (["---"] + lines + ["..."]).map { "  \($0)\n" }.joined()
  }
}

extension String {
  /// The text as a string of JSON, which is one of YAML too.
  fileprivate var quoted: String { JSONValue.string(visible).compact() }
}
