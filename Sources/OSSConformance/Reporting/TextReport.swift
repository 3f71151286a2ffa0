internal import OSSJSON
internal import OSSPrimitives
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

/// The block about one vector that did not end well.
struct FindingText {
  let style: Style
  /// Whether the request, the answer and the expected text that the adapter does not show are there.
  var showsRequest = false

  /// The lines of the block; none for a result that is as it should be.
  func lines(_ result: CheckResult, isVerbose: Bool) -> [String] {
    switch result.standing {
    case .failed: block(style.red("FAIL"), result)
    case .failedBelow: block(style.yellow("FAIL"), result)
    case .failsDifferently(let entry):
      block(style.red("FAILS DIFFERENTLY"), result) + [due(entry)]
    case .unexpectedPass(let entry):
      [
        heading(style.red("UNEXPECTED PASS"), result.finding.vector),
        due(entry),
      ]
    case .expectedFailure(let entry) where isVerbose:
      block("expected failure", result) + ["  known: \(entry.reason.visible)"]
        + (entry.link.map { ["  see \($0.visible)"] } ?? [])
    case .passed, .unsupported, .expectedFailure: []
    }
  }

  private func due(_ entry: ExpectedFailure) -> String {
    "  The list of known failures expects \(entry.expected): \(entry.reason)".visible
  }

  private func heading(_ word: String, _ vector: Vector) -> String {
    let clauses = vector.clauses.joined(separator: ", ")
    return "\(word) \(style.bold(vector.id)) (\(vector.level.rawValue), \(clauses))"
  }

  private func block(_ word: String, _ result: CheckResult) -> [String] {
    let vector = result.finding.vector
    var lines = [heading(word, vector), "  " + vector.purpose]
    if case .agreed(let sdks, _) = vector.provenance {
      lines.append("  agreed: " + sdks.joined(separator: ", "))
    }
    guard let failure = result.finding.verdict.failure else {
      return lines + unsupported(result.finding.verdict)
    }
    if showsRequest {
      lines.append("  request   " + vector.request.visible)
      lines.append("  answer    " + result.finding.reply.words.visible)
    }
    lines.append("  " + failure.message.visible)
    if let first = failure.differences.first {
      let showsBytes = vector.operation != .credentialTimeline
      lines += DifferenceText(style: style, showsBytes: showsBytes).lines(first)
    }
    let others = failure.differences.dropFirst().map(\.title)
    if !others.isEmpty { lines.append("  also: " + others.joined(separator: ", ").visible) }
    lines += failure.notes.map { "  note: " + $0.visible }
    if showsRequest, let hidden = HiddenStep(result.finding) {
      lines.append("  expected \(hidden.name); print yours beside it:")
      lines += hidden.lines.map { $0.isEmpty ? "    |" : "    | " + $0 }
    }
    if vector.level == .may, let reason = vector.reason {
      lines.append("  The evidence is not conclusive: \(reason)")
    }
    return lines
  }

  private func unsupported(_ verdict: Verdict) -> [String] {
    switch verdict {
    case .unsupported(let reason):
      ["  The SDK does not support it: \(reason?.visible ?? "no reason is given")."]
    case .notComparable(let reason): ["  It cannot be compared: \(reason.visible)."]
    case .passed, .failed: []
    }
  }
}

extension Vector {
  /// What is asked, on one line.
  var request: String { "\(operation.rawValue) \(JSONValue.object(input).compact())" }
}

extension Reply {
  /// What came back, on one line; a secret is test data.
  var words: String {
    switch self {
    case .ok(let answer): answer.words
    case .rejected(let errorClass, let message):
      "refused as \(errorClass ?? "an error without a class")" + (message.map { ": \($0)" } ?? "")
    case .refusedByTransport(let message, _):
      "refused by the HTTP library" + (message.map { ": \($0)" } ?? "")
    case .unsupported(let reason): "unsupported" + (reason.map { ": \($0)" } ?? "")
    case .failed(let message): "failed" + (message.map { ": \($0)" } ?? "")
    case .timeout: "no reply in time"
    case .crash(let how): "the adapter died: \(how)"
    }
  }
}

extension Outcome {
  /// What is expected, on one line.
  var words: String {
    switch self {
    case .answer(let answer): answer.words
    case .rejection(let errorClass): "refused as \(errorClass)"
    }
  }
}

extension Answer {
  /// The members and the steps as JSON.
  fileprivate var words: String {
    var object = members
    if !stages.members.isEmpty { object["stages"] = .object(stages) }
    return JSONValue.object(object).compact()
  }
}

/// The text behind a difference that shows in a hash or a signature alone, where the adapter does not
/// show its own.
struct HiddenStep {
  let name: String
  /// What is expected of it.
  let lines: [String]

  /// Looks for the text; nil where the adapter shows where it differs.
  init?(_ finding: Finding) {
    guard case .ok(let given) = finding.reply,
      case .answer(let due) = finding.vector.expectation.outcome,
      let first = finding.verdict.failure?.differences.first
    else { return nil }
    let isOpaque =
      ["canonicalRequestHash", "signature", "authorization"].contains(first.name)
      || (first.name == "stringToSign" && first.isInLastLine)
    guard isOpaque else { return nil }
    for step in ["canonicalRequest", "stringToSign"] {
      guard let text = due.stages[step]?.protocolText else { continue }
      if let shown = given.stages[step], !shown.isNull { return nil }
      name = step
      lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        let line = String(decoding: $0, as: UTF8.self).visible
        return line.last == " " ? line.dropLast() + "␠" : line
      }
      return
    }
    return nil
  }
}

extension Difference {
  /// Whether both sides are alike up to the last of several lines.
  fileprivate var isInLastLine: Bool {
    guard let expected, let offset, expected[..<offset].contains(0x0A) else { return false }
    return !expected[offset...].contains(0x0A)
  }
}
