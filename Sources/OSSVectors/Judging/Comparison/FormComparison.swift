internal import OSSJSON
internal import OSSPrimitives

/// Compares the fields of a signed form with the ones that are expected (FMT-JUDGE-9).
///
/// Their order means nothing, nor does the case of their names.
enum FormFieldComparison {
  /// What differs; one difference for the whole where the given value is not a list of fields.
  static func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    guard let wanted = fields(expected), let given = fields(actual) else {
      return TextComparison.differences(name, expected: expected, actual: actual)
    }
    let names = Set(wanted.map(\.name))
    let judged = given.filter { names.contains($0.name) || isOfSignature($0.name) }
    return Field.differences(name, kind: "field", expected: wanted, actual: judged)
  }

  /// Whether a field that nobody asked for is one of a signature.
  private static func isOfSignature(_ name: Bytes) -> Bool {
    let names = ["ossaccesskeyid", "policy", "signature", "security-token"]
    return name.starts(with: "x-oss-".utf8) || names.contains { name.elementsEqual($0.utf8) }
  }

  private static func fields(_ value: JSONValue) -> [Field]? {
    guard let entries = value.arrayValue else { return nil }
    var fields: [Field] = []
    for entry in entries {
      guard let pair = entry.arrayValue, pair.count == 2, let name = pair[0].protocolText,
        let value = pair[1].protocolText
      else { return nil }
      fields.append(Field(name: Bytes(name.map(\.lowercased)), value: value))
    }
    return fields
  }
}

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
