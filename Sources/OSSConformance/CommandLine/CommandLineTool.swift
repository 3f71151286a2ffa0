internal import OSSVectors

/// The program: runs the command of a command line.
package enum CommandLineTool {
  /// Runs a command.
  ///
  /// - Returns: How the program ends; what went wrong has been told.
  package static func run(_ arguments: [String], console: some Console) -> RunnerStatus {
    do throws(CommandError) {
      return try start(arguments, console)
    } catch {
      console.complain("\(Program.name): \(error.description.visible)\n")
      return error.exitStatus
    }
  }

  private static func start(
    _ arguments: [String], _ console: some Console
  ) throws(CommandError) -> RunnerStatus {
    guard let first = arguments.first else {
      console.complain(HelpText.overview)
      return .usage
    }
    let command = try command(first)
    let sorted = try Arguments(command, Array(arguments.dropFirst()))
    if sorted.wantsHelp {
      console.write(HelpText.text(command))
      return .asExpected
    }
    return try run(sorted, console)
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

  private static func run(
    _ arguments: Arguments, _ console: some Console
  ) throws(CommandError) -> RunnerStatus {
    switch arguments.command {
    case .check: try CheckCommand.run(arguments, console)
    case .list: try ListCommand.run(arguments, console)
    case .show: try ShowCommand.run(arguments, console)
    case .explain: try ExplainCommand.run(arguments, console)
    case .sign: try SignCommand.run(arguments, console)
    case .presign: try PresignCommand.run(arguments, console)
    case .stringToSign: try StringToSignCommand.run(arguments, console)
    case .vector: try VectorCommand.run(arguments, console)
    case .generate: try GenerateCommand.run(arguments, console)
    case .mutants: try MutantsCommand.run(arguments, console)
    case .coverage: try CoverageCommand.run(arguments, console)
    case .model: try ModelCommand.run(arguments, console)
    case .adapter: try AdapterCommand.run(arguments, console)
    case .export: try ExportCommand.run(arguments, console)
    case .grade: try GradeCommand.run(arguments, console)
    case .fuzz: try FuzzCommand.run(arguments, console)
    case .simulate: try SimulateCommand.run(arguments, console)
    case .results: try ResultsCommand.run(arguments, console)
    case .bench: try BenchCommand.run(arguments, console)
    case .help: try HelpCommand.run(arguments, console)
    case .version: VersionCommand.run(console)
    }
  }
}

/// What the program calls itself.
enum Program {
  static let name = "oss-conform"
  static let version = "0.1.0"
}
