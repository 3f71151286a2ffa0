internal import OSSVectors

/// Tells a run to a person: what went wrong, what is odd, and the numbers.
struct TextReport {
  let style: Style
  let detail: Report.Detail

  func text(_ report: Report) -> String {
    if detail == .quiet {
      return SummaryText(style: style).closing(report.summary) + "\n"
    }
    var blocks = report.results.map {
      FindingText(style: style).lines($0, isVerbose: detail == .verbose)
    }
    blocks.append(DiagnosisText(style: style, detail: detail).lines(report))
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
  }

  /// A remark where the list of known failures is about another version of the SDK.
  private func otherVersion(_ report: Report) -> [String] {
    guard let list = report.expectations, list.sdk != report.identity.sdk else { return [] }
    return ["The known failures were written for \(list.sdk), and this is \(report.identity.sdk)."]
  }

  private func unsupported(_ report: Report) -> [String] {
    var order: [String] = []
    var ids: [String: [String]] = [:]
    for result in report.results {
      guard case .unsupported(let reason) = result.finding.verdict else { continue }
      let text = reason?.visible ?? "no reason is given"
      if ids[text] == nil { order.append(text) }
      ids[text, default: []].append(result.finding.vector.id)
    }
    return order.map { "unsupported: \($0) (\(names(ids[$0] ?? [])))" }
  }

  private func names(_ ids: [String]) -> String {
    let shown = detail == .verbose ? ids.count : 3
    let rest = ids.count - min(shown, ids.count)
    return ids.prefix(shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
