internal import OSSVectors

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
      ("timeouts", summary.timeouts), ("crashes", summary.crashes),
    ].filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
    if !others.isEmpty { lines.append(row("among them", others.joined(separator: ", "))) }
    return lines + [closing(summary)]
  }

  /// The last line, which says it all.
  func closing(_ summary: Summary) -> String {
    switch summary.exitStatus {
    case .nothingRun:
      style.red("Nothing was run: the SDK supports none of \(Self.vectors(summary.selected)).")
    case .asExpected: style.green("All is as expected") + Self.exceptions(summary) + "."
    case .failures, .usage:
      style.red("\(Self.vectors(summary.red)) did not end as expected") + Self.beside(summary)
        + "."
    }
  }

  /// What failed beside the vectors that count, so that both numbers are those of the diagnosis.
  private static func beside(_ summary: Summary) -> String {
    summary.failedMay > 0 ? ", and \(summary.failedMay) failed at level may" : ""
  }

  /// What a good end is to be read beside.
  private static func exceptions(_ summary: Summary) -> String {
    var exceptions: [String] = []
    if summary.expectedFailures > 0 {
      exceptions.append("\(summary.expectedFailures) known to fail")
    }
    if summary.failedMay > 0 { exceptions.append("\(summary.failedMay) failed at level may") }
    return exceptions.isEmpty ? "" : ": " + exceptions.joined(separator: ", ")
  }

  private func row(_ name: String, _ text: String) -> String {
    name + String(repeating: " ", count: max(1, 12 - name.utf8.count)) + text
  }

  private func text(_ count: LevelCount) -> String {
    "\(count.passed) passed, \(count.failed) failed"
      + (count.unsupported > 0 ? ", \(count.unsupported) unsupported" : "")
  }

  private static func vectors(_ count: Int) -> String {
    count == 1 ? "1 vector" : "\(count) vectors"
  }
}
