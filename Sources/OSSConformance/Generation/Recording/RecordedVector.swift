internal import OSSPrimitives
internal import OSSVectors

/// Completes a recorded vector: what it expects stays as its source gave it, and the steps that
/// the source does not show are added.
struct RecordedVector {
  private let reference = ReferenceAdapter()

  /// The vector with every step.
  ///
  /// - Throws: ``GenerationError/recordedDiffers(id:member:expected:actual:)`` where the reference
  ///   gives something else; nothing that is expected is ever changed.
  func completed(_ vector: Vector) throws(GenerationError) -> Vector {
    let reply = reference.answer(vector.operation, vector.input)
    switch (vector.expectation.outcome, reply) {
    case (.answer(let expected), .ok(let actual)):
      try compare(vector, expected, actual)
      var result = vector
      var stages = expected.stages
      for step in actual.stages.members where stages[step.name] == nil {
        stages[step.name] = step.value
      }
      result.expectation.outcome = .answer(
        Answer(members: expected.members, stages: Self.ordered(stages, like: actual.stages)))
      return result
    case (.rejection(let expected), .rejected(let actual, _)):
      if expected != actual {
        throw .refusedOtherwise(id: vector.id, expected: expected, actual: actual ?? "")
      }
      return vector
    case (.answer, .rejected(let actual, let message)):
      throw .refused(id: vector.id, errorClass: actual ?? "", message: message ?? "")
    case (.rejection(let expected), _):
      throw .notRefused(id: vector.id, expected: expected)
    case (.answer, _):
      throw .notRefused(id: vector.id, expected: "an answer")
    }
  }

  private func compare(
    _ vector: Vector, _ expected: Answer, _ actual: Answer
  ) throws(GenerationError) {
    for step in expected.stages.members where actual.stages[step.name] != step.value {
      throw .recordedDiffers(
        id: vector.id, member: step.name, expected: step.value.compact(),
        actual: actual.stages[step.name]?.compact() ?? "nothing")
    }
    let verdict = Judge.verdict(of: vector, reply: .ok(actual))
    if case .failed(let failure) = verdict {
      let difference = failure.differences.first
      throw .recordedDiffers(
        id: vector.id, member: difference?.name ?? "expect",
        expected: Self.text(difference?.expected), actual: Self.text(difference?.actual))
    }
  }

  private static func text(_ bytes: Bytes?) -> String {
    bytes.map { JSONValue.string(String(decoding: $0, as: UTF8.self)).compact() } ?? "nothing"
  }

  /// The steps in the order in which the reference makes them.
  private static func ordered(_ stages: JSONObject, like order: JSONObject) -> JSONObject {
    var result = JSONObject()
    for step in order.members { result[step.name] = stages[step.name] }
    for step in stages.members where result[step.name] == nil { result[step.name] = step.value }
    return result
  }
}
