package import OSSVectors

/// Which vector catches which mistake.
///
/// A vector kills a mistake when the judge fails the reply that has it; a step that differs beside a right
/// result is noted by the judge and kills nothing. A refusal of another class kills, though the judge
/// notes it. A mistake counts as killed for a clause when a vector that cites the clause kills it.
package struct KillMatrix: Sendable {
  /// One mistake, and what the vectors do to it.
  package struct Row: Sendable {
    /// The mistake.
    package let mistake: Mistake
    /// The indices of the vectors that kill it, in their order.
    package fileprivate(set) var killers: [Int] = []
    /// The indices of those killers that cite a clause of the mistake.
    package fileprivate(set) var ownKillers: [Int] = []
    /// The clauses of the mistake that a killer cites.
    package fileprivate(set) var killedClauses: Set<String> = []

    /// The clauses of the mistake that no killer cites.
    package var openClauses: [String] { mistake.clauses.filter { !killedClauses.contains($0) } }
  }

  /// The vectors, which the rows name by their index.
  package let vectors: [Vector]
  /// One row for each mistake, in their order.
  package let rows: [Row]

  /// Asks every mistake for every vector of its operations.
  ///
  /// One that replies as it is right is not judged: no vector fails that.
  ///
  /// - Parameters:
  ///   - mistakes: The mistakes.
  ///   - vectors: The vectors.
  ///   - right: What is right where nothing is modelled.
  ///   - asked: Of a vector, which rows it can show at all; others are not asked.
  ///   - kill: Called for each kill, vector by vector, with the places of both and the reply.
  /// - Complexity: O(*m* · *n*) in the numbers of mistakes and vectors.
  package init(
    mistakes: [Mistake] = Mistakes.all, vectors: [Vector],
    right: Mistake.Answering = { _, _ in .unsupported(reason: nil) },
    asked: (_ vector: Int) -> (_ row: Int) -> Bool = { _ in { _ in true } },
    kill: (_ vector: Int, _ row: Int, _ reply: Reply) -> Void = { _, _, _ in }
  ) {
    let model = Model()
    let answering = mistakes.map(\.answering)
    var rows = mistakes.map { Row(mistake: $0) }
    var concerned: [OSSVectors.Operation: [Int]] = [:]
    for (row, mistake) in mistakes.enumerated() {
      for operation in mistake.operations { concerned[operation, default: []].append(row) }
    }
    for (index, vector) in vectors.enumerated() {
      let due = model.reply(vector.operation, vector.input) ?? right(vector.operation, vector.input)
      for row in (concerned[vector.operation] ?? []).filter(asked(index)) {
        let reply =
          mistakes[row].reply(to: vector.input, insteadOf: due)
          ?? answering[row](vector.operation, vector.input)
        guard reply != due, vector.isNotRight(by: reply) else { continue }
        rows[row].add(vector, at: index)
        kill(index, row, reply)
      }
    }
    self.vectors = vectors
    self.rows = rows
  }

  /// The matrix of vectors that several matrices have between them.
  ///
  /// - Parameters:
  ///   - mistakes: The mistakes of each matrix.
  ///   - parts: The matrices, each with the indices of its vectors.
  ///   - vectors: All vectors.
  package init(
    of mistakes: [Mistake], joining parts: [(indices: [Int], matrix: KillMatrix)],
    over vectors: [Vector]
  ) {
    self.vectors = vectors
    rows = mistakes.enumerated().map { place, mistake in
      var row = Row(mistake: mistake)
      for (indices, matrix) in parts {
        row.killers += matrix.rows[place].killers.map { indices[$0] }
        row.ownKillers += matrix.rows[place].ownKillers.map { indices[$0] }
        row.killedClauses.formUnion(matrix.rows[place].killedClauses)
      }
      row.killers.sort()
      row.ownKillers.sort()
      return row
    }
  }

  /// The ids of the vectors that kill no mistake of a clause that they cite, in their order.
  ///
  /// - Complexity: O(*n*) in the number of kills.
  package var idleVectors: [String] {
    var isUsed = Array(repeating: false, count: vectors.count)
    for row in rows {
      for killer in row.ownKillers { isUsed[killer] = true }
    }
    return vectors.indices.filter { !isUsed[$0] }.map { vectors[$0].id }
  }
}

extension KillMatrix.Row {
  fileprivate mutating func add(_ vector: Vector, at index: Int) {
    killers.append(index)
    let cited = mistake.clauses.filter(vector.clauses.contains)
    if cited.isEmpty { return }
    ownKillers.append(index)
    killedClauses.formUnion(cited)
  }
}
