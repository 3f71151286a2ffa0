internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// What was run and what was not, in numbers, and the notes.
struct NumbersText {
  let style: Style
  let isVerbose: Bool

  /// How many notes are shown.
  private static let noteLimit = 5

  /// The first lines of the report.
  func heading(_ report: Report) -> [String] {
    let identity = report.identity
    let summary = report.summary
    let run = report.results.filter {
      if case .unsupported = $0.finding.verdict { false } else { true }
    }
    let profiles = Set(run.map { report.corpus.profile(of: $0.finding.vector.id) })
    let names = Profile.allCases.filter(profiles.contains).map(\.rawValue)
    let title =
      "\(identity.sdk) (\(identity.language)) · "
      + (names.isEmpty ? "no profile" : "profiles \(names.joined(separator: ", "))")
      + " · corpus of \(grouped(summary.declared)) vectors"
      + (report.run.zone.map { " · zone \($0.name)" } ?? "")
    let counts = summary.levels.values
    let failed = Level.allCases.compactMap { level in
      summary.levels[level].flatMap {
        $0.failed > 0 ? "\(grouped($0.failed)) \(level.rawValue)" : nil
      }
    }
    var numbers =
      "\(vectors(summary.executed)) run: "
      + "\(grouped(counts.reduce(0) { $0 + $1.passed })) passed, "
      + "\(grouped(counts.reduce(0) { $0 + $1.failed })) failed"
    if !failed.isEmpty { numbers += " (\(failed.joined(separator: ", ")))" }
    if summary.notComparable > 0 {
      numbers += ", \(grouped(summary.notComparable)) not comparable"
    }
    var lines = wrapped(title.visible).map(style.bold) + wrapped(numbers)
    if summary.expectedFailures > 0 {
      lines.append(
        "Known failures: \(counted(summary.expectedFailures, "vector")), as the list says"
          + (isVerbose ? "." : "; --verbose shows them."))
    }
    return lines
  }

  /// What was not run, what cannot be compared, and what is odd.
  func leftOut(_ report: Report) -> [String] {
    var lines: [String] = []
    let reasons = notRun(report)
    if !reasons.isEmpty {
      lines += wrapped(
        "Not run: " + reasons.joined(separator: "; ") + ".", limit: isVerbose ? .max : 3)
    }
    if isVerbose { lines += unsupported(report.results.filter(report.isClaimed)) }
    lines += notComparable(report)
    let notes = notes(report)
    let shown = isVerbose || notes.count <= Self.noteLimit ? notes.count : Self.noteLimit - 1
    lines += notes.prefix(shown).flatMap { wrapped("note: " + $0, limit: isVerbose ? .max : 1) }
    if shown < notes.count {
      lines.append("… and \(counted(notes.count - shown, "other note")): --verbose shows them")
    }
    return lines
  }

  private func notRun(_ report: Report) -> [String] {
    var texts: [String] = []
    // The first number names what is counted.
    func add(_ count: Int, _ text: String) {
      if count > 0 { texts.append((texts.isEmpty ? vectors(count) : grouped(count)) + text) }
    }
    let (refused, unlisted) = report.results.filter {
      if case .unsupported = $0.finding.verdict { true } else { false }
    }.partitioned(by: report.isClaimed)
    let all = Set(unlisted.map(\.finding.vector.operation))
    let names = Operation.allCases.filter(all.contains).map(\.rawValue)
    let shown = isVerbose ? names.count : 2
    add(
      unlisted.count,
      " of operations that the adapter does not list "
        + "(\(names.prefix(shown).joined(separator: ", "))"
        + (names.count > shown ? " and \(names.count - shown) more)" : ")"))
    let profiles = Profile.allCases.filter { report.summary.unclaimed[$0] != nil }
    add(
      report.summary.unclaimed.values.reduce(0, +),
      " of profiles that it does not claim "
        + "(\(profiles.map(\.rawValue).joined(separator: ", ")); --profiles all runs them)")
    add(report.summary.leftOut, " left out by flags")
    let reasons = counted(Set(refused.map(\.finding.verdict)).count, "reason")
    add(refused.count, " unsupported, for \(reasons)")
    return texts
  }

  private func vectors(_ count: Int) -> String {
    grouped(count) + (count == 1 ? " vector" : " vectors")
  }

  /// The reasons for what the SDK does not support, each with its vectors.
  private func unsupported(_ results: [CheckResult]) -> [String] {
    results.reasons { verdict in
      guard case .unsupported(let reason) = verdict else { return [] }
      return [reason ?? "no reason is given"]
    }.flatMap {
      wrapped("unsupported: \($0.reason.visible) (\($0.ids.joined(separator: ", ")))")
    }
  }

  /// A line for each habit and each refusal of an HTTP library.
  private func notComparable(_ report: Report) -> [String] {
    let reasons = report.results.reasons { verdict in
      guard case .notComparable(let reason) = verdict else { return [] }
      return [isVerbose || reason.contains("habit") ? reason : MessageGroups.group(of: reason)]
    }
    let shown = isVerbose ? reasons.count : 3
    let lines = reasons.prefix(shown).flatMap { group in
      wrapped(
        "Not comparable: \(vectors(group.ids.count)): "
          + group.reason.visible, limit: isVerbose ? .max : 2)
    }
    let rest = reasons.dropFirst(shown).reduce(0) { $0 + $1.ids.count }
    return rest == 0 ? lines : lines + ["Not comparable: \(vectors(rest)) for other reasons"]
  }

  /// The notes on the run, and those beside passes, each once with its vectors.
  private func notes(_ report: Report) -> [String] {
    var notes = report.notes
    if let list = report.expectations, list.sdk != report.identity.sdk {
      notes.append(
        "The known failures were written for \(list.sdk), and this is \(report.identity.sdk).")
    }
    let passed = report.results.filter { $0.finding.verdict.isPass }
    let (plain, odd) = isVerbose ? ([], passed) : passed.partitioned { $0.finding.isAlsoRight }
    let remarks = odd.reasons { verdict in
      isVerbose ? verdict.notes : verdict.notes.map { MessageGroups.group(of: $0) }
    }
    return notes.map(\.visible) + remarks.map { "\($0.reason.visible) (\(names($0.ids)))" }
      + passesBeside(plain.map(\.finding))
  }

  /// One line for the passes by a refusal of another class, and by another answer.
  private func passesBeside(_ findings: [Finding]) -> [String] {
    let refused = findings.count { $0.isOfAnotherClass || $0.isUnmappedRefusal }
    let texts = [
      (refused, "refused for another reason than the clause names"),
      (findings.count - refused, "gave another right answer"),
    ]
    let words = texts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return words.isEmpty ? [] : ["Of what passed: \(words.joined(separator: ", "))."]
  }

  private func names(_ ids: [String]) -> String {
    ids.count == 1 ? ids[0] : "\(ids[0]) and \(ids.count - 1) more"
  }
}

extension Finding {
  /// Whether it passed by another answer than the first one that is right.
  fileprivate var isAlsoRight: Bool {
    isOfAnotherClass || isUnmappedRefusal
      || verdict.notes.contains { $0.hasPrefix("Another answer that is right too") }
  }
}

extension [CheckResult] {
  /// Words about results, each once in the order in which it comes first, with the ids of its vectors.
  fileprivate func reasons(_ words: (Verdict) -> [String]) -> [(reason: String, ids: [String])] {
    flatMap { result in
      words(result.finding.verdict).map { (reason: $0, id: result.finding.vector.id) }
    }.inGroups(by: \.reason).map { ($0[0].reason, $0.map(\.id)) }
  }
}

/// The lines that close the report of a run: its result, and where to read on.
struct ClosingText {
  let style: Style

  func lines(_ report: Report) -> [String] {
    // A pass that nobody expects is a fix that the list does not know of.
    let isOutdated = report.expectations != nil && report.summary.unexpectedPasses > 0
    return [result(report)]
      + (isOutdated ? ["\(Flag.updateExpectations.name) takes what passes out of the list."] : [])
      + [
        "--verbose shows every failed vector; --report html=FILE each mistake in full;",
        "\(Program.name) show ID a vector, a clause or a mistake.",
      ]
  }

  /// The line that says it all.
  func result(_ report: Report) -> String {
    let summary = report.summary
    let status = summary.exitStatus
    let words =
      switch status {
      case .nothingRun: style.red("Nothing was run") + ": " + Self.whyNothing(summary)
      case .asExpected: style.green("Passed") + ": " + Self.passed(report)
      case .failures, .usage: style.red("Failed") + ": " + Self.failed(report)
      }
    return "\(words) (exit status \(status.rawValue))."
  }

  private static func whyNothing(_ summary: Summary) -> String {
    summary.selected == 0
      ? "the adapter claims no profile of what is selected; --profiles all runs it"
      : "the SDK supports none of \(counted(summary.selected, "vector"))"
  }

  private static func passed(_ report: Report) -> String {
    if report.expectations != nil { return "all results are as the list says" }
    let count = report.summary.failedShould + report.summary.failedMay
    return count == 0
      ? "no vector failed" : "no must vector failed; \(count) below must did"
  }

  private static func failed(_ report: Report) -> String {
    let summary = report.summary
    if report.expectations != nil {
      return "\(counted(summary.red, "result")) that the list of known failures does not say"
    }
    let levels = Level.allCases.compactMap { level in
      let count = report.results.count {
        $0.standing == .failed && $0.finding.vector.level == level
      }
      return count > 0 ? "\(count) \(level.rawValue)" : nil
    }
    return levels.joined(separator: " and ") + " vector\(summary.failed == 1 ? "" : "s") failed"
  }
}

/// Messages that differ only in what they quote, and how many there are of each.
package struct MessageGroups: Sendable {
  /// How many messages there are.
  package private(set) var total = 0
  private var counts: [String: Int] = [:]

  /// Counts a message about an input, whose texts it may repeat.
  mutating func add(_ message: String, about input: JSONObject) {
    total += 1
    // A shorter text would be found in the words of the message itself.
    let texts = JSONValue.object(input).texts.filter { $0.utf8.count > 3 }
      .sorted { $0.utf8.count > $1.utf8.count }
    let without = texts.reduce(message) { $0.replacing($1, with: "…") }
    counts[Self.group(of: without), default: 0] += 1
  }

  /// The groups, the greatest first.
  package var groups: [(message: String, count: Int)] {
    counts.map { (message: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count
        ? $0.count > $1.count : $0.message.precedesInBytes($1.message)
    }
  }

  /// A message without what is in quotation marks, and without numbers.
  static func group(of message: String) -> String {
    var text = ""
    var closing: Character?
    for character in message.prefix(400) {
      if let mark = closing {
        if character == mark {
          closing = nil
          text.append(character)
        }
        continue
      }
      if character.isNumber {
        if !text.hasSuffix("#") { text.append("#") }
        continue
      }
      text.append(character)
      closing = ["'": "'", "\"": "\"", "“": "”", "`": "`"][character]
      if closing != nil { text.append("…") }
    }
    return String(text.prefix(120))
  }
}

extension JSONValue {
  /// Every text in the value.
  fileprivate var texts: [String] {
    switch self {
    case .null, .bool, .number: []
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let object): object.members.flatMap(\.value.texts)
    }
  }
}
