package import OSSJSON
package import OSSPrimitives

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

extension JSONValue {
  /// Bytes as the protocol writes them: a JSON string, or `{"base64":…}` where they are no text.
  package init(protocolText bytes: Bytes) {
    if let text = String(validUTF8: bytes) {
      self = .string(text)
    } else {
      self = ["base64": .string(Base64.encode(bytes.span))]
    }
  }

  /// The bytes of a string as the protocol writes it: a JSON string, or `{"base64":…}` alone.
  package var protocolText: Bytes? {
    if case .string(let text) = self { return text.bytes }
    guard case .object(let object) = self, object.members.count == 1,
      case .string(let text)? = object["base64"]
    else { return nil }
    return try? Base64.decode(text)
  }
}
