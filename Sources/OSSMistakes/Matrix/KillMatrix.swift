package import OSSVectors

/// Which vector catches which mistake.
///
/// A vector kills a mistake when the judge fails the model's reply to it; a step that differs beside a
/// right result is noted by the judge and kills nothing.
package struct KillMatrix: Sendable {
  /// One mistake, and what the vectors do to it.
  package struct Row: Sendable {
    /// The mistake.
    package let mistake: Mistake
    /// The indices of the vectors that kill it, in their order.
    package fileprivate(set) var killers: [Int] = []
    /// The clauses of the mistake that a killing vector cites.
    package fileprivate(set) var killedClauses: Set<String> = []
  }

  /// The vectors, which the rows name by their index.
  package let vectors: [Vector]
  /// One row for each mistake, in their order.
  package let rows: [Row]

  /// Asks every mistake for every vector of its operations.
  ///
  /// One that answers as the model does is not judged: no vector fails that.
  /// - Complexity: O(*m* · *n*) in the numbers of mistakes and vectors.
  package init(mistakes: [Mistake] = Mistakes.all, vectors: [Vector]) {
    let right = Model()
    let models = mistakes.map(\.model)
    var rows = mistakes.map { Row(mistake: $0) }
    for (index, vector) in vectors.enumerated() {
      guard let due = right.reply(vector.operation, vector.input) else { continue }
      for row in rows.indices where mistakes[row].operations.contains(vector.operation) {
        guard let reply = models[row].reply(vector.operation, vector.input), reply != due,
          !Judge.verdict(of: vector, reply: reply).isPass
        else { continue }
        rows[row].killers.append(index)
        rows[row].killedClauses.formUnion(mistakes[row].clauses.filter(vector.clauses.contains))
      }
    }
    self.vectors = vectors
    self.rows = rows
  }
}
