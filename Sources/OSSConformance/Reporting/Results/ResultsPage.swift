internal import OSSVectors

/// The page that tells what each SDK gets wrong.
enum ResultsPage {
  /// The page in Markdown.
  ///
  /// - Parameter runs: What was run, in the order of the page.
  static func text(_ runs: [ReportedRun]) -> String {
    opening + runs.map { "\n" + section($0) }.joined()
  }

  private static let opening = """
    # Results

    What real SDKs get wrong, each mistake by its name. `oss-conform results` writes this page from
    the reports of `oss-conform check`, and `.ci/run` fails when it is not current.

    A mistake is named when a signer that makes it, and nothing else wrong, gives exactly the answers
    that the SDK gave, or in a timeline gives its callers the same and breaks the same bounds, and
    would have failed no vector that the SDK passed, or few of them, which the row names. Two
    names in one row were made together. What no known mistake explains is listed
    as unexplained, with what the SDK's list of known failures says of it; so is what makes an SDK
    break, for no signer that breaks is among the known mistakes. Each failed vector counts once. The
    level is the most binding one among the vectors: at level may the evidence is open.

    A request is the beginning of the input of the smallest of the vectors, without empty lists and
    without the credentials, the time, the expiry and the endpoint that most vectors share. The name
    before it is that of the vector.

    """

  private static func section(_ run: ReportedRun) -> String {
    var lines = ["## \(run.sdk)", "", summary(run), ""]
    if !run.mistakes.isEmpty {
      lines.append("| mistake | clause | level | vectors | smallest request |")
      lines.append("|---|---|---|---|---|")
      lines += run.mistakes.map { row($0, level: run.level(of: $0.vectors)) }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func summary(_ run: ReportedRun) -> String {
    let counts = Level.allCases.map { level in
      "\(run.levels.values.count { $0 == level }) \(level.rawValue)"
    }
    return "\(run.executed) of \(run.declared) vectors run, \(run.levels.count) failed: "
      + counts.joined(separator: ", ") + "."
  }

  private static func row(_ mistake: ReportedMistake, level: Level) -> String {
    let name =
      mistake.ids.isEmpty
      ? "unexplained" : mistake.ids.map { "`\($0)`" }.joined(separator: " and ")
    return "| \(name): \(cell(mistake.text)) | \(mistake.clauses.joined(separator: ", ")) "
      + "| \(level.rawValue) | \(mistake.vectors.count) "
      + "| `\(mistake.smallest)`: ``\(cell(mistake.request.cut(after: 120)))`` |"
  }

  /// The text as it may stand in a cell of a table.
  private static func cell(_ text: String) -> String {
    text.visible.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension String {
  /// The text, or its beginning and a mark.
  fileprivate func cut(after limit: Int) -> String {
    unicodeScalars.count <= limit
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + " …"
  }
}
