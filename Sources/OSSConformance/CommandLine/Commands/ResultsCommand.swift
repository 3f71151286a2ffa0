internal import OSSPrimitives
internal import OSSVectors

/// `results`: writes the page of what SDKs get wrong from the JSON reports of their runs.
enum ResultsCommand {
  static let from = Flag(
    "--from", "FILE", isRepeatable: true, "a JSON report of check or grade; its order is kept")
  static let check = Flag(
    "--check", "write nothing; fail if the page is not current")
  static let flags = [from, ExportCommand.output, check]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let paths = arguments.all(from)
    guard !paths.isEmpty else {
      throw .missingFlag(from, command: arguments.command)
    }
    let runs = try arguments.reportedRuns(console)
    let specification = try arguments.specification(console)
    let page = Bytes(ResultsPage(specification).text(runs).utf8)
    let path = arguments.one(ExportCommand.output)
    guard arguments.has(check) else {
      try console.write(page, to: path ?? "-")
      return .asExpected
    }
    guard let path else {
      throw .missingFlag(ExportCommand.output, command: arguments.command)
    }
    let isCurrent = FileAccess.read(path) == page
    console.write(
      isCurrent ? "\(path) is current.\n" : "\(path) differs from what the reports say.\n")
    return isCurrent ? .asExpected : .failures
  }
}

extension Arguments {
  /// The runs whose JSON reports the flag `--from` names.
  func reportedRuns(_ console: some Console) throws(CommandError) -> [ReportedRun] {
    var runs: [ReportedRun] = []
    for path in all(ResultsCommand.from) {
      let bytes = try console.read(path)
      let run = try ending(as: CommandError.vectors) { () throws(VectorError) in
        try ReportedRun(bytes, file: path)
      }
      runs.append(run)
    }
    return runs
  }
}
