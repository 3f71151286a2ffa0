internal import OSSPrimitives

extension String {
  /// The text with the digits of its escapes in upper case.
  var withUpperCaseEscapes: String {
    let parts = split(separator: "\\u", omittingEmptySubsequences: false)
    return
      ([String(parts.first ?? "")]
      + parts.dropFirst().map { $0.prefix(4).uppercased() + $0.dropFirst(4) })
      .joined(separator: "\\u")
  }
}

extension JSONValue {
  /// The value as JSON in which characters outside ASCII stand as they are.
  var unescaped: String {
    switch self {
    case .object(let object):
      let members = object.members.map { "\"\($0.name)\":\($0.value.unescaped)" }
      return "{\(members.joined(separator: ","))}"
    case .array(let elements):
      return "[\(elements.map(\.unescaped).joined(separator: ","))]"
    case .string(let text):
      let pieces = text.unicodeScalars.map { scalar in
        scalar.value < 0x7F
          ? String(JSONValue.string(String(scalar)).compact().dropFirst().dropLast())
          : String(scalar)
      }
      return "\"\(pieces.joined())\""
    case .null, .bool, .number: return compact()
    }
  }
}
