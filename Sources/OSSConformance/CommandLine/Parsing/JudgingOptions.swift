internal import OSSVectors

/// What the commands that judge are asked for: `check` and `grade`.
struct JudgingOptions {
  let detail: Report.Detail
  let reports: [ReportRequest]
  let expectationsPath: String?
  let updatesExpectations: Bool

  /// Reads the flags.
  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuse(.quiet, with: .verbose)
    detail =
      arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    reports = try ReportRequest.read(arguments)
    expectationsPath = arguments.one(.expectations)
    updatesExpectations = arguments.has(.updateExpectations)
    if updatesExpectations, expectationsPath == nil {
      throw .missingFlag(.expectations, command: arguments.command)
    }
  }

  /// The known failures, if there is a list to compare with.
  ///
  /// A list that is to be written anew may be missing, and may name vectors that are gone.
  func expectations(_ corpus: Corpus) throws(CommandError) -> Expectations? {
    guard let path = expectationsPath else { return nil }
    do throws(ExpectationsError) {
      if !updatesExpectations { return try Expectations.read(path, corpus: corpus) }
      if FileAccess.read(path) == nil { return nil }
      return try Expectations.read(path).without(unknownTo: corpus)
    } catch {
      throw .expectations(error)
    }
  }
}
