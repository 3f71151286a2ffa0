internal import OSSPrimitives

/// Compares what asks for a callback by its meaning: JSON can be written in many ways (FMT-JUDGE-10).
enum CallbackComparison {
  /// Compares base64 texts of JSON objects by their members, in any order.
  ///
  /// A text that is not base64 of a JSON object equals itself alone.
  static func differences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    guard let wanted = members(expected), let given = members(actual) else {
      return [Difference(name: name, expected: expected, actual: actual)]
    }
    return Field.differences(name, kind: "member", expected: wanted, actual: given)
  }

  private static func members(_ text: Bytes) -> [Field]? {
    guard let bytes = try? Base64.decode(String(decoding: text, as: UTF8.self)),
      let object = try? JSONReader.read(bytes).objectValue
    else { return nil }
    return object.members.map {
      Field(name: Bytes($0.name.utf8), value: Bytes($0.value.compact().utf8))
    }
  }
}
