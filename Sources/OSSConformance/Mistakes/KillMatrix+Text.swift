internal import OSSMistakes
internal import OSSVectors

extension KillMatrix {
  /// The matrix as a table, the score by topic, the survivors and the equivalents.
  var text: String {
    let table = columns(
      [["mistake", "clause", "kills", "of its clauses", "first"]]
        + rows.map { row in
          [
            row.mistake.id, row.mistake.clauses.first ?? "", String(row.killers.count),
            String(row.ownKillers.count),
            (row.ownKillers.first ?? row.killers.first).map { vectors[$0].id } ?? "-",
          ]
        })
    let scores = MistakeScore.scores(of: self)
    let score = columns(
      [["topic", "killed", "survived", "equivalent"]]
        + scores.map {
          [
            $0.topic, String($0.killed), String($0.survived), String($0.equivalent),
          ]
        })
    return table + "\n" + score + "\n" + survivors + equivalents + total(scores)
  }

  private var survivors: String {
    let alive = rows.filter { !$0.openClauses.isEmpty && $0.mistake.equivalent == nil }
    if alive.isEmpty { return "Every mistake is caught.\n\n" }
    return alive.map { "Survives: \($0.mistake.id). \($0.mistake.sentence)\n" }.joined() + "\n"
  }

  private var equivalents: String {
    rows.compactMap { row in
      row.mistake.equivalent.map { "Equivalent: \(row.mistake.id). \($0)\n" }
    }.joined() + "\n"
  }

  private func total(_ scores: [MistakeScore]) -> String {
    let killed = scores.reduce(0) { $0 + $1.killed }
    let equivalent = scores.reduce(0) { $0 + $1.equivalent }
    return
      "\(killed) of \(rows.count - equivalent) mistakes killed by a vector of each of their clauses, "
      + "\(equivalent) equivalent, \(vectors.count) vectors.\n"
  }
}

/// Lines with their columns under each other.
func columns(_ lines: [[String]]) -> String {
  var widths: [Int] = []
  for line in lines {
    for (index, cell) in line.enumerated() {
      if index == widths.count { widths.append(0) }
      widths[index] = Swift.max(widths[index], cell.utf8.count)
    }
  }
  return lines.map { line in
    let cells = line.enumerated().map { index, cell in
      index == line.count - 1 ? cell : cell.padded(to: widths[index] + 2)
    }
    return cells.joined() + "\n"
  }.joined()
}
