internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Completes one entry of a file: the reference computes what is missing and checks what is there.
///
/// What people state is never written here: classes of refusals, bounds of timelines,
/// `any_of`, `exact`, and what a published source gives.
struct VectorCompletion {
  private let reference = ReferenceAdapter()
  private let alternatives = AlternativeCheck()

  /// The vector of an entry, with every step and every member.
  func completed(
    _ entry: JSONValue, at place: VectorLocation, isAccepted: Bool
  ) throws(GenerationError) -> Vector {
    let entry = try withAnswer(entry, at: place)
    let vector = try rethrowing(as: GenerationError.vectors, Vector(json: entry, at: place))
    do throws(GenerationError) {
      return try checked(vector, in: place.file)
    } catch {
      guard isAccepted, let again = try recomputed(vector, in: place.file) else { throw error }
      return again
    }
  }

  // MARK: What is missing

  /// The entry with its defaults, and with an answer where it has none.
  private func withAnswer(
    _ entry: JSONValue, at place: VectorLocation
  ) throws(GenerationError) -> JSONValue {
    guard case .object(var object) = entry else { return entry }
    object["level"] = object["level"] ?? "must"
    object["flags"] = object["flags"] ?? []
    let stated = object["expect"]?.objectValue ?? [:]
    let besides = ["stages", "exact", "any_of"]
    let hasAnswer = stated.members.contains { member in
      !besides.contains { member.name.hasSameBytes(as: $0) }
    }
    if !hasAnswer, object["expect"]?.objectValue != nil || object["expect"] == nil {
      object["expect"] = .object(stated)
      if let answer = try answer(to: object, at: place) {
        object["expect"] = .object(answer.merged(with: stated))
      }
    }
    object["provenance"] = object["provenance"] ?? DefaultProvenance.json(of: object)
    return .object(object)
  }

  /// What the reference answers; nil where the entry is faulty, which reading it will say.
  private func answer(
    to entry: JSONObject, at place: VectorLocation
  ) throws(GenerationError) -> Answer? {
    guard let word = entry["operation"]?.stringValue,
      let operation = OSSVectors.Operation(rawValue: word),
      let input = entry["input"]?.objectValue
    else { return nil }
    let here = VectorLocation(
      file: place.file, vector: entry["id"]?.stringValue ?? place.vector, path: "expect")
    if let what = operation.statedExpectation { throw .unstated(here, what: what) }
    switch reference.answer(operation, input) {
    case .ok(let answer): return answer.asExpected(of: input)
    case .rejected(let errorClass, let message):
      throw .refused(here, errorClass: errorClass ?? "", message: message ?? "")
    default: throw .notRefused(here, expected: "an answer")
    }
  }

  // MARK: What is there

  /// The vector, checked against the reference, with the steps that it lacks.
  private func checked(_ vector: Vector, in file: String) throws(GenerationError) -> Vector {
    let place = VectorLocation(file: file, vector: vector.id, path: "expect")
    let reply = reference.answer(vector.operation, vector.input)
    try alternatives.check(vector, at: place)
    switch (vector.expectation.outcome, reply) {
    case (.answer(let expected), .ok(let actual)):
      try compare(vector, expected, actual, at: place)
      var expectation = vector.expectation
      expectation.outcome = .answer(
        Answer(
          members: expected.members,
          stages: expected.stages.completed(like: actual.stages)))
      return vector.with(expectation: expectation)
    case (.rejection(let expected), .rejected(let actual, _)):
      if expected != actual {
        throw .refusedOtherwise(place, expected: expected, actual: actual ?? "")
      }
      return vector
    case (.answer, .rejected(let actual, let message)):
      throw .refused(place, errorClass: actual ?? "", message: message ?? "")
    case (.rejection(let expected), _): throw .notRefused(place, expected: expected)
    case (.answer, _): throw .notRefused(place, expected: "an answer")
    }
  }

  private func compare(
    _ vector: Vector, _ expected: Answer, _ actual: Answer, at place: VectorLocation
  ) throws(GenerationError) {
    for step in expected.stages.members where actual.stages[step.name] != step.value {
      throw .differs(
        place.member("stages").member(step.name), expected: step.value.compact(),
        actual: actual.stages[step.name]?.compact() ?? "nothing")
    }
    // The reference must pass by what is expected, and not by an alternative.
    var expectation = vector.expectation
    expectation.alternatives = []
    let strict = vector.with(expectation: expectation)
    guard let failure = Judge.verdict(of: strict, reply: .ok(actual)).failure else { return }
    guard let difference = failure.differences.first else {
      throw .differs(place, expected: "other bounds", actual: failure.message)
    }
    throw .differs(
      place.member(difference.name), expected: Self.text(difference.expected),
      actual: Self.text(difference.actual))
  }

  /// The vector with its answer computed again; nil where people state it.
  private func recomputed(
    _ vector: Vector, in file: String
  ) throws(GenerationError) -> Vector? {
    guard case .derived = vector.provenance, case .answer = vector.expectation.outcome,
      vector.operation.statedExpectation == nil,
      case .ok(let actual) = reference.answer(vector.operation, vector.input)
    else { return nil }
    var expectation = vector.expectation
    expectation.outcome = .answer(actual.asExpected(of: vector.input))
    return try checked(vector.with(expectation: expectation), in: file)
  }

  private static func text(_ bytes: Bytes?) -> String {
    bytes.map { JSONValue.string(String(decoding: $0, as: UTF8.self)).compact() } ?? "nothing"
  }
}

extension OSSVectors.Operation {
  /// What people state of an operation instead of an answer; nil where the reference computes it.
  fileprivate var statedExpectation: String? {
    self == .credentialTimeline ? "the bounds of a timeline" : nil
  }
}

extension Answer {
  /// The members of an `expect` that states no answer, with this one.
  func merged(with stated: JSONObject) -> JSONObject {
    var result = members
    if !stages.members.isEmpty { result["stages"] = .object(stages) }
    for member in stated.members { result[member.name] = member.value }
    return result
  }
}

extension JSONObject {
  /// These steps and those that they lack, in the order in which the reference makes them.
  fileprivate func completed(like order: JSONObject) -> JSONObject {
    var result = JSONObject()
    for step in order.members { result[step.name] = self[step.name] ?? step.value }
    for step in members where result[step.name] == nil { result[step.name] = step.value }
    return result
  }
}
