internal import OSSPrimitives

/// Suite `v4/authorization`: the value of the Authorization header.
enum AuthorizationV4Cases {
  static let all: [BuiltCase] = values + lists + forms

  private static let values: [BuiltCase] = [
    .headerV4(
      "v4-auth-plain", "V4-AUTH-1", "V4-AUTH-2",
      comment: "The header has another scheme, or the scope is missing in its credential."
    ) { $0.key = .null },
    .headerV4(
      "v4-auth-sts-id", "V4-AUTH-1", "V4-TOK-1",
      comment: "An access key ID with a dot is cut."
    ) {
      $0.accessKeyID = "STS.NTuC9RVmWfJqj3JkcMzPnDf7X"
      $0.securityToken = "CAIS0Token"
    },
    .headerV4(
      "v4-auth-id-with-marks", "V4-AUTH-1",
      comment: "An equals sign or an underscore of the access key ID is encoded, or divides it."
    ) { $0.accessKeyID = "a=b_c.d==" },
    .headerV4(
      "v4-auth-scope-of-another-day", "V4-AUTH-1", "V4-SCO-1",
      comment: "The credential has the date of another day than the string to sign."
    ) { $0.time = 1_719_792_000 },
    .headerV4(
      "v4-auth-scope-of-cloudbox", "V4-AUTH-1", "V4-SCO-4",
      comment: "The credential has another region and product than the string to sign."
    ) {
      $0.region = "cb-123"
      $0.product = "oss-cloudbox"
    },
  ]

  private static let lists: [BuiltCase] = [
    .headerV4(
      "v4-auth-additional-header", "V4-AUTH-1", "V4-ADD-1",
      comment: "The additional headers are signed, and not listed in the header."
    ) {
      $0.headers = [("abc", "1")]
      $0.additionalHeaders = ["abc"]
    },
    .headerV4(
      "v4-auth-additional-headers", "V4-AUTH-1", "V4-ADD-1",
      comment: "The additional headers are listed with commas, or in another order than signed."
    ) {
      $0.headers = [("ab", "1"), ("aa", "2"), ("Zabc", "3")]
      $0.additionalHeaders = ["Zabc", "ab", "aa"]
    }.flagged("order"),
    .headerV4(
      "v4-auth-no-additional-headers", "V4-AUTH-2",
      comment: "An empty list of additional headers is written."
    ) { $0.headers = [("If-Match", "a")] }.flagged("empty"),
    .headerV4(
      "v4-auth-list-of-absent", "V4-AUTH-2", "V4-ADD-4",
      comment: "A list of which no header is there is written empty."
    ) { $0.additionalHeaders = ["range", "if-match"] }.flagged("empty"),
    .headerV4(
      "v4-auth-list-of-signed-anyway", "V4-AUTH-2", "V4-ADD-3",
      comment: "A list of which every header is signed anyway is written empty."
    ) {
      $0.headers = [("Content-Type", "text/plain")]
      $0.additionalHeaders = ["Content-Type"]
    }.flagged("empty"),
  ]

  /// The value with a blank after each comma, as the document writes it.
  @Sendable private static func spaced(_ value: String) -> String {
    value.split(separator: ",").joined(separator: ", ")
  }

  /// The value with its second pair at the end and blanks, as oss2 writes it.
  @Sendable private static func turned(_ value: String) -> String {
    let pairs = value.split(separator: ",")
    return (pairs.prefix(1) + pairs.dropFirst().reversed()).joined(separator: ", ")
  }

  private static let open = "The documents write a blank after each comma, and most SDKs none."

  private static let forms: [BuiltCase] = [
    .headerV4(
      "v4-auth-form", "V4-AUTH-3",
      comment: "The pairs of the header have a form that no SDK sends."
    )
    .exactly("authorization")
    .may(open)
    .or(.init(reason: "A blank follows the comma, as in the document.", way: .writing(spaced))),
    .headerV4(
      "v4-auth-form-with-list", "V4-AUTH-3", "V4-ADD-1",
      comment: "The pairs of a header with a list have a form that no SDK sends."
    ) {
      $0.headers = [("abc", "1"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["abc", "range"]
    }
    .exactly("authorization")
    .may(open)
    .or(.init(reason: "A blank follows each comma, as in the document.", way: .writing(spaced)))
    .or(.init(reason: "The list comes last, as oss2 writes it.", way: .writing(turned))),
  ]
}
