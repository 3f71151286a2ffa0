internal import OSSPrimitives
internal import OSSVectors

/// Suite `v1/self-signed`: signing elsewhere, both halves.
enum RemoteCases {
  static let all: [BuiltCase] = server + refusals + values + malformed

  private static func string(_ id: String, _ comment: String, _ text: JSONValue) -> BuiltCase {
    BuiltCase(
      id: "v1-rem-\(id)", operation: .v1String, clauses: ["V1-REM-1", "V1-SIG-1"],
      comment: comment, input: input(text))
  }

  private static func input(
    _ text: JSONValue, id: JSONValue = "exampleAccessKeyID00",
    secret: JSONValue = "ExampleSecret0000000000000000ab"
  ) -> JSONObject {
    [
      "credentials": ["accessKeyId": id, "accessKeySecret": secret],
      "stringToSign": text,
    ]
  }

  private static let server: [BuiltCase] = [
    string(
      "request", "The server's half signs another string than the app's half made.",
      "PUT\n\ntext/plain\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a:1\n/examplebucket/key.txt"),
    string(
      "presigned", "A string with an expiry on its Date line is refused or changed.",
      "GET\n\n\n1702747257\n/examplebucket/key.txt?security-token=CAIS0Token"),
    string(
      "trailing-line-feed", "A line feed at the end of the string is trimmed.",
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/\n"),
    string(
      "carriage-returns", "CR LF in the string becomes LF.",
      "GET\r\n\r\n\r\nSat, 16 Dec 2023 16:20:57 GMT\r\n/examplebucket/"),
    string("outer-blanks", "Blanks at the ends of the string are trimmed.", " GET\n\t"),
    string("empty", "The empty string is refused or signed as something else.", ""),
    string("nul", "The string is cut at a NUL.", "GET\u{0}PUT"),
    string(
      "unicode", "The string is signed as Latin-1 or normalized.", "\u{4E2D}e\u{301}\u{1F600}"),
    string("not-utf-8", "Bytes that are not UTF-8 are replaced.", ["base64": "R0VUCv/+gA=="]),
    string("percent", "The string is percent-decoded.", "GET\n\n\n%31\n/b/%2F+%20"),
    string(
      "long", "A string of 8192 bytes is cut.",
      .string(String(repeating: "0123456789abcde\n", count: 512))),
  ]

  private static let refusals: [BuiltCase] = [
    BuiltCase(
      id: "v1-rem-ref-empty-secret", operation: .v1String, clauses: ["V1-REF-2"],
      comment: "A server without a secret signs.", input: input("GET", secret: "")
    ).refused(.missingSecret),
    BuiltCase(
      id: "v1-rem-ref-empty-id", operation: .v1String, clauses: ["V1-REF-1"],
      comment: "A server without an access key ID returns a header without one.",
      input: input("GET", id: "")
    ).refused(.missingAccessKeyID),
  ]

  private static func value(_ slug: String, _ comment: String, _ value: String) -> BuiltCase {
    BuiltCase(
      id: "signer-value-\(slug)", operation: .signerValue, clauses: ["V1-AUTH-2"],
      comment: comment, input: ["value": .string(value)], level: .should)
  }

  private static let signature = "e7SraDhJXAr2ERmY+/n0fAmnDgk="

  private static let values: [BuiltCase] = [
    value("plain", "A right value is refused.", "OSS exampleAccessKeyID00:\(signature)"),
    value("sts", "An access key ID with a dot is refused.", "OSS STS.example_ID=:\(signature)"),
  ]

  private static let malformed: [BuiltCase] = [
    ("empty", "An empty value is taken.", ""),
    ("no-scheme", "The signature alone is taken.", "exampleAccessKeyID00:\(signature)"),
    (
      "lower-case-scheme", "The scheme is compared without regard to case.",
      "oss exampleAccessKeyID00:\(signature)"
    ),
    (
      "v4-scheme", "The header of another signature version is taken.",
      "OSS4-HMAC-SHA256 Credential=a/b,Signature=c"
    ),
    (
      "no-space", "The space after the scheme is not asked for.",
      "OSSexampleAccessKeyID00:\(signature)"
    ),
    (
      "two-spaces", "Two spaces after the scheme are taken.",
      "OSS  exampleAccessKeyID00:\(signature)"
    ),
    ("tab", "A tab after the scheme is taken.", "OSS\texampleAccessKeyID00:\(signature)"),
    (
      "leading-space", "A space before the value is trimmed.",
      " OSS exampleAccessKeyID00:\(signature)"
    ),
    (
      "trailing-line-feed", "A line feed after the value is trimmed.",
      "OSS exampleAccessKeyID00:\(signature)\n"
    ),
    ("no-colon", "A value without a colon is taken.", "OSS exampleAccessKeyID00 \(signature)"),
    (
      "two-colons", "The part after a second colon is dropped.",
      "OSS exampleAccessKeyID00:\(signature):x"
    ),
    (
      "space-after-colon", "A space after the colon is trimmed.",
      "OSS exampleAccessKeyID00: \(signature)"
    ),
    ("empty-id", "A value without an access key ID is taken.", "OSS :\(signature)"),
    ("foreign-id", "An access key ID with a slash is taken.", "OSS a/b:\(signature)"),
    ("empty-signature", "A value without a signature is taken.", "OSS exampleAccessKeyID00:"),
    (
      "hexadecimal", "A signature in hexadecimal is taken.",
      "OSS exampleAccessKeyID00:7bb4ab6838495c0af6111998fbf9f47c09a70e09"
    ),
    (
      "unpadded", "A signature without its padding is taken.",
      "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDgk"
    ),
    (
      "url-safe", "A signature in the URL-safe alphabet is taken.",
      "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY-_n0fAmnDgk="
    ),
    (
      "short", "A signature of 19 bytes is taken.",
      "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDg=="
    ),
    (
      "loose-bits", "A signature whose last bits are not zero is taken.",
      "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDgl="
    ),
    (
      "percent-encoded", "A percent-encoded signature is taken.",
      "OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY%2B%2Fn0fAmnDgk%3D"
    ),
  ].map { slug, comment, text in value(slug, comment, text).refused(.invalidSignerValue) }
}
