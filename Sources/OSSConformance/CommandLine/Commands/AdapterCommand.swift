/// `adapter`: speaks for the built-in reference on the standard streams.
enum AdapterCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    AdapterServer(ReferenceAdapter()).serveStandardStreams()
    return .asExpected
  }
}
