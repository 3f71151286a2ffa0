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
    let names = Set(Field.list(expected)?.map(\.name) ?? [])
    guard let wanted = judged(expected, beside: names), let given = judged(actual, beside: names)
    else { return TextComparison.differences(name, expected: expected, actual: actual) }
    return Field.differences(name, kind: "field", expected: wanted, actual: given)
  }

  /// Whether a field that nobody asked for is one of a signature.
  private static func isOfSignature(_ name: Bytes) -> Bool {
    let names = ["ossaccesskeyid", "policy", "signature", "security-token"]
    return name.begins(with: "x-oss-") || names.contains(where: name.isText)
  }

  /// The fields of a value that are judged where those of some names are expected; nil where it is
  /// not a list of fields.
  static func judged(_ value: JSONValue, beside names: Set<Bytes>) -> [Field]? {
    Field.list(value)?.filter { names.contains($0.name) || isOfSignature($0.name) }
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
    let bytes = text.bytes
    guard let point = bytes.lastIndex(of: UInt8(ascii: ".")), bytes.last == UInt8(ascii: "Z"),
      bytes[(point + 1)...].dropLast().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return bytes }
    return Bytes(bytes[..<point]) + [UInt8(ascii: "Z")]
  }

  private static func conditions(of policy: JSONObject) -> [Field]? {
    policy["conditions"]?.arrayValue.map { conditions in
      conditions.map { condition in
        let asked = asked(condition)
        let elements = asked.arrayValue ?? []
        let name = elements.count > 1 ? elements[1].stringValue : nil
        return Field(
          name: (name ?? elements.first?.stringValue ?? "").bytes,
          value: asked.compact().bytes)
      }
    }
  }

  /// A condition; one that is written as an object, as the array that asks the same.
  private static func asked(_ condition: JSONValue) -> JSONValue {
    guard let object = condition.objectValue, object.members.count == 1,
      let member = object.members.first
    else { return condition }
    return ["eq", .string("$" + member.name), member.value]
  }

  /// What a policy asks, its conditions in the order of their texts; nil for another text.
  static func normal(_ value: JSONValue) -> JSONValue? {
    guard let policy = policy(value), let conditions = policy["conditions"]?.arrayValue else {
      return nil
    }
    let texts = conditions.map { asked($0).compact() }.sorted { $0.precedesInBytes($1) }
    return [
      "expiration": expiration(of: policy).map { JSONValue(protocolText: $0) } ?? .null,
      "conditions": .texts(texts),
    ]
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
    object(text)?.members.map {
      Field(name: $0.name.bytes, value: $0.value.compact().bytes)
    }
  }

  private static func object(_ text: Bytes) -> JSONObject? {
    guard let bytes = try? Base64.decode(text.text) else { return nil }
    return (try? JSONReader.read(bytes))?.objectValue
  }

  /// The object whose base64 text a value is; nil for any other text.
  static func normal(_ value: JSONValue) -> JSONValue? {
    value.protocolText.flatMap(object).map { .object($0) }
  }
}
