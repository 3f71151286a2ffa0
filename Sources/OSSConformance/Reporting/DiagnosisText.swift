internal import OSSMistakes
internal import OSSVectors

/// The lines that name the mistakes behind the failures of a run.
///
/// A mistake behind a failure that turns the run red is reported in full. One behind known failures
/// alone, or failures at level `may`, takes one line, and so does what is unexplained, whose bytes stand
/// where its vectors are named.
struct DiagnosisText {
  let style: Style
  let detail: Report.Detail

  /// The lines; none where nothing failed.
  func lines(_ diagnosis: Diagnosis, of report: Report) -> [String] {
    let red = Set(report.results.filter(\.standing.isRed).map(\.finding.vector.id))
    func isTold(_ vectors: [Vector]) -> Bool {
      detail == .verbose || vectors.contains { red.contains($0.id) }
    }
    return diagnosis.mistakes.flatMap { mistake in
      isTold(mistake.vectors) ? block(mistake) : [row(line(mistake))]
    }
      + diagnosis.newKinds.map { row(line($0)) }
  }

  private func block(_ mistake: DiagnosedMistake) -> [String] {
    let sentences = mistake.mistakes.map(\.sentence)
    let seen = mistake.mistakes.flatMap(\.seen)
    var lines = [
      row(
        "\(style.bold(mistake.name)): matches \(mistake.matches) of \(mistake.possible) "
          + "failures that it could explain")
    ]
    lines += sentences.map { further($0) }
    lines.append(
      further(
        "clause \(mistake.clauses.joined(separator: ", ")); e.g. \(mistake.smallest?.id ?? "")"))
    if !seen.isEmpty { lines.append(further("seen in " + Self.list(seen))) }
    lines += mistake.mistakes.map { further("fix: " + $0.fix) }
    if !mistake.unproven.isEmpty {
      lines.append(
        further(
          "because of it \(counted(mistake.unproven.count, "refusal")) of the operation prove nothing"
        ))
    }
    if !mistake.exceptions.isEmpty {
      lines.append(
        further(
          "not for certain: it would also fail \(mistake.exceptions.joined(separator: ", "))"))
    }
    return lines
  }

  private func line(_ mistake: DiagnosedMistake) -> String {
    "\(mistake.name) (\(counted(mistake.vectors.count, "vector")), \(mistake.clauses.joined(separator: ", ")), "
      + "e.g. \(mistake.smallest?.id ?? ""))"
      + (mistake.exceptions.isEmpty ? "" : ", not for certain")
  }

  private func line(_ kind: NewKind) -> String {
    "unexplained (\(counted(kind.vectors.count, "vector")), \(kind.vectors.first?.clauses.first ?? ""), "
      + "e.g. \(kind.smallest?.id ?? "")): \(kind.what)"
  }

  private func row(_ text: String) -> String { "diagnosis   " + text }

  private func further(_ text: String) -> String { "".padded(to: 12) + text }

  /// The SDKs in which mistakes were seen, each once.
  static func list(_ seen: [SeenIn]) -> String {
    var names: [String] = []
    for place in seen {
      let name = "\(place.sdk) \(place.version)"
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }
}
