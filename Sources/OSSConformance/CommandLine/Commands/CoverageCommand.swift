internal import OSSPrimitives
internal import OSSVectors

/// `coverage`: which vectors and mistakes each clause has.
enum CoverageCommand {
  static let check = Flag(
    "--check", "print the faults alone: must clauses without a vector or a mistake")

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let corpus = try arguments.corpus(console)
    let coverage = Coverage(
      specification: try arguments.specification(console), vectors: corpus.vectors)
    if arguments.has(check) {
      return GateOutput.write(coverage.faults, "\(coverage.rows.count) clauses", console)
    }
    if arguments.has(.json) {
      console.write(coverage.json.canonical())
    } else {
      console.write(coverage.text)
    }
    return .asExpected
  }
}
