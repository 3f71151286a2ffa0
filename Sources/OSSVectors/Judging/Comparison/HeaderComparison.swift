internal import OSSJSON
internal import OSSPrimitives

/// Compares the headers to send with the ones that are expected.
struct HeaderComparison {
  /// Whether the caller gave x-oss-date, beside which a Date that is sent means nothing.
  let callerGivesOSSDate: Bool

  /// What differs; one difference for the whole where the given value is not a list of headers.
  func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    let names = Set(Field.list(expected)?.map(\.name) ?? [])
    guard let wanted = Self.judged(expected, beside: names),
      let judged = Self.judged(actual, beside: names)
    else {
      return TextComparison.differences(name, expected: expected, actual: actual).map {
        Difference(
          name: name, part: "not a list of names and values", expected: $0.expected,
          actual: $0.actual)
      }
    }
    let found = Field.differences(name, kind: "header", expected: wanted, actual: judged)
    return found.flatMap { refined($0) }
  }

  /// Passes over what does no harm, and compares Authorization by its parts.
  private func refined(_ difference: Difference) -> [Difference] {
    switch difference.part {
    case "header date" where callerGivesOSSDate && difference.expected == nil:
      []
    case "header authorization":
      if let expected = difference.expected, let actual = difference.actual {
        AuthorizationParts.differences(difference.name, expected: expected, actual: actual).map {
          Difference(
            name: $0.name, part: $0.part.map { "header authorization, \($0)" } ?? difference.part,
            expected: $0.expected, actual: $0.actual)
        }
      } else {
        [difference]
      }
    default: [difference]
    }
  }

  /// Whether a header that nobody asked for changes what the server computes.
  private static func isSigned(_ name: Bytes) -> Bool {
    let names = ["content-type", "content-md5", "authorization"]
    return name.begins(with: "x-oss-") || names.contains(where: name.isText)
  }

  /// The headers of a value that are judged where those of some names are expected, without blanks
  /// at their ends; nil where it is not a list of headers.
  static func judged(_ value: JSONValue, beside names: Set<Bytes>) -> [Field]? {
    Field.list(value)?.filter { names.contains($0.name) || isSigned($0.name) }
      .map { Field(name: $0.name, value: $0.value.trimmingBlanks) }
  }

  /// The comparison for the input of a vector.
  init(input: JSONObject) {
    let fields = input["headers"].flatMap(Field.list) ?? []
    callerGivesOSSDate = fields.contains { $0.name.isText("x-oss-date") }
  }
}

/// A name and a value: a query parameter or a header, as it is compared.
struct Field: Hashable {
  var name: Bytes
  var value: Bytes

  /// The pairs of a value, their names in lower case; nil where it is not a list of pairs of texts.
  static func list(_ value: JSONValue) -> [Field]? {
    guard let entries = value.arrayValue else { return nil }
    var fields: [Field] = []
    for entry in entries {
      guard let pair = entry.arrayValue, pair.count == 2, let name = pair[0].protocolText,
        let value = pair[1].protocolText
      else { return nil }
      fields.append(Field(name: name.lowercased, value: value))
    }
    return fields
  }

  /// What differs between two lists in which order means nothing.
  ///
  /// A field that is missing and one that is too many under the same name are one difference.
  static func differences(
    _ name: String, kind: String, expected: [Field], actual: [Field]
  ) -> [Difference] {
    var extra = actual
    var missing: [Field] = []
    for field in expected {
      if let index = extra.firstIndex(of: field) {
        extra.remove(at: index)
      } else {
        missing.append(field)
      }
    }
    var differences: [Difference] = []
    for field in missing {
      let index = extra.firstIndex { $0.name == field.name }
      let given = index.map { extra.remove(at: $0).value }
      differences.append(
        Difference(
          name: name, part: field.title(kind), expected: field.value, actual: given))
    }
    for field in extra {
      differences.append(
        Difference(name: name, part: field.title(kind), expected: nil, actual: field.value))
    }
    return differences
  }

  private func title(_ kind: String) -> String {
    (kind.isEmpty ? "" : kind + " ") + name.text
  }
}
