internal import OSSPrimitives

extension Expectation {
  /// The expectation as it stands in a file.
  var json: JSONValue {
    var object: JSONObject = [:]
    outcome.append(to: &object)
    if !exact.isEmpty { object["exact"] = .array(exact.map { .string($0) }) }
    if !alternatives.isEmpty { object["any_of"] = .array(alternatives.map(\.json)) }
    return .object(object)
  }
}

extension Alternative {
  /// The alternative as it stands in a file.
  var json: JSONValue {
    var object: JSONObject = ["reason": .string(reason)]
    outcome.append(to: &object)
    return .object(object)
  }
}

extension Outcome {
  /// Adds the members that express this outcome.
  fileprivate func append(to object: inout JSONObject) {
    switch self {
    case .answer(let answer):
      object.members += answer.members.members
      if !answer.stages.members.isEmpty { object["stages"] = .object(answer.stages) }
    case .rejection(let errorClass):
      object["error"] = ["class": .string(errorClass)]
    }
  }
}
