internal import OSSVectors

/// Shows a run to a person: what went wrong, what is odd, and the numbers.
struct TextReport {
  let style: Style
  let detail: Report.Detail

  func text(_ report: Report, _ diagnosis: Diagnosis) -> String {
    if detail == .quiet {
      return SummaryText(style: style).closing(report.summary) + "\n"
    }
    var blocks = report.results.map {
      FindingText(style: style).lines($0, isVerbose: detail == .verbose)
    }
    blocks.append(DiagnosisText(style: style, detail: detail).lines(diagnosis, of: report))
    blocks.append(notes(report))
    blocks.append(SummaryText(style: style).lines(report))
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// The notes beside passes, each once with the vectors that it is about.
  private func notes(_ report: Report) -> [String] {
    var order: [String] = []
    var ids: [String: [String]] = [:]
    for result in report.results {
      guard result.finding.verdict.isPass else { continue }
      for note in result.finding.verdict.notes {
        if ids[note] == nil { order.append(note) }
        ids[note, default: []].append(result.finding.vector.id)
      }
    }
    return (report.notes + otherVersion(report)).map { "note: " + $0.visible }
      + order.map { "note: \($0.visible) (\(names(ids[$0] ?? [])))" } + unsupported(report)
      + unclaimed(report.summary)
  }

  /// A remark where the list of known failures is about another version of the SDK.
  private func otherVersion(_ report: Report) -> [String] {
    guard let list = report.expectations, list.sdk != report.identity.sdk else { return [] }
    return ["The known failures were written for \(list.sdk), and this is \(report.identity.sdk)."]
  }

  /// One line for all that the SDK does not claim.
  private func unclaimed(_ summary: Summary) -> [String] {
    let names = Profile.allCases.filter { summary.unclaimed[$0] != nil }.map(\.rawValue)
    if names.isEmpty { return [] }
    let count = counted(summary.unclaimed.values.reduce(0, +), "vector")
    return [
      "not run: \(count) of profiles that the adapter does not claim: "
        + names.joined(separator: ", ") + " (--profiles all runs them)"
    ]
  }

  private func unsupported(_ report: Report) -> [String] {
    var order: [String] = []
    var ids: [String: [String]] = [:]
    for result in report.results {
      let text: String
      switch result.finding.verdict {
      case .unsupported(let reason):
        text = "unsupported: " + (reason?.visible ?? "no reason is given")
      case .notComparable(let reason): text = "not comparable: " + reason.visible
      case .passed, .failed: continue
      }
      if ids[text] == nil { order.append(text) }
      ids[text, default: []].append(result.finding.vector.id)
    }
    return order.map { "\($0) (\(names(ids[$0] ?? [])))" }
  }

  private func names(_ ids: [String]) -> String {
    let shown = detail == .verbose ? ids.count : 3
    let rest = ids.count - min(shown, ids.count)
    return ids.prefix(shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

/// The lines that close the report of a run.
struct SummaryText {
  let style: Style

  func lines(_ report: Report) -> [String] {
    let summary = report.summary
    var lines = [
      row("adapter", "\(report.identity.sdk) (\(report.identity.language))".visible),
      row(
        "vectors",
        "\(summary.executed) of \(summary.selected) run"
          + (summary.selected == summary.declared ? "" : ", \(summary.declared) in all")),
    ]
    for level in Level.allCases {
      guard let count = summary.levels[level] else { continue }
      lines.append(row(level.rawValue, text(count)))
    }
    let others = [
      ("expected failures", summary.expectedFailures),
      ("unexpected passes", summary.unexpectedPasses),
      ("fail differently", summary.failsDifferently),
      ("rejected, unmapped", summary.unmappedRefusals),
      ("rejected as another class", summary.otherClasses),
      ("timeouts", summary.timeouts), ("crashes", summary.crashes),
    ].filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
    if !others.isEmpty { lines.append(row("among them", others.joined(separator: ", "))) }
    return lines + [closing(summary)]
  }

  /// The last line, which says it all.
  func closing(_ summary: Summary) -> String {
    switch summary.exitStatus {
    case .nothingRun:
      style.red("Nothing was run: " + Self.whyNothing(summary))
    case .asExpected: style.green("All results are as expected") + Self.exceptions(summary) + "."
    case .failures, .usage:
      style.red("\(counted(summary.red, "unexpected result"))")
        + Self.below(summary).map { ", and " + $0 }.joined() + "."
    }
  }

  private static func whyNothing(_ summary: Summary) -> String {
    summary.selected == 0
      ? "the adapter claims no profile of what is selected; --profiles all runs it."
      : "the SDK supports none of \(counted(summary.selected, "vector"))."
  }

  /// What failed without failing the run, so that all numbers are those of the diagnosis.
  private static func below(_ summary: Summary) -> [String] {
    [(summary.failedShould, "should"), (summary.failedMay, "may")].filter { $0.0 > 0 }
      .map { "\($0.0) failed at level \($0.1)" }
  }

  /// What a good end is to be read beside.
  private static func exceptions(_ summary: Summary) -> String {
    var exceptions: [String] = []
    if summary.expectedFailures > 0 {
      exceptions.append("\(summary.expectedFailures) known to fail")
    }
    exceptions += below(summary)
    return exceptions.isEmpty ? "" : ": " + exceptions.joined(separator: ", ")
  }

  private func row(_ name: String, _ text: String) -> String {
    name.padded(to: max(12, name.utf8.count + 1)) + text
  }

  private func text(_ count: LevelCount) -> String {
    "\(count.passed) passed, \(count.failed) failed"
      + (count.unsupported > 0 ? ", \(count.unsupported) unsupported" : "")
      + (count.notComparable > 0 ? ", \(count.notComparable) not comparable" : "")
  }
}

/// The block about one vector that did not end well.
struct FindingText {
  let style: Style

  /// The lines of the block; none for a result that is as it should be.
  func lines(_ result: CheckResult, isVerbose: Bool) -> [String] {
    switch result.standing {
    case .failed: block(style.red("FAIL"), result)
    case .failedBelow(let level): block(style.yellow("FAIL (\(level.rawValue))"), result)
    case .failsDifferently(let entry):
      block(style.red("FAILS DIFFERENTLY"), result)
        + ["  The list of known failures expects \(entry.status.word): \(entry.reason)"]
    case .unexpectedPass(let entry):
      [
        heading(style.red("UNEXPECTED PASS"), result.finding.vector),
        "  The list of known failures expects \(entry.status.word): \(entry.reason)",
      ]
    case .expectedFailure(let entry) where isVerbose:
      block("expected failure", result) + ["  known: \(entry.reason)"]
        + (entry.link.map { ["  see \($0)"] } ?? [])
    case .passed, .unsupported, .expectedFailure: []
    }
  }

  private func heading(_ word: String, _ vector: Vector) -> String {
    let clauses = vector.clauses.joined(separator: ", ")
    return "\(word) \(style.bold(vector.id)) (\(vector.level.rawValue), \(clauses))"
  }

  private func block(_ word: String, _ result: CheckResult) -> [String] {
    let vector = result.finding.vector
    var lines = [heading(word, vector), "  " + vector.comment]
    guard let failure = result.finding.verdict.failure else {
      return lines + unsupported(result.finding.verdict)
    }
    lines.append("  " + failure.message.visible)
    if let first = failure.differences.first {
      let showsBytes = vector.operation != .credentialTimeline
      lines += DifferenceText(style: style, showsBytes: showsBytes).lines(first)
    }
    let others = failure.differences.dropFirst().map(\.title)
    if !others.isEmpty { lines.append("  also: " + others.joined(separator: ", ")) }
    lines += failure.notes.map { "  note: " + $0.visible }
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
