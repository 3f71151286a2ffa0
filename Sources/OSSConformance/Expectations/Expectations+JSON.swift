public import OSSPrimitives

extension Expectations {
  /// The bytes that stand in the list's file.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public func canonicalBytes() -> Bytes {
    let object: JSONObject = [
      "format": 1, "sdk": .string(sdk), "expectations": .array(entries.map(\.json)),
    ]
    return JSONValue.object(object).canonical()
  }
}

extension ExpectedFailure {
  fileprivate var json: JSONValue {
    var object: JSONObject = [:]
    switch target {
    case .id(let id): object["id"] = .string(id)
    case .pattern(let glob): object["pattern"] = .string(glob.pattern)
    }
    object["status"] = .string(status.word)
    object["reason"] = .string(reason)
    if let link { object["link"] = .string(link) }
    return .object(object)
  }
}
