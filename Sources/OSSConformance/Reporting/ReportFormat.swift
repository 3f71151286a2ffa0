internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

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
      let page = ResultsPage(specification, showsFixes: true).text(of: try run(diagnosis))
      return Bytes((summary.verdictLine(identity.sdk.markdown) + "\n\n" + page).utf8)
    case .html: return Bytes(MatrixPage([try run(diagnosis)], specification).html().utf8)
    }
  }

  /// The run as pages about several SDKs read it.
  func run(_ diagnosis: Diagnosis) throws(VectorError) -> ReportedRun {
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
