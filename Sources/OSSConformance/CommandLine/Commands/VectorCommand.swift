/// `vector`: makes a vector of a request and adds it to a recorded suite.
enum VectorCommand {
  static let from = Flag(
    "--from", "FILE", "the request: operation and input, and what else is known")
  static let into = Flag("--into", "SUITE", "the recorded suite, such as v1/recorded")
  static let flags = [from, into]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> ExitStatus
  {
    throw .generation(message: "The command vector is not there yet.")
  }
}
