package import OSSPrimitives

extension Answer {
  /// The signature that an answer shows only inside another member, which is not expected itself.
  ///
  /// Some vectors know the signature alone, and some SDKs show nothing but the header or the URL: the
  /// one must not be judged wrong for the other.
  ///
  /// - Parameter expected: The expected members; those are compared as they are.
  package func signatureShown(besides expected: JSONObject) -> JSONValue? {
    if expected["authorization"] == nil,
      let value = members["authorization"]?.protocolText,
      let signature = AuthorizationParts(value)?.signature
    {
      return .string(String(decoding: signature, as: UTF8.self))
    }
    guard expected["url"] == nil, let value = members["url"]?.protocolText,
      let parts = URLParts(value)
    else { return nil }
    let signatures = parts.query.filter { parameter in
      ["Signature", "x-oss-signature"].contains { parameter.name.elementsEqual($0.utf8) }
    }
    guard signatures.count == 1, let signature = signatures.first?.value else { return nil }
    return .string(String(decoding: signature, as: UTF8.self))
  }
}
