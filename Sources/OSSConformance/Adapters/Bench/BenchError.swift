/// Why an adapter's speed could not be taken.
public enum BenchError: Error, Hashable, Sendable {
  /// The adapter does not list the feature `bench`.
  case noFeature(sdk: String)
  /// The adapter cannot do the operation, refuses the input or failed; the text says which.
  case refused(operation: String, reason: String)
  /// No reply came within the limit.
  case late(operation: String, seconds: Int)
  /// The adapter ended, broke the protocol, or could not be started.
  case died(operation: String, how: String)
}

extension BenchError: CustomStringConvertible {
  /// One sentence that names the operation and the fault.
  public var description: String {
    switch self {
    case .noFeature(let sdk):
      "The adapter of \(sdk) does not list the feature bench, so its speed cannot be taken."
    case .refused(let operation, let reason):
      "The adapter does not time \(operation): \(reason)."
    case .late(let operation, let seconds):
      "The adapter did not finish timing \(operation) within \(seconds) s."
    case .died(let operation, let how):
      "The adapter failed while timing \(operation): \(how)."
    }
  }
}
