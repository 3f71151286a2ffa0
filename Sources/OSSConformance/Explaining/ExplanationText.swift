internal import OSSPrimitives
internal import OSSVectors

/// Tells findings to a person, or to a program.
struct ExplanationText {
  /// What is said where nothing explains the refusal.
  static let nothing = "Nothing in what you gave explains it"
  /// What is said before guesses.
  static let guesses = "Nothing here explains it for sure"

  let style: Style
  /// What was given, so that only the rest is asked for.
  let evidence: Evidence

  func text(_ found: [Explanation]) -> String {
    guard !found.isEmpty else { return Self.nothing + asking(string: false) + "\n" }
    let isSure = found.contains { $0.certainty != .possible }
    // Guesses beside something surer would only distract.
    let shown = found.filter { !isSure || $0.certainty != .possible }
    let blocks = shown.map { block($0).joined(separator: "\n") + "\n" }
    return (isSure ? "" : Self.guesses + asking(string: true) + "\n\n")
      + blocks.joined(separator: "\n")
  }

  /// What would tell more and was not given, as the end of a sentence.
  private func asking(string: Bool) -> String {
    var missing: [String] = []
    if evidence.error == nil && evidence.body == nil { missing.append("the error body") }
    if evidence.request == nil { missing.append("the request") }
    // Without another side to compare it with, one's own string tells nothing.
    if (string || missing.isEmpty) && evidence.string == nil { missing.append("your own string") }
    return missing.isEmpty ? "." : "; give " + missing.joined(separator: " or ") + " too."
  }

  private func block(_ explanation: Explanation) -> [String] {
    let mistake = explanation.mistake
    var lines = [
      "\(word(explanation.certainty)) \(style.bold(mistake.id))", "  " + explanation.sentence,
    ]
    if let detail = explanation.detail { lines.append("  " + detail.visible) }
    if let difference = explanation.difference {
      lines.append("  \(difference.title.visible):")
      lines += DifferenceText(style: style, names: ("OSS", "client")).lines(difference)
    }
    lines.append("  change   " + explanation.change)
    if let clause = explanation.clause { lines.append("  clause   \(clause)") }
    if let vector = explanation.vector { lines.append("  vector   \(vector)") }
    return lines
  }

  private func word(_ certainty: Explanation.Certainty) -> String {
    switch certainty {
    case .certain: style.red("CERTAIN")
    case .likely: style.yellow("LIKELY")
    case .possible: "POSSIBLE"
    }
  }

  /// The findings as JSON.
  static func json(_ found: [Explanation]) -> JSONValue {
    ["findings": .array(found.map { .object(object($0)) })]
  }

  private static func object(_ explanation: Explanation) -> JSONObject {
    let mistake = explanation.mistake
    var object: JSONObject = [
      "id": .string(mistake.id), "certainty": .string(explanation.certainty.rawValue),
      "mistake": .string(explanation.sentence),
    ]
    object["detail"] = explanation.detail.map { .string($0.visible) }
    object["clause"] = explanation.clause.map { .string($0) }
    object["vector"] = explanation.vector.map { .string($0) }
    object["change"] = .string(explanation.change)
    if let difference = explanation.difference {
      var members: JSONObject = ["part": .string(difference.title)]
      members["offset"] = difference.offset.map { .number(JSONNumber(Int64($0))) }
      members["oss"] = difference.expected.map { .string($0.text) }
      members["client"] = difference.actual.map { .string($0.text) }
      object["difference"] = .object(members)
    }
    return object
  }
}
