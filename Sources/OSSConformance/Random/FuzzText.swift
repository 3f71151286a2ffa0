internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Shows a run of the fuzzer to a person.
package struct FuzzText {
  private let style: Style

  init(style: Style) { self.style = style }

  /// Makes the text for a reader that is no terminal.
  package init() { style = Style(hasColor: false) }

  private static let groupLimit = 10
  private static let otherLimit = 5

  /// The report: each kind of mistake, what was refused, and the numbers.
  package func text(_ result: FuzzResult) -> String {
    var blocks = result.kinds.enumerated().map { block($0.offset + 1, $0.element, of: result) }
    blocks.append(groups("rejected", result.rejected) + groups("unsupported", result.unsupported))
    blocks.append(numbers(result))
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// A kind: in one line what is left of an input and where the answers differ, then both answers.
  private func block(_ number: Int, _ kind: FuzzKind, of result: FuzzResult) -> [String] {
    let word = kind.level == .may ? style.yellow("FOUND \(number)") : style.red("FOUND \(number)")
    let vector = kind.finding.vector
    let failure = kind.finding.verdict.failure
    let rest = style.bold("\(vector.operation.rawValue) \(Self.line(kind.input))")
    var lines = [
      "\(word) \(rest): \((failure?.message ?? "").visible)",
      "  \(vector.level.rawValue), as of \(kind.random.origin.id) "
        + "(\(vector.clauses.joined(separator: ", "))); "
        + "\(kind.count) of \(result.failed) failing inputs hold all that is left",
    ]
    if let first = failure?.differences.first { lines += DifferenceText(style: style).lines(first) }
    lines += failure?.notes.map { "  note: " + $0.visible } ?? []
    lines += kind.others.prefix(Self.otherLimit).map { "  also " + Self.line($0) }
    if kind.others.count > Self.otherLimit {
      lines.append("  also \(kind.others.count - Self.otherLimit) others")
    }
    return lines
  }

  private static func line(_ input: JSONObject) -> String {
    JSONValue.object(input).compact().visible
  }

  private func groups(_ word: String, _ groups: MessageGroups) -> [String] {
    let all = groups.groups
    var lines = all.prefix(Self.groupLimit).map { "\(word) \($0.count): \($0.message.visible)" }
    if all.count > Self.groupLimit {
      lines.append("\(word): \(all.count - Self.groupLimit) further messages")
    }
    return lines
  }

  private func numbers(_ result: FuzzResult) -> [String] {
    var lines = [
      row("adapter", "\(result.identity.sdk) (\(result.identity.language))".visible),
      row("operations", result.operations.map(\.rawValue).joined(separator: ", ")),
      row("seed", String(result.seed)),
      row(
        "inputs",
        "\(result.count): \(result.agreed) agree, \(result.failed) differ, "
          + "\(result.rejected.total) rejected, \(result.unsupported.total) unsupported"),
      row(
        "asked again",
        "\(result.reducing) times, to reduce what differs"
          + (result.isCutShort ? "; it took too long and was ended" : "")),
    ]
    if result.unexplained > 0 {
      lines.append(row("not reduced", "\(result.unexplained), of which no kind above is a part"))
    }
    if let ending = result.ending { lines.append(row("ended early", ending.visible)) }
    return lines + [closing(result)]
  }

  private func closing(_ result: FuzzResult) -> String {
    switch result.exitStatus {
    case .nothingRun where result.operations.isEmpty:
      return style.red("Nothing was asked: the adapter has none of the operations.")
    case .nothingRun: return style.red("Nothing was signed: the SDK refused every input.")
    case .failures, .usage:
      let kinds = result.kinds.count
      return style.red(
        kinds == 1 ? "1 kind of mistake was found." : "\(kinds) kinds of mistakes were found.")
    case .asExpected:
      let open = result.kinds.count
      return style.green(
        open == 0 ? "No mistake was found." : "No mistake was found, and \(open) open at level may."
      )
    }
  }

  private func row(_ name: String, _ text: String) -> String { name.padded(to: 12) + text }
}
