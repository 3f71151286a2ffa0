internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of a tool that explains refusals of V4: it takes one finding for another.
extension ExplainMistakes {
  /// Each finding that V4 adds, in the order of the clauses EXP-V4-1 and on, and what a coarser tool
  /// takes it for.
  private static let confusions = [
    ("uri-not-encoded", "canonical-request-differs"),
    ("uri-encoded-twice", "key-encoded-twice"),
    ("uri-slash-encoded", "uri-encoding-differs"),
    ("uri-encoding-differs", "uri-not-encoded"),
    ("uri-normalized", "key-differs"),
    ("parameter-not-signed", "subresource-not-signed"),
    ("parameter-not-sent", "subresource-not-sent"),
    ("parameters-not-sorted", "subresources-not-sorted"),
    ("parameter-empty-with-equals", "subresource-empty-value"),
    ("parameter-plus-for-blank", "parameter-encoding-differs"),
    ("parameter-not-encoded", "parameter-value-differs"),
    ("parameter-encoded-twice", "subresource-encoded-twice"),
    ("parameter-encoding-differs", "parameter-not-encoded"),
    ("parameter-value-differs", "subresource-value-differs"),
    ("signature-parameter-signed", "parameter-not-sent"),
    ("additional-header-not-listed", "foreign-header-signed"),
    ("additional-header-not-signed", "oss-header-not-signed"),
    ("additional-header-not-sent", "canonical-request-differs"),
    ("additional-header-needless", "additional-headers-malformed"),
    ("additional-headers-malformed", "additional-headers-differ"),
    ("additional-headers-differ", "canonical-request-differs"),
    ("additional-headers-empty", "authorization-malformed"),
    ("payload-header-missing", "payload-hash-differs"),
    ("token-in-wrong-place", "token-not-signed"),
    ("scope-malformed", "region-wrong"),
    ("aws-names-used", "signature-version-mixed"),
    ("expires-absolute", "expires-relative"),
    ("expires-out-of-range", "url-expired"),
    ("expires-too-long-for-token", "expires-out-of-range"),
    ("hash-malformed", "canonical-request-differs"),
    ("signature-in-base64", "signature-of-another-hash"),
    ("signature-in-capitals", "signature-damaged"),
    ("signing-key-without-prefix", "secret-wrong"),
    ("signing-key-not-derived", "secret-of-another-id"),
    ("signing-key-of-hexadecimal", "signature-in-hexadecimal"),
    ("signing-key-of-another-scope", "scope-malformed"),
    ("signature-version-legacy", "signature-version-mixed"),
  ]

  /// Explainers that lack one of the findings, and those that do without a hash or a secret.
  static let v4: [Mistake] =
    confusions.enumerated().map { index, row in
      finding(
        "explain-v4-no-\(row.0)", "EXP-V4-\(index + 1)",
        "The mistake \(row.0) is taken for \(row.1).",
        fix: "Tell the two apart, as the clause says."
      ) { _, finding in finding == row.0 ? row.1 : finding }
    } + [
      finding(
        "explain-hashes-unused", "EXP-HASH-1",
        "A string to sign that differs in its hash alone says no more than that.",
        fix: "Hash canonical requests with one mistake, and compare."
      ) { input, finding in
        let string = input["string"]?.stringValue ?? ""
        return string.hasPrefix("OSS4-") && finding != "none"
          ? "canonical-request-differs" : finding
      },
      finding(
        "explain-secret-unused", "EXP-HASH-2", "The secret is compared with nothing.",
        fix: "Sign canonical requests with one mistake, and compare."
      ) { input, finding in input["credentials"] == nil ? finding : "secret-wrong" },
      finding(
        "explain-v4-unread", "EXP-FIND-4",
        "A request of V4 is not looked into: its version is blamed.",
        fix: "Read it by the rules of V4."
      ) { input, finding in
        let isV4 = input.members.contains {
          $0.value.stringValue?.contains("OSS4-HMAC-SHA256") == true
        }
        return isV4 && finding != "none" ? "signature-version-refused" : finding
      },
    ]
}
