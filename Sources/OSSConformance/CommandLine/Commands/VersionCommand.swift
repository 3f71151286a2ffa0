/// `version`: tells which program this is.
enum VersionCommand {
  static func run(_ console: some Console) -> RunnerStatus {
    console.write("\(Program.name) \(Program.version), adapter protocol 1\n")
    return .asExpected
  }
}
