/// How the program ends; the numbers are part of the adapter protocol's page.
public enum RunnerStatus: Int32, Hashable, Sendable {
  /// Everything is as expected.
  case asExpected = 0
  /// Something failed, or passed that was expected to fail.
  case failures = 1
  /// The command line or a file that it names is wrong.
  case usage = 2
  /// The adapter could not run, or nothing was run.
  case nothingRun = 3
}
