public import OSSPrimitives

extension TimelineBounds {
  /// The members that state the bounds in a vector.
  public var members: JSONObject {
    var object: JSONObject = [:]
    if !callers.isEmpty {
      object["callers"] = .object(
        JSONObject(
          callers.map { bound in
            JSONMember(name: bound.caller, value: .array(bound.outcomes.map { .string($0) }))
          }))
    }
    if !waits.isEmpty {
      object["waits"] = .object(
        JSONObject(
          waits.map { JSONMember(name: $0.caller, value: .number(JSONNumber($0.most))) }))
    }
    var fetches: JSONObject = [:]
    fetches["least"] = leastFetches.map { .number(JSONNumber($0)) }
    fetches["most"] = mostFetches.map { .number(JSONNumber($0)) }
    if !fetches.members.isEmpty { object["fetches"] = .object(fetches) }
    if !invariants.isEmpty {
      object["invariants"] = .array(invariants.map { .string($0.rawValue) })
    }
    return object
  }
}
