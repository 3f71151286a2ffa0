internal import OSSPrimitives

/// Compares two values as they are.
enum TextComparison {
  static func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    guard let wanted = expected.protocolText else {
      if expected == actual { return [] }
      return [
        Difference(name: name, expected: compact(expected), actual: compact(actual))
      ]
    }
    guard let given = actual.protocolText else {
      return [
        Difference(
          name: name, part: "not a string", expected: wanted, actual: compact(actual))
      ]
    }
    return wanted == given ? [] : [Difference(name: name, expected: wanted, actual: given)]
  }

  private static func compact(_ value: JSONValue) -> Bytes {
    var bytes = Bytes()
    value.append(compactTo: &bytes)
    return bytes
  }
}
