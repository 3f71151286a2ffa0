public import OSSPrimitives

/// Why no URL can carry an interval.
public enum PresignLimitError: Error, Hashable, Sendable {
  /// The interval is shorter than a second (CRED-PRE-3, CRED-PRE-4).
  case tooShort(TimeSpan)
  /// The interval is longer than the version allows (CRED-PRE-3).
  case tooLong(TimeSpan, limit: TimeSpan)
  /// The interval ends after the year 9999 (CRED-PRE-4).
  case endOutOfRange(TimeSpan)
}

extension PresignLimitError: CustomStringConvertible {
  /// A sentence that says what is wrong.
  public var description: String {
    switch self {
    case .tooShort(let interval):
      "The interval of \(interval.seconds) seconds is shorter than one second."
    case .tooLong(let interval, let limit):
      "The interval of \(interval.seconds) seconds is longer than \(limit.seconds) seconds."
    case .endOutOfRange(let interval):
      "The interval of \(interval.seconds) seconds ends after the year 9999."
    }
  }
}
