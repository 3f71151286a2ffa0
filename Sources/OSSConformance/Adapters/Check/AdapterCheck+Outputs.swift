internal import OSSJSON
internal import OSSVectors

extension AdapterCheck {
  /// The members and the types of each output; the reference shows them (ADP-RUN-12).
  func outputs() -> AdapterCheckStep.Outcome {
    guard !samples.isEmpty else { return Self.noSample }
    for sample in samples {
      guard let fault = sample.outputFault else { continue }
      return .wrong(
        "\(sample.operation.rawValue): \(fault)",
        fix: "Write the output as the tables of adapter-protocol.md list it.")
    }
    return .right()
  }
}

extension ProbeSample {
  /// How the output differs in members and types from one that can be right; nil if it does not.
  fileprivate var outputFault: String? {
    guard case .ok(let given) = reply,
      case .ok(let due) = ReferenceAdapter().answer(operation, input)
    else { return nil }
    for member in due.members.members {
      guard let value = given.members[member.name], value != .null else {
        if operation.signsRequest { continue }
        return "the output has no member \(member.name)"
      }
      if value.shape != member.value.shape {
        return "\(member.name) is \(value.shape), and must be \(member.value.shape)"
      }
    }
    let shown = due.members.members.map(\.name).filter { given.members[$0] != nil }
    return shown.isEmpty
      ? "the output has none of \(due.members.members.map(\.name).joined(separator: ", "))" : nil
  }
}

extension JSONValue {
  /// The type in words; a byte string is a text, and an array is what its first element is.
  fileprivate var shape: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .object(let object): object["base64"] == nil ? "an object" : "a text"
    case .array(let elements): elements.first.map { "an array of \($0.shape)" } ?? "an array"
    }
  }
}
