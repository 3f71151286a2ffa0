internal import OSSVectors

extension MutantMatrix {
  /// The matrix as a table, the score by topic, the survivors and the equivalents.
  var text: String {
    let table = columns(
      [["mutant", "clause", "kills", "of its clause", "first"]]
        + rows.map { row in
          [
            row.mutant.id, row.mutant.clause, String(row.killers.count),
            String(row.ownKillers.count),
            (row.ownKillers.first ?? row.killers.first).map { vectors[$0].id } ?? "-",
          ]
        })
    let scores = MutantScore.scores(of: self)
    let score = columns(
      [["topic", "killed", "survived", "equivalent", "crashed"]]
        + scores.map {
          [
            $0.topic, String($0.killed), String($0.survived), String($0.equivalent),
            String($0.crashed),
          ]
        })
    return table + "\n" + score + "\n" + survivors + equivalents + total(scores)
  }

  private var survivors: String {
    let alive = rows.filter { $0.ownKillers.isEmpty && $0.mutant.equivalent == nil }
    if alive.isEmpty { return "No mutant survives.\n\n" }
    return alive.map { "Survives: \($0.mutant.id). \($0.mutant.mistake)\n" }.joined() + "\n"
  }

  private var equivalents: String {
    rows.compactMap { row in
      row.mutant.equivalent.map { "Equivalent: \(row.mutant.id). \($0)\n" }
    }.joined() + "\n"
  }

  private func total(_ scores: [MutantScore]) -> String {
    let killed = scores.reduce(0) { $0 + $1.killed }
    let equivalent = scores.reduce(0) { $0 + $1.equivalent }
    return "\(killed) of \(rows.count - equivalent) mutants killed by a vector of their clause, "
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
