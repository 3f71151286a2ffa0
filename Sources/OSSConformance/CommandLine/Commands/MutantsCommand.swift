internal import OSSVectors

/// `mutants`: which vector catches which mistake.
enum MutantsCommand {
  static let check = Flag("--check", "fail where a mutant survives, or a vector kills nothing")

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let corpus = try arguments.corpus(console)
    let matrix = MutantMatrix(vectors: corpus.vectors)
    let kills = matrix.kills
    for row in matrix.rows {
      console.write(
        "\(row.mutant.id) \(row.mutant.clause) \(row.ownKillers.count)/\(row.killers.count)\(row.mutant.equivalent == nil ? "" : " EQ")\n"
      )
    }
    for (index, vector) in matrix.vectors.enumerated() where kills[index].isEmpty {
      console.write("NOKILL \(vector.id) \(vector.operation.rawValue) \(vector.clauses)\n")
    }
    return .asExpected
  }
}
