internal import OSSPrimitives
internal import OSSVectors

/// A mistake, or two at once, under suspicion of being behind failures.
struct Suspect {
  typealias Answering =
    @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  let mutants: [Mutant]
  let answer: Answering
  /// The operations in which it can show.
  let operations: Set<OSSVectors.Operation>

  /// A single mistake.
  init(_ mutant: Mutant) {
    mutants = [mutant]
    answer = mutant.answer
    operations = mutant.operations
  }

  /// Two mistakes made together.
  init(_ first: Mutant, _ second: Mutant) {
    mutants = [first, second]
    answer = Mutant.answer(combining: mutants)
    operations = first.operations.union(second.operations)
  }
}
