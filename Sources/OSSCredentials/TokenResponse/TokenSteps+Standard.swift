package import OSSPrimitives
package import OSSSigning

/// The steps as the specification has them.
extension TokenSteps {
  /// The JSON in the bytes, after one byte-order mark (TOK-BODY-2, TOK-REF-3, -15, -16).
  package static func json(in bytes: Bytes) -> Result<JSONValue, JSONError> {
    let limit = TokenResponse.maximumByteCount
    if bytes.count > limit {
      return .failure(.tooLarge(byteCount: bytes.count, limit: limit))
    }
    let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let limits = JSONLimits(depth: 64, byteCount: limit)
    return Result { () throws(JSONError) in
      try JSONReader.read(marked ? Bytes(bytes[3...]) : bytes, limits: limits)
    }
  }

  /// The object to read, in which `Credentials` is an object or null if it stands (TOK-REF-4).
  package static func object(of value: JSONValue) -> Result<JSONObject, TokenResponseError> {
    guard let object = value.objectValue else { return .failure(.notObject(member: nil)) }
    switch object["Credentials"] {
    case nil, .null, .object: return .success(object)
    case .bool, .number, .string, .array: return .failure(.notObject(member: "Credentials"))
    }
  }

  /// The text of a member, with its outer white space (TOK-REF-7 to TOK-REF-9).
  package static func text(
    _ value: JSONValue?, named name: String
  ) -> Result<String, TokenResponseError> {
    switch value {
    case nil: .failure(.missingMember(name))
    case .null: .failure(.nullMember(name))
    case .string(let text): .success(text)
    case .bool, .number, .array, .object: .failure(.nonTextMember(name))
    }
  }

  /// The fault of an ID or a token that a request cannot carry (TOK-REF-14).
  package static func fitnessFault(id: String?, token: String?) -> SigningError? {
    if let id, let fault = Credentials.firstForeignByte(ofAccessKeyID: id) {
      return .invalidAccessKeyID(byte: fault.byte, offset: fault.offset)
    }
    if let token, let fault = LineBreakingByte.first(in: token) {
      return .invalidSecurityToken(byte: fault.byte, offset: fault.offset)
    }
    return nil
  }

  /// The moment that a text names (TOK-REF-11).
  package static func time(_ text: String) -> Result<UnixMilliseconds, TimeError> {
    Result { () throws(TimeError) in try UnixMilliseconds(rfc3339: text) }
  }
}
