internal import OSSPrimitives
internal import OSSVectors

/// The mistakes behind a run: those that fail a must in full, the others in a line each.
struct MistakesText {
  private let screen: Screen
  private var must: [DiagnosedMistake]
  private var advice: [DiagnosedMistake]

  /// How many lines a sentence may have that lists names.
  private static let nameLines = 12

  /// How many lines of advice come before a second mistake is shown in full.
  private static let firstAdvice = 6

  init(_ screen: Screen) {
    self.screen = screen
    let mistakes = screen.diagnosis.mistakes
    // Nothing reaches OSS of what the client refuses itself: that comes last.
    let refused = Set(
      screen.report.results.filter { $0.finding.verdict.failure?.kind == .rejected }
        .map(\.finding.vector.id))
    let all = mistakes.filter { $0.level == .must }.sorted { first, second in
      first.mostBinding.count > second.mostBinding.count
    }
    let (sent, unsent) = all.partitioned { !refused.isSuperset(of: $0.mostBinding.map(\.id)) }
    must = sent + unsent
    advice = mistakes.filter { $0.level != .must }
  }

  /// The same report with no mistake in it.
  var without: MistakesText {
    var text = self
    (text.must, text.advice) = ([], [])
    return text
  }

  /// What a guess among the names means.
  var remark: [String] {
    (must + advice).allSatisfy(\.isCertain)
      ? []
      : ["“perhaps”: not all results fit the name (\(Program.name) show FMT-NAME-8)."]
  }

  /// The blocks of what must be fixed, and the one of what is advised, within some lines.
  func blocks(within limit: Int) -> (must: [[String]], advice: [String]) {
    var full = must.enumerated().map { block($0.offset + 1, $0.element) }
    // The sentence and the fix of each; of many mistakes the fix on one line, or the sentence.
    let choices = Length.allCases.map { length in
      must.enumerated().map { brief($0.offset + 1, $0.element, length) }
    }
    let reserved = min(advice.count, Self.firstAdvice) + (advice.isEmpty ? 0 : 2)
    let rest = limit == .max ? limit : limit - 4 - reserved - (full.first?.count ?? 0)
    let short = choices.first { $0.dropFirst().reduce(0) { $0 + $1.count } <= rest } ?? choices[2]
    var left = limit == .max ? limit : limit - short.reduce(must.isEmpty ? 0 : 4) { $0 + $1.count }
    var shown = 0
    // The first is shown whatever it takes from the advice, and as much of it as there is room for.
    let room = left - (advice.isEmpty ? 1 : 4)
    if limit != .max, let first = full.first, room > 0 {
      full[0] = Array(first.prefix(room + short[0].count))
    }
    for (index, block) in full.enumerated() {
      let more = block.count + 1 - short[index].count
      guard limit == .max || left - more >= (index == 0 ? 0 : reserved) else { break }
      if limit != .max { left -= more }
      shown += 1
    }
    let lines = short.dropFirst(shown).flatMap(\.self)
    var blocks = Array(full.prefix(shown)) + (lines.isEmpty ? [] : [lines])
    if !must.isEmpty { blocks.insert(heading, at: 0) }
    return (blocks, adviceLines(within: limit == .max ? .max : max(2, left - 2)))
  }

  private var heading: [String] {
    let count = must.reduce(0) { $0 + $1.mostBinding.count }
    let title =
      "Must fix: \(counted(must.count, "mistake")) (\(counted(count, "must vector")))"
    return [
      screen.text.style.bold(title),
      "OSS or STS refuses it, or the client refuses or misreads something valid.",
    ]
  }

  private func adviceLines(within limit: Int) -> [String] {
    guard !advice.isEmpty else { return [] }
    let count = advice.reduce(0) { $0 + $1.vectors.count }
    let title = "We advise: \(counted(advice.count, "change")) (\(counted(count, "vector")))"
    var (lines, shown) = ([screen.text.style.bold(title)], 0)
    for mistake in advice {
      let level = mistake.level == .may ? ", may" : ""
      let name = "\(mistake.title) (\(mistake.vectors.count)\(level))"
      // Without the missing names nobody can act.
      let names = mistake.mistake.names.isEmpty ? "" : mistake.mistake.sentence + " "
      let entry = wrapped(
        "\(name)  \(names)\(mistake.mistake.fix)", after: "  ",
        limit: self.limit(names.isEmpty ? 1 : Self.nameLines))
      let room = shown + 1 == advice.count ? limit : limit - 1
      if shown > 0, limit != .max, lines.count - 1 + entry.count > room { break }
      lines += entry
      shown += 1
    }
    let rest = advice.count - shown
    if rest > 0 { lines.append("  … and \(rest) more: --verbose shows them") }
    return lines
  }

  /// How much is shown of a mistake that has no block of its own.
  private enum Length: CaseIterable { case full, fix, line }

  /// A mistake in a few lines.
  private func brief(_ number: Int, _ mistake: DiagnosedMistake, _ length: Length) -> [String] {
    let title = (Self.margin(number) + title(mistake)).cut(toColumns: 80)
    switch length {
    case .full: return [title] + sentenceAndFix(mistake)
    case .fix: return [title, ("   " + mistake.mistake.fix).cut(toColumns: 80)]
    case .line:
      let count = counted(mistake.vectors.count, "vector")
      return [
        (Self.margin(number) + "\(mistake.title) · \(count) · \(mistake.mistake.sentence)")
          .cut(toColumns: 80)
      ]
    }
  }

  private func sentenceAndFix(_ mistake: DiagnosedMistake) -> [String] {
    wrapped(
      mistake.mistake.sentence, after: "   ",
      limit: limit(mistake.mistake.names.isEmpty ? 3 : Self.nameLines))
      + field("fix", mistake.mistake.fix)
  }

  /// How many lines a text may have: any number where all is shown.
  private func limit(_ count: Int) -> Int { screen.text.detail == .verbose ? .max : count }

  private static func margin(_ number: Int) -> String { "\(number)".padded(to: 3) }

  private func title(_ mistake: DiagnosedMistake) -> String {
    "\(mistake.title) · \(counted(mistake.vectors.count, "vector"))"
      + " · " + mistake.clauses.joined(separator: ", ")
  }

  private func block(_ number: Int, _ mistake: DiagnosedMistake) -> [String] {
    var lines = wrapped(title(mistake), after: Self.margin(number), limit: limit(1))
    lines += sentenceAndFix(mistake)
    lines += field("evidence", evidence(for: mistake), limit: limit(2))
    lines += field("seen in", Self.list(mistake.mistake.seen), limit: limit(1))
    if screen.text.detail == .verbose || !mistake.isCertain { lines += doubts(mistake) }
    guard let vector = mistake.smallest, let finding = screen.finding(of: vector)
    else { return lines }
    lines += field("smallest", vector.unusual(in: screen.report.corpus), limit: limit(1))
    return lines + StepText(style: screen.text.style).lines(finding, indent: 3)
  }

  /// What speaks for the name and against it.
  private func doubts(_ mistake: DiagnosedMistake) -> [String] {
    var lines = field(
      "matches", "\(mistake.matches) of \(mistake.possible) failures that it could explain")
    if !mistake.unproven.isEmpty {
      lines += field(
        "unproven",
        "because of it \(counted(mistake.unproven.count, "refusal")) of the operation prove nothing"
      )
    }
    if !mistake.right.isEmpty {
      lines += field("not in", mistake.right.map(\.rawValue).joined(separator: ", "))
    }
    if mistake.unexplainedBeside > 0 {
      lines += field(
        "beside", "\(counted(mistake.unexplainedBeside, "failure")) of this kind without a name")
    }
    if !mistake.exceptions.isEmpty {
      lines += field(
        "against", "it would also fail \(mistake.exceptions.joined(separator: ", "))")
    }
    return lines
  }

  private func evidence(for mistake: DiagnosedMistake) -> String {
    // That of a must clause: it shows why OSS refuses the request.
    let clauses = mistake.clauses.compactMap { screen.text.specification?[id: $0] }
    let binding = clauses.filter { $0.level == .must } + clauses
    return binding.map(\.source).first { !$0.isEmpty } ?? ""
  }

  private func field(_ name: String, _ text: String, limit: Int = .max) -> [String] {
    text.isEmpty ? [] : wrapped(text, after: "   " + name.padded(to: 10), limit: limit)
  }

  /// The SDKs in which mistakes were seen, each once.
  private static func list(_ seen: [SeenIn]) -> String {
    var names: [String] = []
    for place in seen {
      let name = "\(place.sdk) \(place.version)"
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }
}
