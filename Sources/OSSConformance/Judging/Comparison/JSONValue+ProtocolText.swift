internal import OSSPrimitives

extension JSONValue {
  /// The bytes of a string as the protocol writes it: a JSON string, or `{"base64":…}` alone.
  var protocolText: Bytes? {
    if case .string(let text) = self { return Bytes(text.utf8) }
    guard case .object(let object) = self, object.members.count == 1,
      case .string(let text)? = object["base64"]
    else { return nil }
    return try? Base64.decode(text)
  }
}
