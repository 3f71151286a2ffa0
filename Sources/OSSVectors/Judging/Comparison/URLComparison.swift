internal import OSSPrimitives

/// Compares two URLs by their parts.
enum URLComparison {
  static func differences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    guard let wanted = URLParts(expected), let given = URLParts(actual) else {
      return [Difference(name: name, expected: expected, actual: actual)]
    }
    var differences: [Difference] = []
    func compare(_ part: String, _ wanted: Bytes?, _ given: Bytes?) {
      if wanted == given { return }
      differences.append(
        Difference(name: name, part: part, expected: wanted, actual: given))
    }
    compare("scheme", wanted.scheme, given.scheme)
    compare("host", wanted.host, given.host)
    compare("port", text(wanted.port), text(given.port))
    if wanted.path != given.path {
      compare("path, decoded", wanted.path, given.path)
    } else if wanted.pathPieces != given.pathPieces {
      compare("path, where a plus sign is %2B", wanted.writtenPath, given.writtenPath)
    }
    differences += Field.differences(
      name, kind: "parameter", expected: wanted.query, actual: given.query)
    compare("fragment", wanted.fragment, given.fragment)
    return differences
  }

  /// Compares two bodies of a form by their fields.
  static func formDifferences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    guard let wanted = URLParts.fields(expected[...]), let given = URLParts.fields(actual[...])
    else { return [Difference(name: name, expected: expected, actual: actual)] }
    return Field.differences(name, kind: "parameter", expected: wanted, actual: given)
  }

  private static func text(_ port: Int?) -> Bytes? {
    port.map { Bytes(String($0).utf8) }
  }
}
