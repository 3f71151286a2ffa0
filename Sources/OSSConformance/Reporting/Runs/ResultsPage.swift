internal import OSSVectors

/// The page that shows what each SDK gets wrong: first what breaks a must, by what OSS makes of it, then
/// advice.
struct ResultsPage {
  private let specification: Specification
  /// Which public call makes each mistake.
  private let charges: Charges
  /// Whether each mistake has its fix.
  private let showsFixes: Bool

  /// Makes a page whose links and evidence are those of a specification.
  init(_ specification: Specification, _ charges: Charges = Charges(), showsFixes: Bool = false) {
    (self.specification, self.charges, self.showsFixes) = (specification, charges, showsFixes)
  }

  func text(_ runs: [ReportedRun]) -> String {
    Self.opening + runs.map { "\n" + text(of: $0) }.joined()
  }

  private static let opening = """
    # Results

    What real SDKs get wrong, each mistake by its name ([all of them](mistakes/README.md)).
    `oss-conform matrix` writes this page from the reports of `oss-conform check`, and `.ci/run`
    fails when it is not current.

    The first two headings list what fails must vectors. Each row has the clause and its evidence, the
    public call that sends such a request with the lines of a [script](charges/README.md) that makes it,
    how many must vectors fail, and the input of the smallest one, without what most vectors have alike.
    `.ci/run` makes each of these calls, and looks at what was sent. We asked no server of OSS: a
    document, an answer that it gave to somebody, or a standard says what it does.

    - *OSS refuses*: the signature is not the one that OSS or STS makes of the request, its token has ended,
      or a page of the error codes refuses what it holds.
    - *OSS serves another object than was meant*: the request is signed as it is sent, and it does not
      name the object that the caller named.
    - *Never reaches OSS*: the client refuses, or asks a host that is not there. That is advice.
    - *Advice* lists the rest, with the number of vectors: rules that protect the caller, or on which
      SDKs disagree. Failures that no known mistake explains are counted there.

    An SDK is asked for what a public call of it can send, as its
    [adapter](adapters/README.md#how-they-sign) says. Vectors of profiles that it does not claim are not
    counted. "perhaps NAME" means that part of the evidence does not fit (FMT-NAME-8).

    """

  /// The part of one run.
  func text(of run: ReportedRun) -> String {
    var lines = ["## \(run.sdk.markdown)", "", summary(run), ""]
    let charged = charges.bySDK[run.sdk]
    if let note = charged?.note { lines += [note.markdown, ""] }
    var rest = run.mistakes.filter { !run.musts(of: $0).isEmpty }
    for effect in Charge.Effect.allCases {
      var found: [(Charge, ReportedMistake)] = []
      for charge in charged?.charges ?? [] where charge.effect == effect {
        guard let index = rest.firstIndex(where: { $0.ids.contains(charge.mistake) }) else {
          continue
        }
        found.append((charge, rest.remove(at: index)))
      }
      lines += section(effect, found, run)
    }
    if charged != nil {
      let meeting = rest.filter(\.ids.isEmpty).reduce(0) { $0 + run.musts(of: $1).count }
      if meeting > 0 { lines += ["Must vectors in which several of these meet: \(meeting).", ""] }
      rest.removeAll(where: \.ids.isEmpty)
    }
    if !rest.isEmpty {
      lines += ["### Breaks a must", "", "| mistake | evidence | vectors | smallest request |"]
      lines.append("|---|---|---|---|")
      lines += rest.map { row($0, call: nil, run) } + [""]
    }
    let advice = run.mistakes.filter { run.musts(of: $0).count < $0.vectors.count }
    let named = advice.filter { !$0.ids.isEmpty }
    let unexplained = advice.filter(\.ids.isEmpty).reduce(0) {
      $0 + $1.vectors.count - run.musts(of: $1).count
    }
    if !advice.isEmpty {
      lines += ["### Advice", ""]
      lines += named.map { advise($0, $0.vectors.count - run.musts(of: $0).count) }
    }
    if unexplained > 0 { lines.append("- Unexplained: \(unexplained).") }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(_ run: ReportedRun) -> String {
    "\(run.executed) of \(run.declared) vectors run, \(run.levels.count) failed: \(run.failures)."
  }

  /// What breaks a must and has one effect, each with the public call that does it.
  private func section(
    _ effect: Charge.Effect, _ found: [(Charge, ReportedMistake)], _ run: ReportedRun
  ) -> [String] {
    guard !found.isEmpty else { return [] }
    var lines = ["### \(effect.heading)", ""]
    if effect == .unsent {
      return lines
        + found.map {
          "\(advise($1, run.musts(of: $1).count)) By \($0.call.markdownCode())."
        } + [""]
    }
    lines.append("| mistake | evidence | public call | vectors | smallest request |")
    lines.append("|---|---|---|---|---|")
    return lines + found.map { row($1, call: $0.markdown, run) } + [""]
  }

  /// A mistake that breaks a must.
  private func row(_ mistake: ReportedMistake, call: String?, _ run: ReportedRun) -> String {
    let clause = mistake.clauses.compactMap { specification[id: $0] }.first { $0.level == .must }
    return
      "| \(name(of: mistake))\(mistake.text.markdown)\(fix(of: mistake)) | \(clause.map(evidence) ?? "-") "
      + (call.map { "| \($0) " } ?? "") + "| \(run.musts(of: mistake).count) "
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
  private func advise(_ mistake: ReportedMistake, _ count: Int) -> String {
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

extension String {
  /// The text as words of Markdown on one line, which are no markup; also in a cell of a table.
  var markdown: String {
    var text = ""
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\\", "`", "*", "_", "~", "[", "]", "|": text += "\\\(scalar)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text as code of Markdown on one line, also in a cell of a table.
  ///
  /// - Parameter marks: How many backticks are around it; more where the text has as many in a row.
  func markdownCode(marks: Int = 1) -> String {
    var text = ""
    var runs: Set<Int> = []
    var (ticks, slashes) = (0, 0)
    for scalar in visible.unicodeScalars {
      if scalar != "`" { runs.insert(ticks) }
      ticks = scalar == "`" ? ticks + 1 : 0
      // A table ends its cell at a bar, also in code, but for one behind an odd number of backslashes.
      if scalar == "|", slashes.isMultiple(of: 2) { text += "\\" }
      slashes = scalar == "\\" ? slashes + 1 : 0
      text.unicodeScalars.append(scalar)
    }
    runs.insert(ticks)
    let fence = String(repeating: "`", count: (marks...).first { !runs.contains($0) } ?? marks)
    let space = text.isEmpty || text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }
}
