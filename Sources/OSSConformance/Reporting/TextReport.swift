internal import OSSJSON
internal import OSSVectors

/// Shows a run to a person on one screen: what to fix first, then what is advised, then the numbers.
///
/// What must be fixed always has a line. The rest takes the lines that are left; the verbose report
/// has no limit, and every failed vector before the screen.
struct TextReport {
  let style: Style
  let detail: Report.Detail
  /// The clauses with their evidence; nil where the pages are not at hand.
  var specification: Specification?

  /// How many lines the screen has.
  static let lineLimit = 60

  func text(_ report: Report, _ diagnosis: Diagnosis) -> String {
    let closing = ClosingText(style: style)
    if detail == .quiet { return closing.result(report) + "\n" }
    var screen = Screen(report, diagnosis, self)
    let vectors = detail == .verbose ? report.results : unexpected(in: report)
    let blocks = vectors.map { vector(in: $0, diagnosis) }.filter { !$0.isEmpty }
    let before = detail == .verbose ? blocks : []
    if detail != .verbose { screen.unexpected = blocks }
    let all = before + screen.blocks() + [closing.lines(report)]
    return all.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// What a list of known failures does not say; each is shown in full, for that is what it is for.
  private func unexpected(in report: Report) -> [CheckResult] {
    report.expectations == nil ? [] : report.results.filter(\.standing.isRed)
  }

  private func vector(in result: CheckResult, _ diagnosis: Diagnosis) -> [String] {
    var lines = FindingText(style: style, showsRequest: true)
      .lines(result, isVerbose: detail == .verbose)
    if !lines.isEmpty, let explanation = diagnosis.explanation(of: result.finding.vector.id) {
      lines += wrapped(explanation.visible, after: "  mistake: ")
    }
    return lines
  }
}

/// The blocks of a report, as many lines of each as there is room for.
struct Screen {
  let report: Report
  let diagnosis: Diagnosis
  let text: TextReport
  /// The blocks of results that a list does not say.
  var unexpected: [[String]] = []

  init(_ report: Report, _ diagnosis: Diagnosis, _ text: TextReport) {
    (self.report, self.diagnosis, self.text) = (report, diagnosis, text)
  }

  /// The blocks, each without blank lines between its own.
  func blocks() -> [[String]] {
    let isVerbose = text.detail == .verbose
    // Beside a list, each result that it does not say has its mistake with it.
    let isListed = report.expectations != nil && !isVerbose
    let numbers = NumbersText(style: text.style, isVerbose: isVerbose)
    let broken = BrokenText(report, diagnosis, isVerbose: isVerbose)
    let unexplained = isListed ? [] : UnexplainedText(self).lines()
    var mistakes = MistakesText(self)
    // Where nothing passed, answers may agree with mistakes by chance.
    if isListed || (broken.nothingPassed && !isVerbose) { mistakes = mistakes.without }
    let left = numbers.leftOut(report) + mistakes.remark
    let around = [numbers.heading(report), broken.lines, unexplained, left]
      .filter { !$0.isEmpty }
    // The closing lines, and a blank line before each block.
    let taken = around.reduce(0) { $0 + $1.count + 1 } + 5
    let (must, advice) = mistakes.blocks(
      within: isVerbose ? .max : max(0, TextReport.lineLimit - taken))
    let heading = [numbers.heading(report), broken.isMain ? broken.lines : []]
    let blocks =
      unexpected + must
      + [advice, unexplained, broken.isMain ? [] : broken.lines, left]
    // What is long ends with the summary, which is then on the screen.
    return (isVerbose ? blocks + heading : heading + blocks).filter { !$0.isEmpty }
  }

  /// The result of a vector.
  func finding(of vector: Vector) -> Finding? {
    report.results.first { $0.finding.vector.id == vector.id }?.finding
  }
}

extension Vector {
  /// What the comment says: of a timeline what holds, of any other vector which mistake it catches.
  var purpose: String { (operation == .credentialTimeline ? "" : "catches: ") + comment }

  /// The id and the request on one line, without the members that most vectors of the operation have
  /// so.
  func unusual(in corpus: Corpus) -> String {
    let unusual = UsualMembers(of: operation, in: corpus).unusual(in: input)
    let isWhole = unusual.count == input.members.count
    let shown = isWhole || unusual.isEmpty ? input : JSONObject(unusual)
    let text = JSONValue.object(shown).compact().dropLast()
    return "\(id): \(operation.rawValue) \(text)\(shown == input ? "}" : ",…}")".visible
  }
}
