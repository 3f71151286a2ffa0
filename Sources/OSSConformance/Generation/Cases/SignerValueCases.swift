internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/signer-values`: what a custom signer gives, and what comes of it.
enum SignerValueCases {
  static let all: [BuiltCase] = taken + missing + failed + prefixes + malformed

  static let id = "exampleAccessKeyID00"
  static let signature = "e7SraDhJXAr2ERmY+/n0fAmnDgk="
  static let value = "OSS \(id):\(signature)"

  /// A case of what a signer gave; the first clause gives it its level.
  static func given(
    _ slug: String, _ clauses: [String], _ comment: String, _ input: JSONObject,
    level: Level = .should
  ) -> BuiltCase {
    BuiltCase(
      id: "signer-\(slug)", operation: .signerValue, clauses: clauses, comment: comment,
      input: input, level: level)
  }

  private static func taken(_ slug: String, _ comment: String, _ value: String) -> BuiltCase {
    given(
      "taken-\(slug)", ["CRED-SIGN-1", "V1-AUTH-2"], comment, ["value": .string(value)],
      level: .must)
  }

  private static let taken: [BuiltCase] = [
    taken("value", "A value in the form of the documents is refused or changed.", value),
    taken(
      "slashes", "A slash or a plus in the signature is percent-encoded before it is used.",
      "OSS \(id):/+/+/+/+/+/+/+/+/+/+/+/+/+8="),
    taken(
      "id-of-sts", "The ID of temporary credentials is refused or put into lower case.",
      "OSS STS.NU_example=:\(signature)"),
    taken("id-of-one", "An ID must have a least length.", "OSS a:\(signature)"),
    taken(
      "id-of-capitals", "An ID is put into lower case.",
      "OSS ABCDEFGHIJKLMNOPQRSTUVWXYZ:\(signature)"),
    taken(
      "id-long", "A long ID is cut.",
      "OSS \(String(repeating: "exampleID0", count: 20)):\(signature)"),
    taken("id-like-scheme", "The scheme is looked for more than once.", "OSS OSS:\(signature)"),
    taken(
      "zeros", "A signature of zeros is taken for none.", "OSS \(id):AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
  ]

  private static let missing: [BuiltCase] =
    [
      given(
        "missing", ["CRED-SIGN-2"], "The request is sent without a signature.", [:], level: .must),
      given(
        "missing-null", ["CRED-SIGN-2"], "Neither a value nor an error is a success.",
        ["value": .null, "error": .null], level: .must),
    ].map { $0.refused(.missingSignerValue) } + [
      given(
        "empty", ["CRED-SIGN-11"], "An empty value is taken, or sent as an empty header.",
        ["value": ""], level: .may
      ).refused(.invalidSignerValue).may("Whether an empty value is none is open.")
        .or(.rejection(.missingSignerValue), because: "iOS treats an empty value as none.")
    ]

  private static func failed(
    _ slug: String, _ clause: String, _ comment: String, error: String, value: JSONValue = .null
  ) -> BuiltCase {
    given(
      "failed-\(slug)", [clause], comment, ["value": value, "error": .string(error)],
      level: clause == "CRED-SIGN-3" ? .must : .should
    ).refused(.signerFailed)
  }

  private static let failed: [BuiltCase] = [
    failed(
      "network", "CRED-SIGN-3", "The error is lost, and the request is sent unsigned.",
      error: "The Internet connection appears to be offline."),
    failed(
      "coded", "CRED-SIGN-3", "The shape of the value is judged before the error.",
      error: "com.example.signer -1001: the server timed out"),
    failed(
      "lines", "CRED-SIGN-3", "An error of several lines is not one.",
      error: "HTTP 500\r\n\r\n<html>\n<body>Internal Server Error</body>\n</html>\n"),
    failed(
      "unicode", "CRED-SIGN-3", "An error that is not ASCII is lost.",
      error: "\u{7B7E}\u{540D}\u{5931}\u{8D25} \u{1F512}"),
    failed(
      "long", "CRED-SIGN-3", "An error of 20,000 bytes breaks the SDK.",
      error: String(repeating: "0123456789", count: 2000)),
    failed(
      "like-value", "CRED-SIGN-3", "The text of the error is taken for the value.", error: value),
    failed(
      "with-value", "CRED-SIGN-4", "A value that comes with an error is used.",
      error: "stale key", value: .string(value)),
    failed(
      "with-malformed-value", "CRED-SIGN-4", "The value is judged where there is an error.",
      error: "no such user", value: "no such user"),
    failed(
      "with-empty-value", "CRED-SIGN-4", "An empty value beside an error is judged.",
      error: "offline", value: ""),
    failed("empty", "CRED-SIGN-5", "An error without a text is none.", error: ""),
    failed(
      "blank", "CRED-SIGN-5", "An error whose text is blank is none.", error: " \n"),
    failed(
      "empty-with-value", "CRED-SIGN-5", "A value counts where the error has no text.",
      error: "", value: .string(value)),
  ]
}
