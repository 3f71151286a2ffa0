internal import OSSVectors

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
