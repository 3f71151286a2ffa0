public import OSSVectors

/// Which vector catches which mistake.
///
/// A vector kills a mutant when the judge fails the mutant's reply to it; a step that differs beside
/// a right result is noted by the judge and kills nothing. A crash is not a kill.
public struct MutantMatrix: Sendable {
  /// One mutant, and what the vectors do to it.
  public struct Row: Sendable {
    /// The mutant.
    public let mutant: Mutant
    /// The indices of the vectors that kill it, in their order.
    public fileprivate(set) var killers: [Int] = []
    /// The indices of the vectors to which it gave no reply.
    public fileprivate(set) var crashes: [Int] = []
    /// The indices of those killers that cite the mutant's clause.
    public fileprivate(set) var ownKillers: [Int] = []

    /// Whether no vector kills it.
    public var isAlive: Bool { killers.isEmpty }
  }

  /// The vectors, which the rows name by their index.
  public let vectors: [Vector]
  /// One row for each mutant, in their order.
  public let rows: [Row]

  /// Asks every mutant for every vector.
  ///
  /// The reference is asked once for each vector. A mutant that shares nothing with an operation is
  /// not asked, and one that answers as the reference does is not judged: no vector fails that.
  /// - Complexity: O(*m* · *n*) in the numbers of mutants and vectors.
  public init(mutants: [Mutant] = Mutants.all, vectors: [Vector]) {
    let reference = Mutant.reference.unexplained
    let adapters = mutants.map(\.unexplained)
    let steps = mutants.map(\.steps)
    var rows = mutants.map { Row(mutant: $0) }
    var concerned: [OSSVectors.Operation: [Int]] = [:]
    for (row, mutant) in mutants.enumerated() {
      for operation in mutant.operations { concerned[operation, default: []].append(row) }
    }
    for (index, vector) in vectors.enumerated() {
      let prepared = PreparedVector(vector, reference: reference)
      for row in concerned[vector.operation] ?? [] {
        let reply = prepared.reply(of: adapters[row], steps[row])
        if reply != prepared.answer { rows[row].take(reply, to: vector, at: index) }
      }
    }
    self.vectors = vectors
    self.rows = rows
  }

  /// For each vector the indices of the rows of the mutants that it kills.
  ///
  /// - Complexity: O(*n*) in the number of kills.
  public var kills: [[Int]] {
    var kills: [[Int]] = Array(repeating: [], count: vectors.count)
    for (row, killers) in rows.map(\.killers).enumerated() {
      for vector in killers { kills[vector].append(row) }
    }
    return kills
  }
}

extension MutantMatrix.Row {
  fileprivate mutating func take(_ reply: Reply, to vector: Vector, at index: Int) {
    switch Judge.verdict(of: vector, reply: reply).failure?.kind {
    case nil: break
    case .crash, .timeout, .adapterFailed: crashes.append(index)
    case .mismatch, .accepted, .rejected, .wrongClass, .implausible:
      killers.append(index)
      if vector.clauses.contains(mutant.clause) { ownKillers.append(index) }
    }
  }
}
