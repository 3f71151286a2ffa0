/// How many of the mutants of one topic are killed.
public struct MutantScore: Hashable, Sendable {
  /// The topic, such as `V1-HDR`.
  public let topic: String
  /// The mutants that a vector of their clause kills.
  public fileprivate(set) var killed = 0
  /// The mutants that no vector of their clause kills, though one should.
  public fileprivate(set) var survived = 0
  /// The mutants that no vector can tell from the reference.
  public fileprivate(set) var equivalent = 0
  /// The mutants that gave no reply to a vector.
  public fileprivate(set) var crashed = 0

  fileprivate init(topic: String) { self.topic = topic }

  /// The scores of a matrix, topic by topic in the order of the catalogue.
  ///
  /// - Complexity: O(*n*) in the number of mutants.
  public static func scores(of matrix: MutantMatrix) -> [MutantScore] {
    var scores: [MutantScore] = []
    for row in matrix.rows {
      let topic = Clause.topic(of: row.mutant.clause)
      let index =
        scores.firstIndex { $0.topic == topic }
        ?? {
          scores.append(MutantScore(topic: topic))
          return scores.count - 1
        }()
      scores[index].count(row)
    }
    return scores
  }

  private mutating func count(_ row: MutantMatrix.Row) {
    if !row.crashes.isEmpty { crashed += 1 }
    if row.mutant.equivalent != nil {
      equivalent += 1
    } else if row.ownKillers.isEmpty {
      survived += 1
    } else {
      killed += 1
    }
  }
}
