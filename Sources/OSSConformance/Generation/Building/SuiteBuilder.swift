internal import OSSPrimitives
internal import OSSVectors

/// Makes the vectors of built suites: the reference computes what their cases expect.
struct SuiteBuilder {
  let confirmations: Confirmations
  private let reference = ReferenceAdapter()

  init(confirmations: Confirmations) { self.confirmations = confirmations }

  /// The suite of these cases.
  func suite(_ name: String, _ cases: [BuiltCase]) throws(GenerationError) -> Suite {
    var vectors: [Vector] = []
    for definition in cases { vectors.append(try vector(definition)) }
    return Suite(name: name, kind: .built, vectors: vectors)
  }

  private func vector(_ definition: BuiltCase) throws(GenerationError) -> Vector {
    let vector = Vector(
      id: definition.id, operation: definition.operation, level: definition.level,
      reason: definition.reason, clauses: definition.clauses, comment: definition.comment,
      flags: definition.flags, provenance: provenance(of: definition), input: definition.input,
      expectation: try expectation(of: definition))
    if definition.stated != nil { try check(vector) }
    return vector
  }

  /// Refuses a stated expectation that the reference does not fulfil by itself.
  private func check(_ vector: Vector) throws(GenerationError) {
    var strict = vector
    strict.expectation.alternatives = []
    let reply = reference.answer(vector.operation, vector.input)
    if let failure = Judge.verdict(of: strict, reply: reply).failure {
      throw .referenceFails(id: vector.id, message: failure.message)
    }
  }

  private func provenance(of definition: BuiltCase) -> Provenance {
    if let source = definition.source { return .published(source: source) }
    if definition.refusal != nil {
      return .derived(reason: "The refusal follows from the clause; SDKs need not make it.")
    }
    // An SDK may pass by one of the alternatives, which confirms nothing.
    if !definition.alternatives.isEmpty || !definition.outcomes.isEmpty {
      return .derived(reason: "SDKs part ways here; any_of holds what the others give.")
    }
    let sdks = confirmations.sdks(
      for: definition.id, definition.operation, definition.input)
    if !sdks.isEmpty { return .agreed(sdks: sdks) }
    return .derived(reason: reason(for: definition.operation))
  }

  /// Why no SDK confirms what a vector of an operation expects.
  private func reason(for operation: OSSVectors.Operation) -> String {
    if operation.signsRequest, confirmations.asks(operation) {
      return "The SDKs at hand do otherwise; the clause says why these bytes are held right."
    }
    if operation == .credentialTimeline {
      return "Bounds confirm no bytes; two machines that were written apart keep them."
    }
    return confirmations.asks(operation)
      ? "The SDKs at hand do otherwise or cannot be asked; the clause says why this is held right."
      : "No SDK at hand does this operation by itself."
  }

  private func expectation(
    of definition: BuiltCase
  ) throws(GenerationError) -> Expectation {
    let reply = reference.answer(definition.operation, definition.input)
    switch (reply, definition.refusal) {
    case (.ok(let answer), nil):
      let alternatives = try alternatives(of: definition)
      let due = definition.stated ?? answer.asExpected(of: definition.input)
      return Expectation(
        outcome: .answer(due), alternatives: alternatives, exact: definition.exact)
    case (.rejected(let actual?, _), let expected?):
      if actual != expected.rawValue {
        throw .refusedOtherwise(id: definition.id, expected: expected.rawValue, actual: actual)
      }
      return Expectation(
        outcome: .rejection(expected), alternatives: try alternatives(of: definition))
    case (.rejected(let actual, let message), nil):
      throw .refused(id: definition.id, errorClass: actual ?? "", message: message ?? "")
    case (_, let expected):
      throw .notRefused(id: definition.id, expected: expected?.rawValue ?? "an answer")
    }
  }

  private func alternatives(
    of definition: BuiltCase
  ) throws(GenerationError) -> [Alternative] {
    var result = definition.outcomes
    let builder = AlternativeBuilder(definition)
    for alternative in definition.alternatives { result.append(try builder.made(alternative)) }
    return result
  }
}
