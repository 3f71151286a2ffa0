internal import OSSExplain
internal import OSSPrimitives
internal import OSSVectors

/// Shows what explains a refusal to a person, or to a program.
struct ExplanationText {
  /// What is said where nothing explains the refusal.
  static let nothing = "Nothing that you gave explains it."
  /// What is said first where the cause cannot be known, before what to give.
  static let open = "This text cannot show the cause yet: paste "

  let style: Style

  func text(_ explanation: Explanation) -> String {
    let found = explanation.findings
    let isSure = found.contains { $0.certainty != .possible }
    let proof = found.first { $0.isProved && $0.certainty == .certain }
    // Guesses beside something surer, and other names of what is proved, would only distract.
    let shown = found.filter {
      (!isSure || $0.certainty != .possible)
        && (proof == nil || $0.certainty == .certain || !$0.isProved)
    }
    let blocks = shown.map { block($0).joined(separator: "\n") + "\n" }
    let missing = explanation.missing
    let head = missing.isEmpty ? Self.nothing : Self.open + Self.list(missing) + "."
    return (isSure ? "" : head + (found.isEmpty ? "\n" : "\n\n"))
      + blocks.joined(separator: "\n") + expected(explanation)
  }

  /// Where OSS shows no text, the one that it makes of the request: to compare one's own with.
  private func expected(_ explanation: Explanation) -> String {
    guard let (name, lines) = explanation.expected else { return "" }
    return
      "\nOSS makes this \(name) of the request as you show it; compare your own, line by line:\n"
      + lines.map { "  " + $0.text.visible + "\n" }.joined()
  }

  /// Things one after another, the last one behind an "and".
  private static func list(_ names: [String]) -> String {
    let (first, last) = (names.dropLast().joined(separator: "; "), names.suffix(1).joined())
    return first.isEmpty ? last : first + "; and " + last
  }

  private func block(_ finding: FoundCause) -> [String] {
    var lines = [
      "\(word(finding)) \(style.bold(finding.cause.id))", "  " + finding.sentence,
    ]
    if let detail = finding.detail { lines.append("  " + detail.visible) }
    if let difference = finding.difference {
      lines.append("  \(difference.part.visible):")
      lines += DifferenceText(style: style, names: ("OSS", "client")).lines(difference.judged)
    }
    lines.append("  change   " + finding.fix)
    if let clause = finding.clause { lines.append("  clause   \(clause)") }
    if let vector = finding.vector { lines.append("  vector   \(vector)") }
    if finding.cause.isMistake {
      lines.append("  more     \(Program.name) show \(finding.cause.id)")
    }
    return lines
  }

  private func word(_ finding: FoundCause) -> String {
    let proved = finding.isProved ? ", proved:" : ""
    return switch finding.certainty {
    case .certain: style.red("CERTAIN") + proved
    case .likely: style.yellow("LIKELY") + proved
    case .possible: "POSSIBLE"
    }
  }
}

extension TextDifference {
  /// The same as the judge has it, with the first byte that differs.
  fileprivate var judged: Difference {
    Difference(name: part, part: nil, expected: sent, actual: signed)
  }
}
