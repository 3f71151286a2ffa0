internal import OSSPrimitives
internal import OSSVectors

/// What the suites of `token.parse` share.
enum TokenResponseCases {
  /// An hour before the end of the token.
  static let now = TokenBody.end - 3_600_000

  /// A case of a body that is given as a value of the protocol.
  static func response(
    _ slug: String, _ clauses: [String], _ comment: String, _ body: JSONValue,
    status: Int64? = 200, now: Int64? = now, decoder: String? = nil
  ) -> BuiltCase {
    var input: JSONObject = ["body": body]
    input["httpStatus"] = status.map { .number(JSONNumber($0)) }
    input["now"] = now.map { .number(JSONNumber($0)) }
    input["decoder"] = decoder.map { .string($0) }
    return BuiltCase(
      id: "token-response-\(slug)", operation: .tokenParse, clauses: clauses, comment: comment,
      input: input)
  }

  /// A case of a body.
  static func response(
    _ slug: String, _ clauses: [String], _ comment: String, _ body: TokenBody,
    status: Int64? = 200, now: Int64? = now, decoder: String? = nil
  ) -> BuiltCase {
    response(
      slug, clauses, comment, .string(body.text), status: status, now: now, decoder: decoder)
  }

  /// The outcome in which the usual token was read, with this end.
  static func read(until expiration: Int64 = TokenBody.end) -> Outcome {
    .answer(
      Answer(members: [
        "accessKeyId": .string(TokenBody.id), "accessKeySecret": .string(TokenBody.secret),
        "securityToken": .string(TokenBody.token),
        "expiration": .number(JSONNumber(expiration)),
      ]))
  }

  /// A text in base64.
  static func base64(_ text: String) -> JSONValue {
    let bytes = Bytes(text.utf8)
    return .string(Base64.encode(bytes.span))
  }

  /// Bytes that are no text.
  static func bytes(_ bytes: Bytes) -> JSONValue {
    ["base64": .string(Base64.encode(bytes.span))]
  }
}

extension BuiltCase {
  /// The case as one of a rule that protects and that must be refused.
  func shouldRefuse(_ errorClass: ErrorClass) -> BuiltCase { should.refused(errorClass) }

  /// The case as one of an open rule, refused here.
  func mayRefuse(_ errorClass: ErrorClass, _ reason: String) -> BuiltCase {
    may(reason).refused(errorClass)
  }
}
