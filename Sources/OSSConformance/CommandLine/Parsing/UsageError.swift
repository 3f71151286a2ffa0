/// What is wrong with a command line.
enum UsageError: Error, Hashable {
  /// There is no command.
  case noCommand
  /// There is no such command; the nearest that there is may be meant.
  case unknownCommand(String, nearest: String?)
  /// The command has no such flag; the nearest that it has may be meant.
  case unknownFlag(String, command: Command, nearest: String?)
  /// A flag lacks its value.
  case missingValue(Flag)
  /// A flag that takes no value has one.
  case unexpectedValue(Flag)
  /// A flag that may be given once is given twice.
  case repeatedFlag(Flag)
  /// A word stands where the command takes none.
  case unexpectedWord(String, command: Command)
  /// A word that the command needs is not there.
  case missingWord(String, command: Command)
  /// A flag that the command needs is not there.
  case missingFlag(Flag, command: Command)
  /// Two flags cannot be given together.
  case conflict(Flag, Flag)
  /// A flag's value is not of its kind.
  case invalidValue(Flag, String, expected: String)
}

extension UsageError: CustomStringConvertible {
  /// One sentence that names the word at fault.
  var description: String {
    switch self {
    case .noCommand: "There is no command; see \(Program.name) help."
    case .unknownCommand(let word, let nearest):
      "There is no command \(word)" + Self.hint(nearest)
    case .unknownFlag(let word, let command, let nearest):
      "The command \(command.rawValue) has no flag \(word)" + Self.hint(nearest)
    case .missingValue(let flag): "The flag \(flag.name) needs a value: \(flag.usage)."
    case .unexpectedValue(let flag): "The flag \(flag.name) takes no value."
    case .repeatedFlag(let flag): "The flag \(flag.name) can be given once only."
    case .unexpectedWord(let word, let command):
      "The command \(command.rawValue) has no use for \(word)."
    case .missingWord(let name, let command):
      "The command \(command.rawValue) needs \(name): see \(Program.name) help \(command.rawValue)."
    case .missingFlag(let flag, let command):
      "The command \(command.rawValue) needs \(flag.usage)."
    case .conflict(let one, let other):
      "The flags \(one.name) and \(other.name) cannot be given together."
    case .invalidValue(let flag, let value, let expected):
      "The flag \(flag.name) has the value \(value), which is not \(expected)."
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \($0)?" } ?? "."
  }
}
