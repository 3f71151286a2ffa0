package import OSSMistakes

/// How many of the mistakes of one topic are killed.
package struct MistakeScore: Hashable, Sendable {
  /// The topic, such as `V1-HDR`.
  package let topic: String
  /// The mistakes that a vector of their clause kills.
  package fileprivate(set) var killed = 0
  /// The mistakes that no vector of their clause kills, though one should.
  package fileprivate(set) var survived = 0
  /// The mistakes that no vector can tell from the reference.
  package fileprivate(set) var equivalent = 0

  fileprivate init(topic: String) { self.topic = topic }

  /// The scores of a matrix, topic by topic in the order of the catalogue.
  ///
  /// - Complexity: O(*n*) in the number of mistakes.
  package static func scores(of matrix: KillMatrix) -> [MistakeScore] {
    var scores: [MistakeScore] = []
    for row in matrix.rows {
      let topic = Clause.topic(of: row.mistake.clauses.first ?? "")
      let index =
        scores.firstIndex { $0.topic == topic }
        ?? {
          scores.append(MistakeScore(topic: topic))
          return scores.count - 1
        }()
      scores[index].count(row)
    }
    return scores
  }

  private mutating func count(_ row: KillMatrix.Row) {
    if row.mistake.equivalent != nil {
      equivalent += 1
    } else if !row.openClauses.isEmpty {
      survived += 1
    } else {
      killed += 1
    }
  }
}
