internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The block about one vector that did not end well.
struct FindingText {
  let style: Style
  /// Whether the request, the answer and the expected text that the adapter does not show are there.
  var showsRequest = false

  /// The lines of the block; none for a result that is as it should be.
  func lines(_ result: CheckResult, isVerbose: Bool) -> [String] {
    switch result.standing {
    case .failed: block(style.red("FAIL"), result)
    case .failedBelow(let level): block(style.yellow("FAIL (\(level.rawValue))"), result)
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
