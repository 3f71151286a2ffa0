package import OSSPrimitives

extension JSONValue {
  /// Bytes as the protocol writes them: a JSON string, or `{"base64":…}` where they are no text.
  package init(protocolText bytes: Bytes) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = .string(text)
    } else {
      self = ["base64": .string(Base64.encode(bytes.span))]
    }
  }

  /// The bytes of a string as the protocol writes it: a JSON string, or `{"base64":…}` alone.
  package var protocolText: Bytes? {
    if case .string(let text) = self { return Bytes(text.utf8) }
    guard case .object(let object) = self, object.members.count == 1,
      case .string(let text)? = object["base64"]
    else { return nil }
    return try? Base64.decode(text)
  }
}
