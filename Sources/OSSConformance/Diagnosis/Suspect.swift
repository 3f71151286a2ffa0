internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// A mistake, or two at once, under suspicion of being behind failures.
struct Suspect {
  typealias Answering =
    @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  let mistakes: [Mistake]
  let answer: Answering
  /// The operations in which it can show.
  let operations: Set<OSSVectors.Operation>

  /// A single mistake.
  init(_ mistake: Mistake) {
    mistakes = [mistake]
    answer = mistake.answering
    operations = mistake.operations
  }

  /// Two mistakes made together.
  init(_ first: Mistake, _ second: Mistake) {
    mistakes = [first, second]
    answer = Mistake.answering(with: mistakes)
    operations = first.operations.union(second.operations)
  }
}
