internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// The program: runs the command of a command line.
package enum CommandLineTool {
  /// Runs a command.
  ///
  /// - Returns: How the program ends; what went wrong has been reported.
  package static func run(_ arguments: [String], console: some Console) -> RunnerStatus {
    do throws(CommandError) {
      return try start(arguments, console)
    } catch {
      let words = GivenWords(arguments)
      let sentence = words.hidden(in: error.description)
      console.complain("\(Program.name): \(sentence.visible)\n")
      for line in error.details { console.complain("  \(words.hidden(in: line).visible)\n") }
      return error.exitStatus
    }
  }

  private static func start(
    _ arguments: [String], _ console: any Console
  ) throws(CommandError) -> RunnerStatus {
    guard let first = arguments.first else {
      console.complain(HelpText.overview)
      return .usage
    }
    let command = try command(first)
    let sorted = try Arguments(command, Array(arguments.dropFirst()), console)
    if sorted.wantsHelp {
      console.write(HelpText.text(command))
      return .asExpected
    }
    return try command.work.run(sorted)
  }

  static func command(_ word: String) throws(CommandError) -> Command {
    switch word {
    case "--help", "-h": return .help
    case "--version": return .version
    default: break
    }
    guard let command = Command(rawValue: word) else {
      throw .unknownCommand(word, nearest: word.nearest(of: Command.allCases.map(\.rawValue)))
    }
    return command
  }
}

/// What the program calls itself.
enum Program {
  static let name = "oss-conform"
  /// The version of the tool, of the pages and of the vectors; `spec/CHANGELOG.md` has it first.
  static let version = "0.1.0"
}

/// How the program ends; the numbers are part of the adapter protocol's page.
package enum RunnerStatus: Int32, Hashable, Sendable {
  /// Everything is as expected.
  case asExpected = 0
  /// A must failed (or with `--strict` a should), or a result is not as the list of known failures
  /// says.
  case failures = 1
  /// The command line or a file that it names is wrong.
  case usage = 2
  /// The adapter could not run, or nothing was run.
  case nothingRun = 3
}

/// Why a command could not do its work.
enum CommandError: Error {
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
  /// A word is where the command takes none.
  case unexpectedWord(String, command: Command)
  /// A word that the command needs is not there.
  case missingWord(String, command: Command)
  /// A flag that the command needs is not there.
  case missingFlag(Flag, command: Command)
  /// Two flags cannot be given together.
  case conflict(Flag, Flag)
  /// A flag's value is not of its kind.
  case invalidValue(Flag, String, expected: String)

  /// What another part of the kit says, as it says it.
  case of(any Error)
  case noVectors(searched: [String])
  case noExpectations(String)
  /// The word of `show` names nothing; the nearest name that there is may be meant.
  case unknownName(String, nearest: String?)
  case adapter(AdapterError)
  case grading(GradingError, file: String)
  /// A file is not JSON; without an error where that might show a secret.
  case notJSON(JSONError?, file: String)
  case notObject(file: String)
  case noPages(besideVectors: String)
  case fewVectors(made: Int, of: Int)
  case noCredentials(variable: String)
  /// A member of a file of credentials is missing or no string; what is in it is never shown.
  case credentials(member: String, file: String)
  /// A member of a request holds one of its credentials in a form that is not replaced.
  case credentialsLeft(name: String, member: String)
  /// The flag for a file of credentials has JSON as its value, which is never shown.
  case credentialsInPlaceOfFile
  /// The request cannot be read, and there is nothing else to explain.
  case unreadableRequest(SentRequestError?)
  case signing(SigningError)
  /// The endpoint cannot listen, or its command cannot start: a sentence.
  case serving(String)

  /// The lines below the sentence.
  var details: [String] {
    if case .adapter(let error) = self { error.details } else { [] }
  }

  /// How the program ends.
  var exitStatus: RunnerStatus {
    if case .adapter(.trace) = self { return .usage }
    if case .adapter = self { return .nothingRun }
    if case .of(SelectionError.nothing) = self { return .nothingRun }
    return .usage
  }
}

extension CommandError: CustomStringConvertible {
  /// One sentence that names the word or the file at fault.
  var description: String {
    switch self {
    case .of(let error): "\(error)"
    case .noVectors(let searched):
      "There is no folder of vectors at \(searched.joined(separator: " or ")); name it with "
        + "--vectors PATH."
    case .noExpectations(let path):
      "There is no list of known failures at \(path); \(Flag.updateExpectations.name) makes it."
    case .adapter(let error): error.description
    case .grading(let error, let file): "\(file): \(error)"
    case .notJSON(let error, let file):
      "\(file): this is not JSON." + (error.map { " \($0)" } ?? "")
    case .notObject(let file): "\(file): this is not a JSON object."
    case .noPages(let folder): "There is no folder spec/ with the pages next to \(folder)."
    case .fewVectors(let made, let count):
      "The reference refuses requests in this region or with these credentials: "
        + "\(made) of \(count) vectors could be made."
    case .noCredentials(let variable):
      "The variable \(variable) is not set; set it, or name a file with --credentials FILE."
    case .credentials(let member, let file): "\(file): the member \(member) must be a string."
    case .credentialsLeft(let name, let member):
      "The member \(member) of the request holds the \(name) in a form that is not replaced; "
        + "put another value there, or keep it with \(VectorCommand.keepCredentials.name)."
    case .credentialsInPlaceOfFile:
      "The flag --credentials needs the path of a file, and its value is JSON."
    case .unreadableRequest(let fault):
      fault?.description ?? "The request has more bytes than are read."
    case .serving(let sentence): sentence
    case .signing(let error): "The request cannot be signed: \(error.code): \(error)"
    case .unknownCommand(let word, let nearest):
      "There is no command \(word)" + nearest.asHint
    case .unknownFlag(let word, let command, let nearest):
      "The command \(command.rawValue) has no flag \(word)" + nearest.asHint
    case .missingValue(let flag): "The flag \(flag.name) needs a value: \(flag.usage)."
    case .unexpectedValue(let flag): "The flag \(flag.name) takes no value."
    case .repeatedFlag(let flag): "The flag \(flag.name) can be given once only."
    case .unknownName(let name, let nearest):
      "There is no vector, clause or mistake \(name)" + nearest.asHint
    case .unexpectedWord(_, let command) where command.takesCredentials:
      // The word may be a secret.
      "The command \(command.rawValue) takes no word besides its flags."
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
}

/// Does some work; what it throws is thrown as another error.
func rethrowing<Value: ~Copyable, Fault, Other>(
  as fault: (Fault) -> Other, doing work: () throws(Fault) -> Value
) throws(Other) -> Value {
  do {
    return try work()
  } catch {
    throw fault(error)
  }
}

/// The value of an expression; what it throws is thrown as another error.
func rethrowing<Value: ~Copyable, Fault, Other>(
  as fault: (Fault) -> Other, _ value: @autoclosure () throws(Fault) -> Value
) throws(Other) -> Value {
  try rethrowing(as: fault, doing: value)
}

/// The value of an expression; what it throws ends the command with the same words.
func rethrowing<Value: ~Copyable>(
  _ value: @autoclosure () throws -> Value
) throws(CommandError) -> Value {
  do { return try value() } catch { throw .of(error) }
}
