internal import OSSEndpoint
internal import OSSExplain
internal import OSSPrimitives

/// What `serve` says at the end of a command: what was refused, each reason once, and the counts.
struct ServedText {
  let journal: Journal
  let status: Int32

  /// The text; only its last line where it is to be short.
  func text(isShort: Bool) -> String {
    var text = ""
    for (entry, count) in isShort ? [] : refused {
      text += "\(entry.method) \(entry.target.cut(after: 60)): \(entry.status) \(entry.code ?? "")"
      text += count > 1 ? ", and \(count - 1) more for the same reason\n" : "\n"
      text += "  \(entry.headline ?? "")\n"
      if let reason = entry.reasons.first, reason.certainty != .possible {
        text += "  \(reason.isProved ? "proved" : reason.certainty.rawValue): \(reason.id)\n"
        text += "  fix: \(reason.fix)\n"
      }
      text += "\n"
    }
    let served = journal.requestCount - journal.refusedCount
    text += "\(journal.requestCount) requests: \(served) verified, \(journal.refusedCount) refused."
    if journal.requestCount == 0 {
      text += " The command sent nothing to the endpoint; does it use OSS_ENDPOINT?"
    }
    if status != 0 { text += " The command ended with \(status)." }
    return text + "\n"
  }

  /// The first entry of each reason, and how many have it.
  private var refused: [(entry: JournalEntry, count: Int)] {
    var found: [(entry: JournalEntry, count: Int)] = []
    for entry in journal.entries where entry.isRefused {
      let name = entry.reasons.first?.id ?? entry.headline
      let index = found.firstIndex {
        ($0.entry.reasons.first?.id ?? $0.entry.headline) == name
      }
      if let index { found[index].count += 1 } else { found.append((entry, 1)) }
    }
    return found
  }
}
