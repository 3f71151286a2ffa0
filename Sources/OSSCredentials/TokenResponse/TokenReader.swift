package import OSSJSON
package import OSSPrimitives
internal import OSSSigning

/// The parts of reading a token, which the answers of token servers and of STS share.
package enum TokenReader {
  /// The JSON in the bytes, after one byte-order mark (TOK-BODY-1, TOK-BODY-2, TOK-DEC-3, TOK-REF-3),
  /// within the limits of size and depth (TOK-REF-15, TOK-REF-16).
  static func json(in bytes: Bytes) throws(JSONError) -> JSONValue {
    let limit = TokenResponse.maximumByteCount
    if bytes.count > limit { throw .tooLarge(byteCount: bytes.count, limit: limit) }
    let limits = JSONLimits(depth: 64, byteCount: limit)
    return try JSONReader.read(bytes.withoutMark, limits: limits)
  }

  /// The same; the error names no member that a token does not have (TOK-SEC-1).
  package static func value(in bytes: Bytes) throws(TokenResponseError) -> JSONValue {
    do {
      return try json(in: bytes)
    } catch {
      throw .notJSON(error.withoutForeignName)
    }
  }

  /// The object of an answer, in which `Credentials` is an object or null if it is there
  /// (TOK-REF-4).
  static func object(in bytes: Bytes) throws(TokenResponseError) -> JSONObject {
    try object(of: try value(in: bytes))
  }

  /// The object that a value is.
  static func object(of value: JSONValue) throws(TokenResponseError) -> JSONObject {
    guard let object = value.objectValue else { throw .notObject(member: nil) }
    switch object["Credentials"] {
    case nil, .null, .object: return object
    case .bool, .number, .string, .array: throw .notObject(member: "Credentials")
    }
  }

  /// The token of a layout: the four members one after the other, and then the time (TOK-REF-13).
  ///
  /// Refused are what cannot sign (TOK-REF-14), what is no time (TOK-REF-11), and an end that is not
  /// to come (TOK-REF-12).
  static func token(
    in layout: TokenLayout, at now: Moment?
  ) throws(TokenResponseError) -> FederationToken {
    let names = layout.names
    // An access key ID of any prefix is taken (TOK-MEM-3).
    let id = try member(names.accessKeyID, of: layout.object)
    if let fault = Credentials.firstForeignByte(ofAccessKeyID: id) {
      throw .invalidCredentials(.invalidAccessKeyID(byte: fault.byte, offset: fault.offset))
    }
    let secret = try member(names.accessKeySecret, of: layout.object)
    do {
      try Credentials.check(accessKeySecret: secret)
    } catch {
      throw .invalidCredentials(error)
    }
    let token = try member(names.securityToken, of: layout.object)
    let credentials: Credentials
    do {
      credentials = try Credentials(
        accessKeyID: id, accessKeySecret: secret, securityToken: token)
    } catch {
      throw .invalidCredentials(error)
    }
    let text = try member(names.expiration, of: layout.object)
    return FederationToken(credentials, expiration: try expiration(text, of: names, after: now))
  }

  /// The time of a text (TOK-REF-11), which is to come (TOK-REF-12).
  package static func expiration(
    _ text: String, of names: TokenNames, after now: Moment?
  ) throws(TokenResponseError) -> Moment {
    let expiration: Moment
    do {
      expiration = try Moment(rfc3339: text)
    } catch {
      throw .invalidTime(member: names.expiration, error)
    }
    if let now, expiration <= now { throw .expired(at: expiration, now: now) }
    return expiration
  }

  /// The text of a member without its outer white space (TOK-MEM-1, TOK-MEM-2, TOK-MEM-4,
  /// TOK-REF-7, TOK-REF-8, TOK-REF-9, TOK-REF-10, ROLE-RSP-6).
  package static func member(
    _ name: String, of object: JSONObject
  ) throws(TokenResponseError) -> String {
    switch object[name] {
    case nil: throw .missingMember(name)
    case .null: throw .nullMember(name)
    case .bool, .number, .array, .object: throw .nonTextMember(name)
    case .string(let text):
      let trimmed = OuterWhiteSpace.trimmed(text)
      if trimmed.utf8.isEmpty { throw .emptyMember(name) }
      return trimmed
    }
  }
}

extension JSONError {
  /// The error without the name that is there twice, unless it is one that an answer should have.
  ///
  /// Whatever else it is, it is a piece of the body (TOK-SEC-1).
  fileprivate var withoutForeignName: JSONError {
    guard case .duplicateName(let name, let offset) = self else { return self }
    let known = TokenNames.all.flatMap { $0.inOrder } + ["StatusCode", "Code", "Credentials"]
    return .duplicateName(
      known.contains { $0.hasSameBytes(as: name) } ? name : "\u{2026}", offset: offset)
  }
}
