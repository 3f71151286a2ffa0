public import OSSPrimitives

extension Vector {
  /// The vector as it stands in a file, its members in the canonical order.
  ///
  /// - Complexity: O(*n*) in the size of the vector.
  public var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "operation": .string(operation.rawValue),
      "level": .string(level.rawValue),
    ]
    if let reason { object["reason"] = .string(reason) }
    object["clauses"] = .array(clauses.map { .string($0) })
    object["comment"] = .string(comment)
    object["flags"] = .array(flags.map { .string($0) })
    object["provenance"] = provenance.json
    object["input"] = .object(input)
    object["expect"] = expectation.json
    return .object(object)
  }
}
