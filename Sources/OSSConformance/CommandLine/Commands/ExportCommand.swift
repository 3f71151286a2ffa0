internal import OSSVectors

/// `export`: writes the requests of the selected vectors to a file.
enum ExportCommand {
  static let output = Flag("--output", "FILE", "where to write; the standard output if not given")
  static let flags = [output]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let corpus = try arguments.corpus(console)
    let vectors = try arguments.vectors(of: corpus)
    let lines = ExportedRequests.lines(for: vectors, corpusDigest: corpus.digest())
    guard let path = arguments.one(output), path != "-" else {
      console.write(lines)
      return .asExpected
    }
    do throws(FileError) {
      try FileAccess.write(lines, to: path)
    } catch {
      throw .file(error)
    }
    return .asExpected
  }
}
