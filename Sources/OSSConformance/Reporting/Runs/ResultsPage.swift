internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The page that shows what each SDK gets wrong: first what breaks a must, by what OSS makes of it, then
/// advice.
struct ResultsPage {
  private let specification: Specification
  /// Which public call makes each mistake.
  private let charges: Charges
  /// The mistakes that are known, for those that no diagnosis names by themselves.
  private let known: KnownMistakes?
  /// The vectors that charges name, by their ids.
  private let shown: [String: Vector]
  /// Whether each mistake has its fix.
  private let showsFixes: Bool

  /// Makes a page whose links and evidence are those of a specification.
  ///
  /// - Parameters:
  ///   - charges: Which public call makes each mistake.
  ///   - vectors: Those among which the ones are that charges name.
  ///   - known: The mistakes that are known.
  ///   - showsFixes: Whether each mistake has its fix.
  init(
    _ specification: Specification, _ charges: Charges = Charges(), vectors: [Vector] = [],
    _ known: KnownMistakes? = nil, showsFixes: Bool = false
  ) {
    (self.specification, self.charges, self.showsFixes) = (specification, charges, showsFixes)
    self.known = known
    let named = charges.bySDK.values.flatMap(\.charges)
    let ids = Set(named.compactMap(\.shows) + named.flatMap(\.vectors))
    shown = Dictionary(
      uniqueKeysWithValues: vectors.filter { ids.contains($0.id) }.map { ($0.id, $0) })
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
    how many must vectors fail, and the input of one of them, without what most vectors have alike.
    `.ci/run` runs these lines, and looks at what was sent: it has the mistake, and is the request of
    the last column, but for what an SDK adds by itself and for the time. We asked no server of OSS: a
    document, an answer that it gave to somebody, or a standard says what it does.

    - *OSS refuses*: the signature is not the one that OSS or STS makes of the request, its token has ended,
      or a page of the error codes refuses what it holds.
    - *OSS serves another object than was meant*: the request is signed as it is sent, and it does not
      name the object that the caller named.
    - *Never reaches OSS*: the client refuses, or asks a host that is not there. That is advice.
    - *Advice* lists the rest, with the number of vectors: rules that protect the caller, or on which
      SDKs disagree, musts of which no page or answer of OSS says what becomes of such a request or which
      break only where a caller gives what no call asks for, and what an SDK documents as its own rule.
      Failures that no known mistake explains are counted there.

    An SDK is asked for what a public call of it can send, as its
    [adapter](adapters/README.md#how-they-sign) says. Vectors of profiles that it does not claim are not
    counted. "perhaps NAME" means that part of the evidence does not fit (FMT-NAME-8).

    """

  /// The part of one run.
  func text(of whole: ReportedRun) -> String {
    var lines = ["## \(whole.sdk.markdown)", "", summary(whole), ""]
    let (run, spared) = weighed(whole)
    let charged = charges.bySDK[run.sdk]
    if let note = charged?.note { lines += [note.markdown, ""] }
    var rest = run.mistakes.filter { !run.musts(of: $0).isEmpty }
    for effect in Charge.Effect.allCases where effect != .advice {
      var found: [(Charge, [ReportedMistake])] = []
      for charge in charged?.charges ?? [] where charge.effect == effect {
        let named = charge.mistakes.compactMap { id in rest.first { $0.ids.contains(id) } }
        rest.removeAll(where: named.contains)
        let more = Set(charge.vectors.filter { run.levels[$0] == .must })
        for index in rest.indices { rest[index].vectors.removeAll(where: more.contains) }
        let own = charge.vectors.filter(more.contains).compactMap { shown[$0] }
        let alone = named.isEmpty ? ReportedMistake(charge, own, known).map { [$0] } ?? [] : named
        if !alone.isEmpty { found.append((charge, alone)) }
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
      lines += rest.map { row([$0], run) } + [""]
    }
    let advice = run.mistakes.filter { run.musts(of: $0).count < $0.vectors.count }
    let named = advice.filter { !$0.ids.isEmpty }
    let unexplained = advice.filter(\.ids.isEmpty).reduce(0) {
      $0 + $1.vectors.count - run.musts(of: $1).count
    }
    if !advice.isEmpty {
      lines += ["### \(Charge.Effect.advice.heading)", ""]
      lines += named.map { advise($0, $0.vectors.count - run.musts(of: $0).count, spared) }
    }
    if unexplained > 0 { lines.append("- Unexplained: \(unexplained).") }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A run in which no must is what its charges leave to advice, and the clauses of each such vector.
  private func weighed(_ run: ReportedRun) -> (ReportedRun, [String: [String]]) {
    var weighed = run
    var spared: [String: [String]] = [:]
    for charge in charges.bySDK[run.sdk]?.charges ?? []
    where charge.effect == .advice || !charge.clauses.isEmpty {
      let named = run.mistakes.filter { !Set($0.ids).isDisjoint(with: charge.mistakes) }
      let musts = Set(named.flatMap(run.musts))
      for result in run.results where musts.contains(result.id) {
        guard Set(result.clauses).isDisjoint(with: charge.clauses) else { continue }
        weighed.levels[result.id] = .should
        spared[result.id] = result.clauses
      }
    }
    return (weighed, spared)
  }

  private func summary(_ run: ReportedRun) -> String {
    "\(run.executed) of \(run.declared) vectors run, \(run.levels.count) failed: \(run.failures)."
  }

  /// What breaks a must and has one effect, each with the public call that does it.
  private func section(
    _ effect: Charge.Effect, _ found: [(Charge, [ReportedMistake])], _ run: ReportedRun
  ) -> [String] {
    guard !found.isEmpty else { return [] }
    var lines = ["### \(effect.heading)", ""]
    if effect == .unsent {
      return lines
        + found.flatMap { charge, mistakes in
          mistakes.map {
            "\(advise($0, run.musts(of: $0).count)) By \(charge.call.markdownCode())."
          }
        } + [""]
    }
    lines.append("| mistake | evidence | public call | vectors | request |")
    lines.append("|---|---|---|---|---|")
    return lines + found.map { row($1, by: $0, run) } + [""]
  }

  /// Mistakes that break a must, which one call makes.
  private func row(
    _ mistakes: [ReportedMistake], by charge: Charge? = nil, _ run: ReportedRun
  ) -> String {
    // A charge is no guess: its request was made, and has the mistake.
    let ids = mistakes.flatMap(\.ids).map { $0.markdownCode() }.joined(separator: " and ")
    let texts =
      charge?.what.map { ["\(ids): \($0.markdown)"] }
      ?? mistakes.map { mistake in
        (charge == nil
          ? name(of: mistake)
          : mistake.ids.map { $0.markdownCode() }.joined(separator: " and ") + ": ")
          + mistake.mustText.markdown + fix(of: mistake)
      }
    let more = (charge?.vectors ?? []).filter { run.levels[$0] == .must }
    let musts = Set(mistakes.flatMap(run.musts) + more)
    let cited = Set(run.results.filter { musts.contains($0.id) }.flatMap(\.clauses))
    let due = charge.map(\.clauses) ?? []
    let clauses = (due.isEmpty ? mistakes.flatMap(\.clauses) : due).filter(cited.contains)
      .compactMap { specification[id: $0] }.filter { $0.level == .must }.map(evidence)
    let call = charge.map { "| \($0.markdown) " } ?? ""
    return "| \(texts.joined(separator: " ")) "
      + "| \(clauses.isEmpty ? "-" : clauses.joined(separator: "; ")) \(call)| \(musts.count) "
      + "| \(request(of: mistakes, by: charge, among: musts)) |"
  }

  /// A request that shows mistakes: the one that the charge names, or the smallest.
  private func request(
    of mistakes: [ReportedMistake], by charge: Charge?, among musts: Set<String>
  ) -> String {
    let chosen = charge?.shows.flatMap { shown[$0] }.map { vector in
      (vector.id, ReportedMistake.request(vector.operation.rawValue, vector.input))
    }
    guard
      let (id, text) = chosen.flatMap({ musts.contains($0.0) ? $0 : nil })
        ?? mistakes.first.map({ ($0.smallest, $0.request) })
    else { return "-" }
    return "\(id.markdownCode()): \(text.cut(after: 300).markdownCode(marks: 2))"
  }

  /// The link to a clause, and its first evidence in a few words.
  private func evidence(of clause: Clause) -> String {
    let (first, rest) = clause.evidence.halves(at: ", read ") ?? (clause.evidence, "")
    let link = "[\(clause.id)](\(clause.page).md)"
    guard let (before, address) = first.halves(at: "https://") else {
      return "\(link): \(first.cut(after: 80).markdown)"
    }
    // What it says of SDKs may come before, and has no address.
    var title = before
    while let (_, after) = title.halves(at: "; "), !after.isEmpty { title = after }
    let words = title.bytes.trimming { $0.isSpace || $0 == UInt8(ascii: ",") }.text
    let place = "https://" + address.prefix { $0 != " " }
    guard words.hasPrefix("thread") else { return "\(link): [\(words.markdown)](\(place))" }
    let said = rest.halves(at: "; ")?.before ?? rest
    let isAnswer = said.contains("server") || said.contains("OSS answered")
    return "\(link): [\(isAnswer ? "a server's answer" : "a thread")](\(place))"
  }

  /// A line of advice: the name, the clauses, and how many vectors fail.
  private func advise(
    _ mistake: ReportedMistake, _ count: Int, _ spared: [String: [String]] = [:]
  ) -> String {
    let own = Set(mistake.vectors.flatMap { spared[$0] ?? [] })
    let lower = mistake.clauses.filter { specification[id: $0]?.level != .must || own.contains($0) }
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

/// A mistake that an SDK makes by a public call, and what becomes of the request.
struct Charge: Hashable {
  /// What OSS makes of the request.
  enum Effect: String, CaseIterable {
    case refused
    case anotherObject = "another-object"
    case unsent
    case advice

    /// The heading under which it is listed.
    var heading: String {
      switch self {
      case .refused: "OSS refuses"
      case .anotherObject: "OSS serves another object than was meant"
      case .unsent: "Never reaches OSS"
      case .advice: "Advice"
      }
    }
  }

  /// The ids of the mistakes that the request shows.
  let mistakes: [String]
  let effect: Effect
  /// The public call.
  let call: String
  /// What the call does wrong, where that is less than the whole mistake.
  let what: String?
  /// The clauses whose evidence carries it; none for all that it breaks. Of other musts it is advice.
  let clauses: [String]
  /// The script that makes it, from the folder of the charges, and its lines, such as `20-22`; nil where
  /// none does.
  let script: String?
  let lines: String?
  /// The id of the must vector whose input is shown, the request of the script; without one, the smallest.
  let shows: String?
  /// Of a mistake that is a family, the names that the request has.
  let names: [String]
  /// The must vectors that it explains though their own request shows more.
  let vectors: [String]

  /// The call, with a link to the lines of its script.
  var markdown: String {
    guard let script, let lines else { return call.markdownCode() }
    let place = lines.split(separator: "-").map { "L\($0)" }.joined(separator: "-")
    return call.markdownCode() + ": [\(script)](charges/\(script)#\(place))"
  }
}

/// What spec/charges/charges.json says of each SDK, by its name and version.
struct Charges {
  /// The charges of an SDK, and what else is to be known of its version.
  struct Entry {
    let note: String?
    let charges: [Charge]
  }

  var bySDK: [String: Entry] = [:]

  init() {}

  init(_ bytes: Bytes, file: String) throws(VectorError) {
    for sdk in try MemberReader(bytes, file: file).readers("sdks") {
      let script = try sdk.optionalText("script")
      var charges: [Charge] = []
      for charge in try sdk.readers("charges") {
        let effect: Charge.Effect = try charge.word(
          "effect", list: "refused, another-object, unsent or advice")
        let call = try charge.text("call")
        func texts(_ name: String) throws(VectorError) -> [String] {
          charge.object[name] == nil ? [] : try charge.texts(name)
        }
        charges.append(
          Charge(
            mistakes: try charge.texts("mistakes"), effect: effect, call: call,
            what: try charge.optionalText("what"), clauses: try texts("clauses"), script: script,
            lines: try charge.optionalText("lines"), shows: try charge.optionalText("shows"),
            names: try texts("names"), vectors: try texts("vectors")))
      }
      bySDK[try sdk.text("sdk")] = Entry(note: try sdk.optionalText("note"), charges: charges)
    }
  }
}
