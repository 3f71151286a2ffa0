/// The ways to fail; a list of expected failures names them by these words.
public enum FailureKind: String, CaseIterable, Hashable, Sendable {
  /// The answer is not the expected one, or shows nothing that could be compared.
  case mismatch
  /// The input was answered where it must be refused.
  case accepted
  /// The input was refused where it must be answered.
  case rejected
  /// The input was refused, as it must be, for a reason that is not the one.
  case wrongClass = "wrong-class"
  /// The adapter or the SDK broke and said so.
  case adapterFailed = "adapter-failed"
  /// No reply came in time.
  case timeout
  /// The adapter died.
  case crash
  /// The reply would be right, but the other replies show that it proves nothing.
  case implausible
}
