internal import OSSPrimitives
internal import OSSVectors

/// A mistake, or two at once, under suspicion of being behind failures.
struct Suspect {
  typealias Answering =
    @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  let mutants: [Mutant]
  let answer: Answering

  /// A single mistake.
  init(_ mutant: Mutant) {
    mutants = [mutant]
    answer = mutant.answer
  }

  /// Two mistakes made together.
  init(_ first: Mutant, _ second: Mutant) {
    mutants = [first, second]
    answer = Mutant.answer(combining: mutants)
  }

  /// Whether the mistake can show in an operation at all.
  func concerns(_ operation: OSSVectors.Operation) -> Bool {
    mutants.contains { $0.operations.contains(operation) }
  }
}
