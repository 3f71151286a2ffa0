internal import OSSPrimitives
internal import OSSVectors

/// Computes the answers that are right beside the one of the reference.
struct AlternativeBuilder {
  private let definition: BuiltCase
  private let reference = ReferenceAdapter(steps: Self.lenient)

  init(_ definition: BuiltCase) { self.definition = definition }

  /// The reference without its refusals: what others sign may be what it would not.
  private static let lenient = {
    var steps = ReferenceSteps()
    steps.refuses = { _ in false }
    return steps
  }()

  func made(_ alternative: BuiltCase.Alternative) throws(GenerationError) -> Alternative {
    let answer =
      switch alternative.way {
      case .signing(let string, let headers): try signing(string, headers)
      case .hashing(let request): try hashing(request)
      case .answering(let input): try answer(to: input).asExpected(of: input)
      case .writing(let change): try writing(change)
      }
    return Alternative(reason: alternative.reason, outcome: .answer(answer))
  }

  private func answer(
    _ operation: OSSVectors.Operation, _ input: JSONObject
  ) throws(GenerationError) -> Answer {
    guard case .ok(let answer) = reference.answer(operation, input) else {
      throw .notRefused(id: definition.id, expected: "an alternative")
    }
    return answer
  }

  private func answer(to input: JSONObject) throws(GenerationError) -> Answer {
    try answer(definition.operation, input)
  }

  private func signing(
    _ string: String, _ headers: [(name: String, value: String)]
  ) throws(GenerationError) -> Answer {
    let input: JSONObject = [
      "credentials": definition.input["credentials"] ?? .null, "stringToSign": .string(string),
    ]
    var answer = try answer(.v1String, input)
    answer.stages = ["stringToSign": .string(string)]
    if !headers.isEmpty {
      let authorization = answer.members["authorization"] ?? .null
      answer.members["headers"] = .array(
        headers.map { [.string($0.name), .string($0.value)] }
          + [["Authorization", authorization]])
    }
    return answer
  }

  /// The answer with another hash, and the signature that follows, wherever the two stand.
  private func hashing(_ canonicalRequest: String) throws(GenerationError) -> Answer {
    let due = try answer(to: definition.input).asExpected(of: definition.input)
    let bytes = Bytes(canonicalRequest.utf8)
    let lines = (due.stages["stringToSign"]?.stringValue ?? "").split(separator: "\n").dropLast()
    let string = (lines + [Substring(SHA256.hash(bytes.span).hexadecimal)])
      .joined(separator: "\n")
    var input = definition.input
    input["stringToSign"] = .string(string)
    let signed = try answer(.v4String, input)
    guard let old = due.members["signature"]?.stringValue,
      let new = signed.members["signature"]?.stringValue
    else { throw .notRefused(id: definition.id, expected: "an alternative") }
    let members = due.members.members.map { member in
      JSONMember(name: member.name, value: member.value.replacing(old, with: new))
    }
    return Answer(
      members: JSONObject(members),
      stages: ["canonicalRequest": .string(canonicalRequest), "stringToSign": .string(string)])
  }

  private func writing(_ change: (String) -> String) throws(GenerationError) -> Answer {
    var answer = try answer(to: definition.input).asExpected(of: definition.input)
    let old = answer.members["authorization"]?.stringValue ?? ""
    answer.members = JSONObject(
      answer.members.members.map { member in
        JSONMember(name: member.name, value: member.value.replacing(old, with: change(old)))
      })
    return answer
  }
}

extension JSONValue {
  /// The value with a text replaced in all its strings.
  fileprivate func replacing(_ old: String, with new: String) -> JSONValue {
    switch self {
    case .string(let text):
      .string(text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
    case .array(let elements): .array(elements.map { $0.replacing(old, with: new) })
    default: self
    }
  }
}
