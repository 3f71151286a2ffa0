internal import OSSVectors

/// The page that shows what each SDK gets wrong: first what OSS refuses, then advice.
struct ResultsPage {
  private let specification: Specification
  /// Whether each mistake has its fix.
  private let showsFixes: Bool

  /// Makes a page whose links and evidence are those of a specification.
  init(_ specification: Specification, showsFixes: Bool = false) {
    (self.specification, self.showsFixes) = (specification, showsFixes)
  }

  func text(_ runs: [ReportedRun]) -> String {
    Self.opening + runs.map { "\n" + text(of: $0) }.joined()
  }

  private static let opening = """
    # Results

    What real SDKs get wrong, each mistake by its name ([all of them](mistakes/README.md)).
    `oss-conform matrix` writes this page from the reports of `oss-conform check`, and `.ci/run`
    fails when it is not current.

    *OSS refuses* lists what fails must vectors: each row has the clause and its evidence, how many
    must vectors fail, and the input of the smallest one, without what most vectors have alike.
    *Advice* lists the rest, with the number of vectors: rules that protect the caller, or on which
    SDKs disagree. Failures that no known mistake explains are counted there. Vectors of profiles that
    the SDK does not claim are not counted. "perhaps NAME" means that part of the evidence does not fit
    (FMT-NAME-8).

    """

  /// The part of one run.
  func text(of run: ReportedRun) -> String {
    var lines = ["## \(run.sdk.markdown)", "", summary(run), ""]
    let refused = run.mistakes.filter { !run.musts(of: $0).isEmpty }
    if !refused.isEmpty {
      lines += ["### OSS refuses", "", "| mistake | evidence | vectors | smallest request |"]
      lines.append("|---|---|---|---|")
      lines += refused.map { row($0, run) } + [""]
    }
    let advice = run.mistakes.filter { run.musts(of: $0).count < $0.vectors.count }
    let named = advice.filter { !$0.ids.isEmpty }
    let unexplained = advice.filter(\.ids.isEmpty).reduce(0) {
      $0 + $1.vectors.count - run.musts(of: $1).count
    }
    if !advice.isEmpty { lines += ["### Advice", ""] + named.map { advise($0, run) } }
    if unexplained > 0 { lines.append("- Unexplained: \(unexplained).") }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(_ run: ReportedRun) -> String {
    "\(run.executed) of \(run.declared) vectors run, \(run.levels.count) failed: \(run.failures)."
  }

  /// A mistake that OSS refuses.
  private func row(_ mistake: ReportedMistake, _ run: ReportedRun) -> String {
    let clause = mistake.clauses.compactMap { specification[id: $0] }.first { $0.level == .must }
    return
      "| \(name(of: mistake))\(mistake.text.markdown)\(fix(of: mistake)) | \(clause.map(evidence) ?? "-") "
      + "| \(run.musts(of: mistake).count) "
      + "| \(mistake.smallest.markdownCode()): \(mistake.request.cut(after: 120).markdownCode(marks: 2)) |"
  }

  /// The link to a clause, and its first evidence in a few words.
  private func evidence(of clause: Clause) -> String {
    let first = clause.evidence.split(separator: ", read ").first ?? ""
    let link = "[\(clause.id)](\(clause.page).md)"
    guard let address = first.firstRange(of: "https://") else {
      return "\(link): \(String(first).cut(after: 80).markdown)"
    }
    let title = first[..<address.lowerBound].split(separator: ", ").joined(separator: ", ")
    let isThread = title.hasPrefix("thread")
    let place = first[address.lowerBound...].prefix { $0 != " " }
    return "\(link): [\(isThread ? "a server's answer" : title.markdown)](\(place))"
  }

  /// A line of advice: the name, the clauses, and how many vectors fail.
  private func advise(_ mistake: ReportedMistake, _ run: ReportedRun) -> String {
    let count = mistake.vectors.count - run.musts(of: mistake).count
    let lower = mistake.clauses.filter { specification[id: $0]?.level != .must }
    let clauses = (lower.isEmpty ? mistake.clauses : lower).prefix(3).joined(separator: ", ")
      .markdown
    let text = showsFixes ? mistake.text : mistake.text.cut(after: 90)
    return "- \(name(of: mistake))\(text.markdown)\(fix(of: mistake)) "
      + "(\(clauses); \(count))"
  }

  private func fix(of mistake: ReportedMistake) -> String {
    showsFixes ? mistake.fixes.map { " Fix: " + $0.markdown }.joined() : ""
  }

  private func name(of mistake: ReportedMistake) -> String {
    mistake.ids.isEmpty
      ? "unexplained: "
      : mistake.doubt + mistake.ids.map { $0.markdownCode() }.joined(separator: " and ") + ": "
  }
}
