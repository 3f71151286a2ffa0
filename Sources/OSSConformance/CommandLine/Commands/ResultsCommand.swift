internal import OSSPrimitives

/// `results`: writes the page of what SDKs get wrong from the JSON reports of their runs.
enum ResultsCommand {
  static let from = Flag(
    "--from", "FILE", isRepeatable: true, "a JSON report of check or grade; its order is kept")
  static let check = Flag(
    "--check", "write nothing, and fail if the page is not what it should be")
  static let flags = [from, ExportCommand.output, check]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let paths = arguments.all(from)
    guard !paths.isEmpty else {
      throw .usage(.missingFlag(from, command: arguments.command))
    }
    var runs: [ReportedRun] = []
    for path in paths { runs.append(try read(path)) }
    let page = Bytes(ResultsPage.text(runs).utf8)
    let path = arguments.one(ExportCommand.output)
    if arguments.has(check) {
      guard let path else {
        throw .usage(.missingFlag(ExportCommand.output, command: arguments.command))
      }
      return checked(page, path, console)
    }
    return try write(page, path, console)
  }

  private static func read(_ path: String) throws(CommandError) -> ReportedRun {
    guard let bytes = FileAccess.read(path) else { throw .file(.unreadable(path: path)) }
    do throws(ResultsError) {
      return try ReportedRun(bytes, file: path)
    } catch {
      throw .results(error)
    }
  }

  private static func checked(
    _ page: Bytes, _ path: String, _ console: some Console
  ) -> RunnerStatus {
    let isCurrent = FileAccess.read(path) == page
    console.write(
      isCurrent ? "\(path) is current.\n" : "\(path) differs from what the reports say.\n")
    return isCurrent ? .asExpected : .failures
  }

  private static func write(
    _ page: Bytes, _ path: String?, _ console: some Console
  ) throws(CommandError) -> RunnerStatus {
    guard let path, path != "-" else {
      console.write(page)
      return .asExpected
    }
    do throws(FileError) {
      try FileAccess.write(page, to: path)
    } catch {
      throw .file(error)
    }
    return .asExpected
  }
}
