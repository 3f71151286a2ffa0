/// What came back for one request, whoever gave it.
///
/// The first four are statuses of the protocol and stand in an adapter's reply; the last two are the
/// runner's own, for a request that had no reply although it was tried alone.
public enum Reply: Hashable, Sendable {
  /// The SDK gave an answer.
  case ok(Answer)

  /// The SDK itself refused the input, with the class of its error if the adapter could name one.
  ///
  /// A class that is not in the closed list is kept as it came: the judge counts it as unmapped.
  case rejected(errorClass: String?, message: String?)

  /// The SDK cannot do what the request asks for.
  case unsupported(reason: String?)

  /// The adapter or the SDK broke, or the adapter's reply to this request made no sense.
  case failed(message: String?)

  /// No reply came within the limit.
  case timeout

  /// The adapter ended, or stopped speaking the protocol; the text says how.
  case crash(String)
}
