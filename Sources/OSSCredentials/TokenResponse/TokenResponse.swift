package import OSSJSON
public import OSSPrimitives
internal import OSSSigning

/// What an application's server answers when it hands out temporary credentials.
///
/// The reading is strict: an answer is a whole token that has not expired, or it is refused with a
/// reason (spec/token-responses.md). It is a function of its arguments, the present moment too.
///
///     let token = try TokenResponse.token(in: body.span, httpStatus: 200, at: now)
public enum TokenResponse: Sendable {
  /// How many bytes of a body are read (TOK-REF-15).
  public static let maximumByteCount = 65_536

  /// Reads the token of an answer.
  ///
  /// - Parameters:
  ///   - body: the body of the answer as it came.
  ///   - httpStatus: the status of the answer; nil where no HTTP was involved.
  ///   - now: the present moment; nil where it is not known, and expiry is not judged.
  ///   - decoder: what turns the body into the bytes to be read, such as the decryption of an
  ///     application, or gives nil for a body that it cannot read (TOK-DEC-1).
  /// - Returns: the token, which has an expiration.
  /// - Throws: a ``TokenResponseError`` that says what is wrong with the answer and where, and shows
  ///   neither a secret nor a token.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func token(
    in body: Span<UInt8>, httpStatus: Int?, at now: Moment?,
    decoder: (Bytes) -> Bytes? = { $0 }
  ) throws(TokenResponseError) -> FederationToken {
    let body = Bytes(copying: body)
    // TOK-REF-1.
    if let httpStatus, httpStatus != 200 {
      throw .httpStatus(httpStatus, TokenServerError(body: body))
    }
    // Only an answer with the status 200 is decoded (TOK-STAT-1, TOK-DEC-2), and always (TOK-REF-2).
    guard let bytes = decoder(body) else { throw .notDecoded }
    let answer = try TokenReader.object(in: bytes)
    if let fault = TokenBodyStatus.fault(in: answer) { throw fault }
    return try TokenReader.token(in: try TokenLayout(of: answer), at: now)
  }
}

extension TokenResponse {
  /// The answer that hands a token to the app of one user, as this type reads it (TOK-SHAPE-1).
  ///
  /// It holds the secret in the clear: send it over HTTPS to that user alone, with the status 200,
  /// uncached, and never log it.
  ///
  ///     let body = TokenResponse.body(handingOut: try await sts.assumeRole(role).token)
  ///
  /// - Complexity: O(*n*) in the length of the token.
  public static func body(handingOut token: FederationToken) -> Bytes {
    let (secret, securityToken) = token.credentials.revealed()
    var object: JSONObject = [
      "StatusCode": 200, "AccessKeyId": .string(token.credentials.accessKeyID),
      "AccessKeySecret": .string(secret), "SecurityToken": .string(securityToken ?? ""),
    ]
    object["Expiration"] = token.expiration.map { .string($0.iso8601) }
    return Bytes(JSONValue.object(object).compact().utf8)
  }
}

/// What the body of an answer says of its own success.
///
/// Its members are those of TOK-STAT-2, TOK-STAT-3 and TOK-STAT-4; each of them is judged
/// (TOK-STAT-6, TOK-STAT-7). Names and values are compared byte by byte (TOK-BODY-4).
enum TokenBodyStatus {
  /// The first status that is not that of a success (TOK-REF-5); nil where none is there or all are right.
  static func fault(in answer: JSONObject) -> TokenResponseError? {
    for name in ["StatusCode", "statusCode"] {
      guard let value = answer[name] else { continue }
      if !isSuccess(value) { return fault(name, value, answer) }
    }
    guard let code = answer["Code"] else { return nil }
    return code == "Success" ? nil : fault("Code", code, answer)
  }

  /// Whether a status is the number 200 or the text "200", as it is written.
  private static func isSuccess(_ value: JSONValue) -> Bool { value == 200 || value == "200" }

  private static func fault(
    _ name: String, _ value: JSONValue, _ answer: JSONObject
  ) -> TokenResponseError {
    // A text is shown as the number that it is, or not at all.
    let number = value.integerValue ?? value.stringValue.flatMap { Int64(decimal: $0) }
    return .bodyStatus(member: name, value: number, TokenServerError(answer))
  }
}

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

/// Where the four members of an answer stand, and how they are spelled (TOK-SHAPE-6).
struct TokenLayout {
  /// The object that holds them.
  let object: JSONObject
  /// Their names in it.
  let names: TokenNames

  /// Finds the layout of an answer.
  ///
  /// The nested one is that of AssumeRole (TOK-SHAPE-3). Other names and other objects are passed
  /// over (TOK-BODY-3, TOK-SHAPE-5). A flat answer in PascalCase needs a status (TOK-STAT-5).
  ///
  /// - Parameter answer: the body's object, of which the status has been judged.
  /// - Throws: what two members do not belong together (TOK-REF-6), or that no status is in a flat answer,
  ///   or that `Credentials` is null.
  init(of answer: JSONObject) throws(TokenResponseError) {
    let pascal = answer.first(of: .pascalCase)
    let camel = answer.first(of: .camelCase) ?? answer.first(of: .shortCamelCase)
    let credentials = answer["Credentials"]
    let found = [pascal, camel, credentials.map { _ in "Credentials" }].compactMap { $0 }
    if found.count > 1 { throw .torn(found[0], found[1]) }
    object = try credentials.map(Self.object) ?? answer
    if credentials != nil {
      names = .pascalCase
    } else if camel != nil {
      names = try Self.camelCaseNames(in: answer)
    } else {
      if answer["StatusCode"] == nil, answer["Code"] == nil { throw .missingMember("StatusCode") }
      names = .pascalCase
    }
  }

  /// The object in which the members are, in PascalCase alone (TOK-REF-6).
  private static func object(
    _ credentials: JSONValue
  ) throws(TokenResponseError) -> JSONObject {
    guard let object = credentials.objectValue else { throw .nullMember("Credentials") }
    let camel = object.first(of: .camelCase) ?? object.first(of: .shortCamelCase)
    if let camel, let pascal = object.first(of: .pascalCase) { throw .torn(pascal, camel) }
    return object
  }

  /// The spelling in camelCase, by the one name that the token has (TOK-REF-6).
  private static func camelCaseNames(
    in answer: JSONObject
  ) throws(TokenResponseError) -> TokenNames {
    let (long, short) = (TokenNames.camelCase, TokenNames.shortCamelCase)
    guard answer[short.securityToken] != nil else { return long }
    if answer[long.securityToken] != nil { throw .torn(long.securityToken, short.securityToken) }
    return short
  }
}

extension JSONObject {
  /// The first of the four names that a member has.
  package func first(of names: TokenNames) -> String? {
    names.inOrder.first { self[$0] != nil }
  }
}

/// The names of the four members in one spelling.
package struct TokenNames: Sendable {
  /// The name of the access key ID.
  package let accessKeyID: String
  /// The name of the access key secret.
  package let accessKeySecret: String
  /// The name of the security token.
  package let securityToken: String
  /// The name of the expiration.
  package let expiration: String

  /// The names in PascalCase, as most servers write them (TOK-SHAPE-1).
  package static let pascalCase = TokenNames(
    accessKeyID: "AccessKeyId", accessKeySecret: "AccessKeySecret",
    securityToken: "SecurityToken", expiration: "Expiration")
  /// The names in camelCase (TOK-SHAPE-2).
  static let camelCase = TokenNames(
    accessKeyID: "accessKeyId", accessKeySecret: "accessKeySecret",
    securityToken: "securityToken", expiration: "expiration")
  /// The names in camelCase with the shorter one of the token (TOK-SHAPE-4).
  static let shortCamelCase = TokenNames(
    accessKeyID: "accessKeyId", accessKeySecret: "accessKeySecret",
    securityToken: "stsToken", expiration: "expiration")

  /// The names that the CLI of Alibaba Cloud reads in the output of a process (CHAIN-PROC-2).
  package static let ofCLI = TokenNames(
    accessKeyID: "access_key_id", accessKeySecret: "access_key_secret", securityToken: "sts_token",
    expiration: "expiration")

  /// Every spelling of a token server.
  static let all = [pascalCase, camelCase, shortCamelCase]

  /// The four names, in the order in which they are judged.
  var inOrder: [String] { [accessKeyID, accessKeySecret, securityToken, expiration] }
}

/// The one rule by which texts of credentials lose the white space around them (CRED-TRIM-1,
/// CRED-TRIM-2, CRED-TRIM-3, CRED-TRIM-4; of a server's answer TOK-MEM-4 and TOK-MEM-5).
///
/// A key that was pasted, or read from a file, often brings a blank or a line end with it. Those
/// are no part of any key, and a signature made with them does not verify.
package enum OuterWhiteSpace {
  /// A text without the white space at its ends; what is inside it is kept.
  ///
  /// - Parameter text: the text as it was given.
  /// - Returns: the rest; "" for white space alone.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !contains($0) }),
      let last = scalars.lastIndex(where: { !contains($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether a character is white space here: what Unicode calls so, the zero-width space, and the
  /// byte-order mark.
  ///
  /// The list is written out, since Embedded Swift has no table of properties.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0009...0x000D, 0x0020, 0x0085, 0x00A0, 0x1680, 0x2000...0x200A: true
    case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    case 0x200B, 0xFEFF: true
    default: false
    }
  }
}
