package import OSSJSON
package import OSSMistakes
internal import OSSPrimitives
package import OSSVectors

/// Compares the model of the specification with the libraries: two implementations that share no code.
///
/// Where they give one answer to every vector and to random inputs, a mistake in either shows. What counts is
/// the answer with its steps, or the class of the refusal.
package struct ModelComparison {
  /// An input to which the two reply differently.
  package struct Difference {
    package let operation: OSSVectors.Operation
    package let input: JSONObject
    package let model: Reply
    package let reference: Reply
  }

  private let model: Model
  private let reference = ReferenceAdapter()
  /// What differs, in the order of comparing.
  package private(set) var differences: [Difference] = []
  /// How many inputs were compared, by operation.
  package private(set) var compared: [OSSVectors.Operation: Int] = [:]

  /// Makes a comparison of a model, which may have a mistake.
  package init(model: Model = Model()) { self.model = model }

  /// Compares the replies to one input.
  ///
  /// - Returns: Whether the operation is modelled.
  @discardableResult
  mutating func compare(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Bool {
    guard let modelled = model.reply(operation, input) else { return false }
    let due = reference.answer(operation, input)
    compared[operation, default: 0] += 1
    if !modelled.isSame(as: due, to: operation, input) {
      differences.append(
        Difference(operation: operation, input: input, model: modelled, reference: due))
    }
    return true
  }

  /// Compares the replies to every vector.
  package mutating func compare(_ vectors: [Vector]) {
    for vector in vectors { compare(vector.operation, vector.input) }
  }

  /// Compares the replies to random inputs of each operation that the vectors have.
  ///
  /// Two operations are left out. The machine that refreshes credentials is one machine on both sides, so
  /// random scripts would compare nothing. A description has fixed words of its own, in which a random
  /// secret of one letter is found.
  package mutating func compare(
    changesOf vectors: [Vector], count: Int, seed: UInt64, progress: (Int) -> Void = { _ in }
  ) {
    let compared = Set(OSSVectors.Operation.allCases)
      .subtracting([.credentialTimeline, .credentialDescription])
    for (place, operation) in OSSVectors.Operation.allCases.enumerated()
    where compared.contains(operation) {
      let inputs = vectors.filter { $0.operation == operation }.map(\.input)
      guard let first = inputs.first, model.reply(operation, first) != nil else { continue }
      var random = RandomInputs(seed: seed, inputs: inputs)
      for number in 1...max(count, 1) where count > 0 {
        compare(operation, random.next())
        progress(place * count + number)
      }
    }
  }
}

extension Reply {
  /// Whether both are the same answer with the same steps, or refusals of one class.
  ///
  /// Answers are compared as the judge compares them: the order of parameters in a URL is free.
  func isSame(as other: Reply, to operation: OSSVectors.Operation, _ input: JSONObject) -> Bool {
    switch (self, other) {
    case (.rejected(let one, _), .rejected(let other, _)): return one == other
    case (.ok(let answer), .ok) where self != other:
      let vector = Vector(
        id: "compared", operation: operation, level: .must, clauses: [], comment: "",
        provenance: .derived(reason: ""), input: input,
        expectation: Expectation(outcome: .answer(answer)))
      // A step that differs beside a right result is a note.
      return Judge.verdict(of: vector, reply: other) == .passed(notes: [])
    default: return self == other
    }
  }

  /// The reply as JSON on one line.
  var brief: String {
    switch self {
    case .ok(let answer):
      var object = answer.members
      if !answer.stages.members.isEmpty { object["stages"] = .object(answer.stages) }
      return JSONValue.object(object).compact()
    case .rejected(let errorClass, let message):
      return "refused as \(errorClass ?? "nothing") (\(message ?? ""))"
    default: return "\(self)"
    }
  }
}
