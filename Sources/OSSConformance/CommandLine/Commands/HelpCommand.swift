/// `help`: tells which commands there are, or about one.
enum HelpCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    guard let word = arguments.words.first else {
      console.write(HelpText.overview)
      return .asExpected
    }
    guard let command = Command(rawValue: word) else {
      throw .usage(
        .unknownCommand(word, nearest: word.nearest(of: Command.allCases.map(\.rawValue))))
    }
    console.write(HelpText.text(command))
    return .asExpected
  }
}
