internal import OSSPrimitives

/// Suite `v4/canonical-request`: the string to sign, and the canonical request as a whole.
enum CanonicalRequestV4Cases {
  static let all: [BuiltCase] = string + parts + methods + payload + texts

  private static let string: [BuiltCase] = [
    .headerV4(
      "v4-sts-get", "V4-STS-1", "V4-REQ-1",
      comment: "The smallest request is signed over other lines, or with an LF at the end."),
    .headerV4(
      "v4-sts-put", "V4-STS-1", "V4-REQ-1",
      comment: "The string of an upload holds lines of its headers."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "text/plain"), ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww==")]
    },
    .headerV4(
      "v4-sts-numbers-of-one-digit", "V4-STS-2",
      comment: "A month, day, hour, minute or second of one digit is written without its zero."
    ) { $0.time = 1_704_164_645 },
    .headerV4(
      "v4-sts-midnight", "V4-STS-2",
      comment: "The hour of midnight is written as 24, as 12, or not at all."
    ) { $0.time = 1_718_409_600 },
    .headerV4(
      "v4-sts-half-past-midnight", "V4-STS-2",
      comment: "The hours are counted to twelve: half past midnight is signed as 12:30."
    ) { $0.time = 1_685_925_009 },
    .headerV4(
      "v4-sts-afternoon", "V4-STS-2",
      comment: "The hours are counted to twelve: 23:45 is signed as 11:45."
    ) { $0.time = 1_686_008_709 },
    .headerV4(
      "v4-sts-last-second", "V4-STS-2",
      comment: "The time of the last second that formats can hold is refused or cut."
    ) { $0.time = 253_402_300_799 },
    .headerV4(
      "v4-sts-hash-with-zeros", "V4-STS-3",
      comment: "Zeros at the beginning of the hash are left out."
    ) { $0.key = "photo-77.jpg" }.flagged("zero"),
    .headerV4(
      "v4-sts-hash-of-utf-8", "V4-STS-3", "V4-REQ-5",
      comment: "The hash is that of another encoding of the canonical request."
    ) { $0.headers = [("x-oss-meta-b", "\u{FC}\u{4E2D}\u{1F600}")] }.flagged("unicode"),
    .headerV4(
      "v4-sts-hash-of-many-blocks", "V4-STS-3",
      comment: "A canonical request of several blocks is hashed otherwise."
    ) {
      $0.headers = [("x-oss-meta-a", .string(String(repeating: "0123456789abcdef", count: 128)))]
    },
    .headerV4(
      "v4-sts-signature-with-zeros", "V4-STS-4",
      comment: "Zeros at the beginning of the signature are left out."
    ) { $0.key = "photo-186.jpg" }.flagged("zero"),
    .presignV4(
      "v4-sts-url", "V4-STS-1", "V4-STS-4",
      comment: "The string to sign of a URL has the form of another version, or the expiry in it."
    ) { $0.time = 1_709_208_000 },
  ]

  private static let parts: [BuiltCase] = [
    .headerV4(
      "v4-req-service", "V4-REQ-1", "V4-URI-1", "V4-QRY-6",
      comment: "The empty line of the query is left out where there is nothing to write."
    ) {
      $0.bucket = .null
      $0.key = .null
    }.flagged("empty"),
    .headerV4(
      "v4-req-all-parts", "V4-REQ-1",
      comment: "The parts of the canonical request stand in another order."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "text/plain"), ("Range", "bytes=0-9")]
      $0.query = [("acl", .null), ("versionId", "v1")]
      $0.additionalHeaders = ["range"]
    },
    .headerV4(
      "v4-req-no-additional-headers", "V4-REQ-1", "V4-ADD-1",
      comment: "Without additional headers their line is left out."
    ) { $0.headers = [("Range", "bytes=0-9")] }.flagged("empty"),
    .presignV4(
      "v4-req-url-without-headers", "V4-REQ-1", "V4-PRE-6",
      comment: "The empty line after the headers is left out where a URL has none."
    ) { $0.method = "DELETE" }.flagged("empty"),
  ]

  private static let methods: [BuiltCase] = ["PUT", "POST", "DELETE", "HEAD", "OPTIONS"].map {
    method in
    .headerV4(
      "v4-req-method-\(method.lowercased())", "V4-REQ-2",
      comment: "The method \(method) is signed as another one."
    ) { $0.method = method }
  }

  private static let payload: [BuiltCase] = [
    .headerV4(
      "v4-req-payload-of-upload", "V4-REQ-3",
      comment: "The payload line of an upload holds a hash, or nothing."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "text/plain"), ("Content-Length", "5")]
    }.flagged("payload"),
    .headerV4(
      "v4-req-payload-of-empty-body", "V4-REQ-3",
      comment: "The payload line of a request without a body holds the hash of nothing."
    ) {
      $0.method = "PUT"
      $0.key = "empty.txt"
    }.flagged("payload"),
    .headerV4(
      "v4-req-callers-unsigned-payload", "V4-REQ-3", "V4-HDR-1",
      comment: "An x-oss-content-sha256 header of the caller is sent or signed twice."
    ) { $0.headers = [("X-Oss-Content-SHA256", "UNSIGNED-PAYLOAD")] }.flagged("payload"),
    .headerV4(
      "v4-req-callers-hash", "V4-REQ-4",
      comment: "A hash of the caller stands in the header or on the payload line, or both."
    ) {
      $0.method = "PUT"
      $0.headers = [
        (
          "x-oss-content-sha256",
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
      ]
    }.should.flagged("payload"),
    .headerV4(
      "v4-req-callers-hash-in-another-case", "V4-REQ-4", "V4-HDR-2",
      comment: "A hash that the caller gives under a name in another case stays beside the header."
    ) { $0.headers = [("X-OSS-CONTENT-SHA256", "abc"), ("x-oss-copy-source", "/b/k")] }
    .should.flagged("payload", "case"),
    .headerV4(
      "v4-req-callers-empty-hash", "V4-REQ-4", "V4-REQ-3",
      comment: "An empty x-oss-content-sha256 header of the caller makes the payload line empty."
    ) { $0.headers = [("x-oss-content-sha256", "")] }.should.flagged("payload", "empty"),
  ]

  private static let texts: [BuiltCase] = [
    .headerV4(
      "v4-req-key-composed", "V4-REQ-5", "V4-URI-4",
      comment: "A composed letter of the key is taken apart."
    ) { $0.key = "caf\u{E9}" }.flagged("unicode"),
    .headerV4(
      "v4-req-key-decomposed", "V4-REQ-5", "V4-URI-4",
      comment: "A letter and its accent in the key are put together."
    ) { $0.key = "cafe\u{301}" }.flagged("unicode"),
    .headerV4(
      "v4-req-query-decomposed", "V4-REQ-5", "V4-QRY-2",
      comment: "A parameter is normalized."
    ) { $0.query = [("e\u{301}", "\u{1112}\u{1161}\u{11AB}"), ("\u{E9}", "1")] }
    .flagged("unicode"),
    .headerV4(
      "v4-req-header-decomposed", "V4-REQ-5", "V4-HDR-4",
      comment: "A header value is normalized."
    ) { $0.headers = [("x-oss-meta-a", "e\u{301}\u{212B}\u{FB01}")] }.flagged("unicode"),
    .presignV4(
      "v4-req-token-decomposed", "V4-REQ-5", "V4-TOK-2",
      comment: "A token is normalized in a URL."
    ) { $0.securityToken = "e\u{301}\u{4EE4}" }.flagged("unicode"),
  ]
}
