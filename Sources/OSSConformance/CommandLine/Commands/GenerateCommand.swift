/// `generate`: writes the vectors from their definitions.
enum GenerateCommand {
  static let check = Flag("--check", "write nothing, and fail if a file is not what it should be")
  static let flags = [check]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> ExitStatus
  {
    throw .generation(message: "The command generate is not there yet.")
  }
}
