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
