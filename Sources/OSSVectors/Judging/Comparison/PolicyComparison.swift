internal import OSSPrimitives

/// Compares two policies of an upload form by what they ask (FMT-JUDGE-8).
enum PolicyComparison {
  /// What differs; both texts whole where one of them is no policy.
  static func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    guard let wanted = policy(expected), let given = policy(actual),
      let wantedConditions = conditions(of: wanted), let givenConditions = conditions(of: given)
    else { return TextComparison.differences(name, expected: expected, actual: actual) }
    var differences: [Difference] = []
    let (end, otherEnd) = (expiration(of: wanted), expiration(of: given))
    if end != otherEnd {
      differences.append(
        Difference(name: name, part: "expiration", expected: end, actual: otherEnd))
    }
    return differences
      + Field.differences(
        name, kind: "condition", expected: wantedConditions, actual: givenConditions)
  }

  private static func policy(_ value: JSONValue) -> JSONObject? {
    guard let text = value.protocolText else { return nil }
    return (try? JSONReader.read(text))?.objectValue
  }

  /// The expiration, without a fraction that is zero.
  private static func expiration(of policy: JSONObject) -> Bytes? {
    guard let text = policy["expiration"]?.stringValue else { return nil }
    let bytes = Bytes(text.utf8)
    guard let point = bytes.lastIndex(of: UInt8(ascii: ".")), bytes.last == UInt8(ascii: "Z"),
      bytes[(point + 1)...].dropLast().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return bytes }
    return Bytes(bytes[..<point]) + [UInt8(ascii: "Z")]
  }

  private static func conditions(of policy: JSONObject) -> [Field]? {
    policy["conditions"]?.arrayValue.map { $0.map(condition) }
  }

  /// A condition under the name of its field; an object is written as the array that asks the same.
  private static func condition(_ value: JSONValue) -> Field {
    if let object = value.objectValue, object.members.count == 1, let member = object.members.first
    {
      return condition(["eq", .string("$" + member.name), member.value])
    }
    let elements = value.arrayValue ?? []
    let name = elements.count > 1 ? elements[1].stringValue : nil
    return Field(
      name: Bytes((name ?? elements.first?.stringValue ?? "").utf8),
      value: Bytes(value.compact().utf8))
  }
}
