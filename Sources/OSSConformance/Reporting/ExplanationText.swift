internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Shows what explains a refusal to a person, or to a program.
struct ExplanationText {
  /// What is said where nothing explains the refusal.
  static let nothing = "Nothing that you gave explains it"
  /// What is said before guesses.
  static let guesses = "Nothing that you gave explains it for certain"

  let style: Style

  func text(_ explanation: Explanation) -> String {
    let found = explanation.findings
    let isSure = found.contains { $0.certainty != .possible }
    // Guesses beside something surer would only distract.
    let shown = found.filter { !isSure || $0.certainty != .possible }
    let blocks = shown.map { block($0).joined(separator: "\n") + "\n" }
    let head = found.isEmpty ? Self.nothing : Self.guesses
    return (isSure ? "" : head + asking(explanation) + (found.isEmpty ? "\n" : "\n\n"))
      + blocks.joined(separator: "\n") + expected(explanation)
  }

  /// Where OSS shows no text, the one that it makes of the request: to compare one's own with.
  private func expected(_ explanation: Explanation) -> String {
    guard let (name, lines) = explanation.expected else { return "" }
    return
      "\nOSS makes this \(name) of the request as you show it; compare your own, line by line:\n"
      + lines.map { "  " + $0.text.visible + "\n" }.joined()
  }

  /// What would tell more and was not given, as the end of a sentence.
  private func asking(_ explanation: Explanation) -> String {
    let missing = explanation.missing
    return missing.isEmpty ? "." : "; give " + missing.joined(separator: " or ") + " too."
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

  /// The findings as JSON.
  func json(_ explanation: Explanation) -> JSONValue {
    ["findings": .array(explanation.findings.map { .object(object($0)) })]
  }

  private func object(_ finding: FoundCause) -> JSONObject {
    var object: JSONObject = [
      "id": .string(finding.cause.id), "certainty": .string(finding.certainty.rawValue),
      "mistake": .string(finding.sentence),
    ]
    if finding.isProved { object["proved"] = true }
    object["detail"] = finding.detail.map { .string($0.visible) }
    object["clause"] = finding.clause.map { .string($0) }
    object["vector"] = finding.vector.map { .string($0) }
    object["change"] = .string(finding.fix)
    if let difference = finding.difference {
      var members: JSONObject = ["part": .string(difference.part)]
      members["offset"] = difference.judged.offset.map { .number(JSONNumber(Int64($0))) }
      members["oss"] = difference.sent.map { .string($0.text) }
      members["client"] = difference.signed.map { .string($0.text) }
      object["difference"] = .object(members)
    }
    return object
  }
}

extension TextDifference {
  /// The same as the judge has it, with the first byte that differs.
  fileprivate var judged: Difference {
    Difference(name: part, part: nil, expected: sent, actual: signed)
  }
}
