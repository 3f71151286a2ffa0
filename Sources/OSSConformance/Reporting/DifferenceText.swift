package import OSSPrimitives
internal import OSSVectors

/// The lines that show one difference: both sides, a mark, and the bytes around it.
struct DifferenceText {
  let style: Style
  /// What the two sides are called.
  var names = (expected: "expected", actual: "actual")
  /// Whether the bytes are shown; not where the sides are words of the judge.
  var showsBytes = true

  func lines(_ difference: Difference) -> [String] {
    guard let expected = difference.expected, let actual = difference.actual else {
      return [
        expectedName + whole(difference.expected),
        actualName + whole(difference.actual),
      ]
    }
    let offset = difference.offset ?? 0
    let left = ByteExcerpt(expected, around: offset)
    let right = ByteExcerpt(actual, around: offset)
    var lines = [
      expectedName + style.green(left.text), actualName + style.red(right.text),
    ]
    if showsBytes, difference.offset != nil, difference.words == nil {
      // Up to the offset both sides are the same, so one mark serves both.
      lines.append("".padded(to: 14 + left.column) + "^ byte \(offset)")
      lines.append(expectedName + ByteExcerpt.hexadecimal(expected, around: offset))
      lines.append(actualName + ByteExcerpt.hexadecimal(actual, around: offset))
    }
    return lines
  }

  private var expectedName: String { Self.column(names.expected) }
  private var actualName: String { Self.column(names.actual) }

  private static func column(_ name: String) -> String {
    "    " + name.padded(to: max(10, name.utf8.count + 1))
  }

  private func whole(_ bytes: Bytes?) -> String {
    guard let bytes else { return "(nothing)" }
    return bytes.isEmpty ? "(empty)" : ByteExcerpt(bytes, around: 0).text
  }
}

/// A part of some bytes around an offset, on one line, with everything invisible made visible.
package struct ByteExcerpt {
  package let text: String
  /// The column of the offset in the text.
  package let column: Int

  /// Makes an excerpt; the bytes whole if they are few.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - offset: What is to be seen.
  ///   - before: How many columns are shown before the offset.
  ///   - after: How many columns are shown from the offset on.
  package init(_ bytes: Bytes, around offset: Int, before: Int = 40, after: Int = 40) {
    let cells = bytes.map(Self.escaped)
    let offset = min(offset, cells.count)
    let isWhole = cells.reduce(0) { $0 + $1.utf8.count } <= before + after
    let start = isWhole ? 0 : offset - Self.count(of: cells[..<offset].reversed(), within: before)
    let end =
      isWhole ? cells.count : offset + Self.count(of: Array(cells[offset...]), within: after)
    let beginning = (start > 0 ? "... " : "") + cells[start..<offset].joined()
    text = beginning + cells[offset..<end].joined() + (end < cells.count ? " ..." : "")
    column = beginning.utf8.count
  }

  /// How many of some cells fit into some columns.
  private static func count(of cells: [String], within columns: Int) -> Int {
    var left = columns
    return cells.prefix {
      left -= $0.utf8.count
      return left >= 0
    }.count
  }

  /// A byte as printable ASCII; the backslash is doubled, so that each text is one row of
  /// bytes.
  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case 0x0a: "\\n"
    case 0x0d: "\\r"
    case 0x09: "\\t"
    case 0x5c: "\\\\"
    case 0x20...0x7e: String(UnicodeScalar(byte))
    default: "\\x" + Hexadecimal.encode(byte)
    }
  }

  /// The bytes around an offset in hexadecimal, the one at the offset in brackets.
  static func hexadecimal(_ bytes: Bytes, around offset: Int) -> String {
    var words: [String] = []
    for index in max(0, offset - 4)..<min(bytes.count, offset + 8) {
      let word = Hexadecimal.encode(bytes[index])
      words.append(index == offset ? "[\(word)]" : word)
    }
    if offset >= bytes.count { words.append("[end]") }
    return words.joined(separator: " ")
  }
}

/// Both sides of the first step that differs, in few lines: of several lines the one that differs.
struct StepText {
  let style: Style
  /// Whether the expected text is there where the adapter shows none and only hashes differ.
  var showsHidden = true

  /// How many lines of an expected text are shown.
  private static let hiddenLimit = 8

  func lines(_ finding: Finding, indent: Int) -> [String] {
    let margin = "".padded(to: indent)
    func side(_ name: String, _ text: String) -> String {
      margin + "  " + name.padded(to: 10) + text
    }
    guard let first = finding.verdict.failure?.differences.first else {
      let width = 80 - indent - 12
      return [
        side("expected", finding.vector.expectation.outcome.words.visible.cut(toColumns: width)),
        side("yours", finding.reply.words.visible.cut(toColumns: width)),
      ]
    }
    if let hidden = HiddenStep(finding) {
      guard showsHidden else {
        let place = "\(Program.name) show \(finding.vector.id)"
        return [(margin + "expected \(hidden.name): \(place)").cut(toColumns: 80)]
      }
      let lines = hidden.lines.prefix(Self.hiddenLimit).map {
        margin + ($0.isEmpty ? "  |" : "  | " + $0)
      }
      return [margin + "expected \(hidden.name); print yours beside it:"]
        + (lines + (hidden.lines.count > lines.count ? [margin + "  | …"] : []))
        .map { $0.cut(toColumns: 80) }
    }
    let (expected, actual, line) = Self.sides(of: first)
    let title = first.title.visible + (line.map { ", line \($0)" } ?? "")
    return [
      (margin + title).cut(toColumns: 80), side("expected", style.green(expected)),
      side("yours", style.red(actual)),
    ]
  }

  /// Both sides, and the number of the line where there are several.
  static func sides(of difference: Difference) -> (expected: String, actual: String, line: Int?) {
    guard let expected = difference.expected, let actual = difference.actual else {
      return (
        difference.expected.map { shown($0, around: 0) } ?? "(nothing)",
        difference.actual.map { shown($0, around: 0) } ?? "(nothing)", nil
      )
    }
    let offset = difference.offset ?? 0
    // A last line feed makes no second line.
    let hasLines = [expected, actual].contains { $0.dropLast().contains(0x0A) }
    guard hasLines else {
      return (shown(expected, around: offset), shown(actual, around: offset), nil)
    }
    let start = (expected[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    func line(_ bytes: Bytes) -> String {
      shown(Bytes(bytes[start...].prefix { $0 != 0x0A }), around: offset - start)
    }
    let number = expected[..<offset].count { $0 == 0x0A } + 1
    return (line(expected), line(actual), number)
  }

  /// Some bytes around an offset, with a blank at an end made visible.
  private static func shown(_ bytes: Bytes, around offset: Int) -> String {
    let bytes = bytes.last == 0x0A ? Bytes(bytes.dropLast()) : bytes
    if bytes.isEmpty { return "(empty)" }
    var text = ByteExcerpt(bytes, around: offset, before: 20, after: 36).text
    if text.first == " " { text = "␠" + text.dropFirst() }
    if text.last == " " { text = text.dropLast() + "␠" }
    return text
  }
}

/// What an adapter broke on: each message once, with the smallest request that brings it about.
struct BrokenText {
  /// The failures that say nothing of signing.
  static let kinds: Set<FailureKind> = [.adapterFailed, .timeout, .crash]

  /// How many messages are shown.
  private static let limit = 4

  private let report: Report
  private let isVerbose: Bool
  private let groups: [(message: String, findings: [Finding])]

  /// Whether nothing was right of much that was asked, and no name is certain: that is how an adapter
  /// fails, and seldom an SDK.
  let nothingPassed: Bool

  init(_ report: Report, _ diagnosis: Diagnosis, isVerbose: Bool) {
    (self.report, self.isVerbose) = (report, isVerbose)
    nothingPassed =
      report.summary.executed >= 10 && !diagnosis.mistakes.contains(where: \.isCertain)
      && report.summary.levels.values.allSatisfy { $0.passed == 0 }
    groups = Self.groups(report)
  }

  /// Whether so much broke that nothing else is worth a look before.
  var isMain: Bool {
    nothingPassed || (count > 0 && count * 10 >= report.summary.executed)
  }

  /// How many vectors broke it.
  private var count: Int { groups.reduce(0) { $0 + $1.findings.count } }

  var lines: [String] {
    if count == 0 { return silent }
    var lines = [
      "The adapter or the SDK broke on \(counted(count, "vector"))."
        + (isMain ? " Fix this first: it hides the rest." : "")
    ]
    if isMain { lines.append("\(Program.name) adapter-check -- COMMAND shows it step by step.") }
    let shown = isVerbose ? groups.count : Self.limit
    for group in groups.prefix(shown) {
      let number = "\(grouped(group.findings.count))".padded(to: 7)
      lines += wrapped(
        group.message.visible, after: "  " + number, limit: isVerbose ? .max : isMain ? 3 : 1)
      guard let vector = group.findings.map(\.vector).smallest else { continue }
      lines += wrapped(
        vector.unusual(in: report.corpus), after: "    e.g. ", limit: isVerbose ? .max : 1)
    }
    let rest = groups.dropFirst(shown).flatMap(\.findings)
    if !rest.isEmpty {
      let messages = counted(groups.count - shown, "other message")
      lines.append("  … and \(messages) on \(counted(rest.count, "vector"))")
    }
    return lines
  }

  /// A remark where the adapter spoke, and nothing at all was right.
  private var silent: [String] {
    guard nothingPassed else { return [] }
    return [
      "No vector passed. Look at the adapter first: does it hand the input to the SDK,",
      "and does it answer with what the SDK made of it?",
    ]
  }

  /// The failures of one message, those that most vectors have first.
  private static func groups(_ report: Report) -> [(message: String, findings: [Finding])] {
    let broken = report.results.compactMap { result -> (message: String, finding: Finding)? in
      if case .expectedFailure = result.standing { return nil }
      guard let failure = result.finding.verdict.failure, kinds.contains(failure.kind)
      else { return nil }
      return (failure.message, result.finding)
    }
    let groups = broken.inGroups { MessageGroups.group(of: $0.message) }
      .map { (message: $0[0].message, findings: $0.map(\.finding)) }
    // What was not tried follows from the rest.
    let (untried, causes) = groups.enumerated().sorted {
      ($1.element.findings.count, $0.offset) < ($0.element.findings.count, $1.offset)
    }.map(\.element).partitioned { $0.message.contains("not tried: ") }
    return causes + untried
  }
}

/// What no known mistake explains: the musts with the first step that differs, the others counted.
struct UnexplainedText {
  private let screen: Screen
  /// The groups, without those that say that the adapter broke.
  private let kinds: [NewKind]

  init(_ screen: Screen) {
    self.screen = screen
    kinds = screen.diagnosis.newKinds.filter { !BrokenText.kinds.contains($0.kind) }
  }

  func lines() -> [String] {
    let isVerbose = screen.text.detail == .verbose
    let must = kinds.filter { $0.vectors.contains { $0.level == .must } }
    let others = kinds.filter { !$0.vectors.contains { $0.level == .must } }
    let vectors = kinds.flatMap(\.vectors)
    let mustCount = vectors.count { $0.level == .must }
    guard !vectors.isEmpty else { return [] }
    let title =
      "Not explained: \(grouped(mustCount)) must, \(grouped(vectors.count - mustCount)) should or may"
    var lines = [screen.text.style.bold(title)]
    for (index, kind) in must.prefix(isVerbose ? must.count : 3).enumerated() {
      lines += line(kind)
      guard let vector = kind.vectors.filter({ $0.level == .must }).smallest,
        let finding = screen.finding(of: vector)
      else { continue }
      let step = StepText(style: screen.text.style, showsHidden: index == 0)
      lines += step.lines(finding, indent: 4)
    }
    let rest = must.dropFirst(isVerbose ? must.count : 3) + others
    lines += rest.prefix(isVerbose ? rest.count : 2).flatMap(line)
    let hidden = rest.dropFirst(isVerbose ? rest.count : 2).flatMap(\.vectors)
    if !hidden.isEmpty {
      lines.append("  … and \(counted(hidden.count, "vector")) more: --verbose shows them")
    }
    return lines
  }

  private func line(_ kind: NewKind) -> [String] {
    guard let first = kind.vectors.filter({ $0.level == .must }).smallest ?? kind.smallest
    else { return [] }
    let isVerbose = screen.text.detail == .verbose
    let more = kind.vectors.count > 1 ? " and \(kind.vectors.count - 1) more" : ""
    let clause = kind.clause.map { " (\($0))" } ?? ""
    return wrapped(
      "\(first.id)\(more)\(clause): \(kind.what.visible)", after: "  ", limit: isVerbose ? .max : 2)
      // What one vector is about says little of many.
      + (kind.vectors.count > 3
        ? [] : wrapped(first.purpose, after: "    ", limit: isVerbose ? .max : 2))
  }
}
