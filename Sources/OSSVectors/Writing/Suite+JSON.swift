public import OSSPrimitives

extension Suite {
  /// The suite's path below the folder of vectors.
  public var fileName: String { name + ".json" }

  /// The bytes that stand in the suite's file when it is canonical.
  ///
  /// - Complexity: O(*n*) in the size of the suite.
  public func canonicalBytes() -> Bytes {
    let object: JSONObject = [
      "format": 1, "suite": .string(name),
      "count": .number(JSONNumber(vectors.count)), "vectors": .array(vectors.map(\.json)),
    ]
    return JSONValue.object(object).canonical()
  }
}
