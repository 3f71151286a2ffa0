internal import OSSJSON
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
