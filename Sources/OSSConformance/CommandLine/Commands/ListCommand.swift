internal import OSSVectors

/// `list`: one line for each vector that is selected.
enum ListCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let corpus = try arguments.corpus(console)
    console.write(text(try arguments.vectors(of: corpus)))
    return .asExpected
  }

  /// The lines, their columns under each other.
  static func text(_ vectors: [Vector]) -> String {
    let idWidth = vectors.map(\.id.utf8.count).max() ?? 0
    let operationWidth = vectors.map(\.operation.rawValue.utf8.count).max() ?? 0
    return vectors.map { vector in
      [
        vector.id.padded(to: idWidth), vector.level.rawValue.padded(to: 6),
        vector.operation.rawValue.padded(to: operationWidth),
        vector.clauses.joined(separator: ","),
      ].joined(separator: "  ") + "\n"
    }.joined()
  }
}
