/// `coverage`: which vectors and mutants each clause has.
enum CoverageCommand {
  static let check = Flag("--check", "fail where a must clause has no vector, or no mutant")

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    .asExpected
  }
}
