internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// Writes the member `diagnosis` of ``Report/json()``, whose documentation names its members.
enum DiagnosisJSON {
  static func value(_ diagnosis: Diagnosis) -> JSONValue {
    .array(diagnosis.mistakes.map(mistake) + diagnosis.newKinds.map(newKind))
  }

  private static func mistake(_ mistake: DiagnosedMistake) -> JSONValue {
    var object: JSONObject = [
      "mistakes": .array(
        mistake.mistakes.map { one in
          .object(
            JSONObject([
              JSONMember(name: "id", value: .string(one.id)),
              JSONMember(name: "sentence", value: .string(one.sentence)),
              JSONMember(name: "clauses", value: texts(mistake.clauses(of: one))),
              JSONMember(name: "fix", value: .string(one.fix)),
              JSONMember(name: "seen", value: .array(one.seen.map(\.json))),
            ]))
        }),
      "matches": .number(JSONNumber(mistake.matches)),
      "possible": .number(JSONNumber(mistake.possible)),
    ]
    if !mistake.exceptions.isEmpty { object["exceptions"] = texts(mistake.exceptions) }
    append(mistake.vectors, mistake.smallest, to: &object)
    return .object(object)
  }

  private static func newKind(_ kind: NewKind) -> JSONValue {
    var object: JSONObject = [
      "mistakes": .array([]), "kind": .string(kind.kind.rawValue), "what": .string(kind.what),
    ]
    append(kind.vectors, kind.smallest, to: &object)
    return .object(object)
  }

  private static func append(
    _ vectors: [Vector], _ smallest: Vector?, to object: inout JSONObject
  ) {
    object["vectors"] = texts(vectors.map(\.id))
    guard let smallest else { return }
    object["smallest"] = [
      "id": .string(smallest.id), "operation": .string(smallest.operation.rawValue),
      "level": .string(smallest.level.rawValue),
      "clauses": texts(smallest.clauses), "input": .object(smallest.input),
    ]
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
