internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `list`: one line for each vector that is selected.
enum ListCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    arguments.console.write(text(try arguments.vectors(of: corpus).selected))
    return .asExpected
  }

  /// The lines, their columns under each other.
  static func text(_ vectors: [Vector]) -> String {
    columns(
      vectors.map { vector in
        [
          vector.id, vector.level.rawValue.padded(to: 6), vector.operation.rawValue,
          vector.clauses.joined(separator: ","),
        ]
      })
  }
}

/// `help`: lists the commands, or explains one.
enum HelpCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    if let word = arguments.words.first {
      arguments.console.write(HelpText.text(try CommandLineTool.command(word)))
    } else {
      arguments.console.write(HelpText.overview)
    }
    return .asExpected
  }
}

/// `version`: prints the versions of the tool and of the vectors, where there are any.
enum VersionCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    arguments.console.write("\(Program.name) \(Program.version), adapter protocol 1\n")
    do throws(CommandError) {
      let source = try CorpusSource(folder: try arguments.vectorsFolder())
      arguments.console.write(source.name + "\n")
    } catch {
      // A tool that was copied without the vectors has a version all the same.
      guard case .noVectors = error else { throw error }
    }
    return .asExpected
  }
}
