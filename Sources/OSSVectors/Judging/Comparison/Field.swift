internal import OSSPrimitives

/// A name and a value: a query parameter or a header, as it is compared.
struct Field: Hashable {
  var name: Bytes
  var value: Bytes

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
    (kind.isEmpty ? "" : kind + " ") + String(decoding: name, as: UTF8.self)
  }
}
