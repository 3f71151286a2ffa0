internal import OSSVectors

/// The block that tells of one vector that did not end well.
struct FindingText {
  let style: Style

  /// The lines of the block; none for a result that is as it should be.
  func lines(_ result: CheckResult, isVerbose: Bool) -> [String] {
    switch result.standing {
    case .failed: block(style.red("FAIL"), result)
    case .failedMay: block(style.yellow("FAIL (may)"), result)
    case .failsDifferently(let entry):
      block(style.red("FAILS DIFFERENTLY"), result)
        + ["  It was expected to end as \(entry.status.word): \(entry.reason)"]
    case .unexpectedPass(let entry):
      [
        heading(style.red("UNEXPECTED PASS"), result.finding.vector),
        "  It was expected to end as \(entry.status.word): \(entry.reason)",
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
      lines.append("  The evidence is open: \(reason)")
    }
    return lines
  }

  private func unsupported(_ verdict: Verdict) -> [String] {
    guard case .unsupported(let reason) = verdict else { return [] }
    return ["  The SDK does not support it: \(reason?.visible ?? "no reason is given")."]
  }
}
