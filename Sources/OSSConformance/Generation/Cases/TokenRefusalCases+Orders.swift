internal import OSSPrimitives
internal import OSSVectors

/// Answers with several faults, of which one is due.
extension TokenRefusalCases {
  private static func order(
    _ slug: String, _ refusal: ErrorClass, _ body: TokenBody, status: Int64? = 200,
    decoder: String? = nil
  ) -> BuiltCase {
    TokenResponseCases.response(
      "order-\(slug)", ["TOK-REF-13"], "Another of several faults is told.", body, status: status,
      decoder: decoder
    ).shouldRefuse(refusal).flagged("order")
  }

  static let orders: [BuiltCase] = [
    order("http-status-first", .tokenHTTPStatus, TokenBody([]), status: 500),
    order(
      "decoder-before-json", .tokenNotDecoded, TokenBody([(name: "a", value: "")]),
      decoder: "nothing"),
    order(
      "credentials-before-status", .tokenNotObject,
      TokenBody([(name: "StatusCode", value: "500"), (name: "Credentials", value: "[]")])),
    order(
      "status-before-torn", .tokenStatus,
      TokenBody.flat.with("accessKeyId", "\"\"").with("StatusCode", "500")),
    order(
      "status-before-missing", .tokenStatus, TokenBody([(name: "StatusCode", value: "500")])),
    order(
      "torn-before-status-lacking", .tokenTorn, TokenBody.bare.with("accessKeyId", "null")),
    order(
      "torn-before-null-credentials", .tokenTorn,
      TokenBody([(name: "Credentials", value: "null"), (name: "stsToken", value: "null")])),
    order(
      "status-lacking-before-null", .tokenMissingMember,
      TokenBody.bare.with("AccessKeyId", "null")),
    order(
      "id-before-secret", .tokenEmptyMember,
      TokenBody.whole.with("AccessKeyId", "\"\"").without("AccessKeySecret")),
    order(
      "unfit-id-before-secret", .invalidAccessKeyID,
      TokenBody.whole.with("AccessKeyId", "\"a b\"").without("AccessKeySecret")),
    order(
      "secret-before-token", .tokenNonTextMember,
      TokenBody.whole.with("AccessKeySecret", "1").with("SecurityToken", "null")),
    order(
      "unfit-token-before-expiration", .invalidSecurityToken,
      TokenBody.whole.with("SecurityToken", #""a\nb""#).without("Expiration")),
    order(
      "token-before-time", .tokenNullMember,
      TokenBody.whole.with("SecurityToken", "null").with("Expiration", "\"never\"")),
    order(
      "members-before-expired", .tokenEmptyMember,
      TokenBody.camel.with("expiration", "\"1970-01-01T00:00:00Z\"").with("securityToken", "\"\"")),
  ]
}
