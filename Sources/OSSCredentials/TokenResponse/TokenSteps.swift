package import OSSPrimitives
package import OSSSigning

/// The steps from an answer to a token.
///
/// They are members, so that a reader with one known mistake differs in one of them.
package struct TokenSteps: Sendable {
  /// Whether an HTTP status is that of a token.
  package var acceptsHTTPStatus: @Sendable (Int) -> Bool
  /// What is read, given the bytes of the body and what the decoder made of them.
  package var decoded: @Sendable (_ body: Bytes, Bytes?) -> Bytes?
  /// The JSON in the bytes.
  package var json: @Sendable (Bytes) -> Result<JSONValue, JSONError>
  /// The object to read, given the JSON.
  package var object: @Sendable (JSONValue) -> Result<JSONObject, TokenResponseError>
  /// The fault of the statuses in the body; nil where there is none.
  package var bodyStatusFault: @Sendable (JSONObject) -> TokenResponseError?
  /// Where the members stand.
  package var layout: @Sendable (JSONObject) -> Result<TokenLayout, TokenResponseError>
  /// The text of a member, with its outer white space; told its name.
  package var text: @Sendable (String, JSONValue?) -> Result<String, TokenResponseError>
  /// A text without its outer white space.
  package var trimmed: @Sendable (String) -> String
  /// Whether a member may be the empty text; told its name.
  package var acceptsEmpty: @Sendable (String) -> Bool
  /// The fault of an ID or a token that a request cannot carry; nil where there is none.
  package var fitnessFault: @Sendable (_ id: String?, _ token: String?) -> SigningError?
  /// The moment that the expiration names; told the present.
  package var time: @Sendable (String, UnixMilliseconds?) -> Result<UnixMilliseconds, TimeError>
  /// Whether an expiration has passed at a moment.
  package var hasExpired: @Sendable (_ expiration: UnixMilliseconds, UnixMilliseconds) -> Bool

  /// The steps as the specification has them.
  package static let standard = TokenSteps(
    acceptsHTTPStatus: { $0 == 200 },
    decoded: { $1 },
    json: { json(in: $0) },
    object: { object(of: $0) },
    bodyStatusFault: { TokenBodyStatus.fault(in: $0) },
    layout: { TokenLayout.of($0) },
    text: { text($1, named: $0) },
    trimmed: { OuterWhiteSpace.trimmed($0) },
    acceptsEmpty: { _ in false },
    fitnessFault: { fitnessFault(id: $0, token: $1) },
    time: { text, _ in time(text) },
    hasExpired: { $0 <= $1 })
}

extension TokenSteps {
  /// Reads the token of an answer, step by step in the order of TOK-REF-13.
  package func token(
    in body: Bytes, httpStatus: Int?, at now: UnixMilliseconds?, decoder: (Bytes) -> Bytes?
  ) throws(TokenResponseError) -> FederationToken {
    if let httpStatus, !acceptsHTTPStatus(httpStatus) {
      throw .httpStatus(httpStatus, TokenServerError(body: body))
    }
    guard let bytes = decoded(body, decoder(body)) else { throw .notDecoded }
    return try token(in: try object(try value(in: bytes)).get(), at: now)
  }

  /// The JSON in the bytes.
  package func value(in bytes: Bytes) throws(TokenResponseError) -> JSONValue {
    do {
      return try json(bytes).get()
    } catch {
      throw .notJSON(error.withoutForeignName)
    }
  }

  /// Reads the token of an answer that is an object.
  package func token(
    in answer: JSONObject, at now: UnixMilliseconds?
  ) throws(TokenResponseError) -> FederationToken {
    if let fault = bodyStatusFault(answer) { throw fault }
    return try token(in: try layout(answer).get(), at: now)
  }

  /// Reads the four members one after the other, and then the time.
  private func token(
    in layout: TokenLayout, at now: UnixMilliseconds?
  ) throws(TokenResponseError) -> FederationToken {
    let names = layout.names
    let id = try member(names.accessKeyID, of: layout)
    if let fault = fitnessFault(id, nil) { throw .invalidCredentials(fault) }
    let secret = try member(names.accessKeySecret, of: layout)
    let token = try member(names.securityToken, of: layout)
    if let fault = fitnessFault(nil, token) { throw .invalidCredentials(fault) }
    let expiration = try member(names.expiration, of: layout)
    let moment: UnixMilliseconds
    do {
      moment = try time(expiration, now).get()
    } catch {
      throw .invalidTime(member: names.expiration, error)
    }
    if let now, hasExpired(moment, now) { throw .expired(at: moment, now: now) }
    let credentials = Credentials(
      uncheckedAccessKeyID: id, accessKeySecret: secret,
      securityToken: token.utf8.isEmpty ? nil : Bytes(token.utf8))
    return FederationToken(credentials, expiration: moment)
  }

  private func member(
    _ name: String, of layout: TokenLayout
  ) throws(TokenResponseError) -> String {
    let text = trimmed(try text(name, layout.object[name]).get())
    if text.utf8.isEmpty, !acceptsEmpty(name) { throw .emptyMember(name) }
    return text
  }
}

extension JSONError {
  /// The error without the name that stands twice, unless it is one that an answer should have.
  ///
  /// Whatever else it is, it is a piece of the body (TOK-SEC-1).
  fileprivate var withoutForeignName: JSONError {
    guard case .duplicateName(let name, let offset) = self else { return self }
    let known = TokenNames.all.flatMap { $0.inOrder } + ["StatusCode", "Code", "Credentials"]
    return .duplicateName(
      known.contains { $0.hasSameBytes(as: name) } ? name : "\u{2026}", offset: offset)
  }
}
