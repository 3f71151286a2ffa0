/// How an operation ends when it is done right.
public enum Outcome: Hashable, Sendable {
  /// It gives this answer.
  case answer(Answer)
  /// It refuses the input, for a reason of this class.
  ///
  /// A vector that was read from a file holds the raw value of an ``ErrorClass``; no other text
  /// passes the reader.
  case rejection(errorClass: String)

  /// Makes the outcome of an input that must be refused.
  public static func rejection(_ errorClass: ErrorClass) -> Outcome {
    .rejection(errorClass: errorClass.rawValue)
  }
}
