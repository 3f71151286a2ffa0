/// `bench`: compares an adapter's speed with the reference's.
enum BenchCommand {
  static let rounds = Flag("--rounds", "COUNT", "how many rounds to run; 21 if not given")
  static let flags = [rounds, Flag.json]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> ExitStatus
  {
    throw .generation(message: "The command bench is not there yet.")
  }
}
