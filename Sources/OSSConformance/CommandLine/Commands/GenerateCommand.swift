/// `generate`: writes the vectors from their definitions, or says which files are not current.
enum GenerateCommand {
  static let check = Flag("--check", "write nothing, and fail if a file is not what it should be")
  static let flags = [check]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let generator = Generator(directory: try arguments.vectorsFolder(console))
    let files: [Generator.File]
    do throws(GenerationError) {
      files = try generator.files()
      if !arguments.has(check) { try generator.write(files) }
    } catch {
      return try fault(error, console)
    }
    console.write(text(files, isCheck: arguments.has(check)))
    let isAsExpected = files.allSatisfy(\.isCurrent) || !arguments.has(check)
    return isAsExpected ? .asExpected : .failures
  }

  /// A vector that the reference contradicts is a failure; a file that cannot be read is not.
  private static func fault(
    _ error: GenerationError, _ console: some Console
  ) throws(CommandError) -> RunnerStatus {
    switch error {
    case .refused, .notRefused, .refusedOtherwise, .recordedDiffers, .referenceFails:
      console.complain("\(error)\n")
      return .failures
    case .vectors, .file, .expectations, .noBuilder, .builtSuite:
      throw .generation(message: error.description)
    }
  }

  /// One line for each file that is not current, and one for all.
  static func text(_ files: [Generator.File], isCheck: Bool) -> String {
    let stale = files.filter { !$0.isCurrent }
    let verb = isCheck ? "differs from what the generator writes" : "written"
    let lines = stale.map { "\($0.suite).json: \($0.count) vectors, \(verb)\n" }
    let count = files.reduce(0) { $0 + $1.count }
    let current = files.count - stale.count
    return lines.joined() + "\(count) vectors in \(files.count) files, \(current) current.\n"
  }
}
