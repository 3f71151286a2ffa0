internal import OSSPrimitives
internal import OSSVectors

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
