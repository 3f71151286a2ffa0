internal import OSSPrimitives

/// Suite `v1/string-to-sign`: the first four lines and how the parts are put together.
enum StringToSignCases {
  static let all: [BuiltCase] = layout + methods + contentHeaders + otherHeaders + text

  private static let layout: [BuiltCase] = [
    .header(
      "v1-sts-no-header", "V1-STS-1", "V1-STS-2", "V1-HDR-6",
      comment: "An empty line stands before the resource when no x-oss- header is there."),
    .header(
      "v1-sts-every-part", "V1-STS-1", "V1-HDR-6",
      comment: "A part is left out, doubled or put in another order."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww=="), ("Content-Type", "text/html"),
        ("x-oss-object-acl", "private"), ("x-oss-meta-author", "alice"),
      ]
      $0.query = [("partNumber", "2"), ("uploadId", "0004B9894A22E5B1888A1E29F8236E2D")]
    },
    .header(
      "v1-sts-only-md5", "V1-STS-2",
      comment: "The empty line of Content-Type is left out when only Content-MD5 is there."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww==")]
    },
    .header(
      "v1-sts-only-type", "V1-STS-2",
      comment: "The empty line of Content-MD5 is left out when only Content-Type is there."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "application/octet-stream")]
    },
    .header(
      "v1-sts-oss-header-only", "V1-STS-1", "V1-STS-2",
      comment: "The two empty lines are left out when only an x-oss- header is there."
    ) { $0.headers = [("x-oss-request-payer", "requester")] },
    .header(
      "v1-sts-type-before-md5", "V1-STS-1",
      comment: "The two lines follow the order in which the caller gives the headers."
    ) {
      $0.method = "POST"
      $0.headers = [
        ("Content-Type", "application/xml"), ("Content-MD5", "rhAgOWPWWH8hpFvv3Oq9Iw=="),
      ]
    },
    .header(
      "v1-sts-empty-type", "V1-STS-2",
      comment: "A Content-Type without value is replaced by a guess from the key."
    ) {
      $0.method = "PUT"
      $0.key = "page.html"
      $0.headers = [("Content-Type", "")]
    },
    .header(
      "v1-sts-type-not-guessed", "V1-STS-2",
      comment: "A Content-Type that the caller did not give is signed."
    ) {
      $0.method = "PUT"
      $0.key = "photo.jpg"
    },
  ]

  private static let methods: [BuiltCase] = ["PUT", "POST", "HEAD", "DELETE", "OPTIONS"].map {
    method in
    .header(
      "v1-sts-method-\(method.lowercased())", "V1-STS-3",
      comment: "The method on the first line is not \(method) as it is sent."
    ) { $0.method = method }
  }

  private static let contentHeaders: [BuiltCase] = [
    .header(
      "v1-sts-type-lower-case-name", "V1-STS-4",
      comment: "Content-Type is looked up with regard to case."
    ) { $0.headers = [("content-type", "text/plain")] },
    .header(
      "v1-sts-type-upper-case-name", "V1-STS-4",
      comment: "Content-Type is looked up in two spellings only."
    ) { $0.headers = [("CONTENT-TYPE", "text/plain")] },
    .header(
      "v1-sts-md5-lower-case-name", "V1-STS-4",
      comment: "Content-MD5 is looked up with regard to case."
    ) { $0.headers = [("content-md5", "XrY7u+Ae7tCTyyK7j1rNww==")] },
    .header(
      "v1-sts-md5-title-case-name", "V1-STS-4",
      comment: "Content-Md5, as HTTP libraries spell it, is not found."
    ) { $0.headers = [("Content-Md5", "XrY7u+Ae7tCTyyK7j1rNww==")] },
    .header(
      "v1-sts-type-parameters", "V1-STS-4",
      comment: "Parameters of the media type are cut off or rewritten."
    ) { $0.headers = [("Content-Type", "text/plain;  Charset=\"UTF-8\"")] },
    .header(
      "v1-sts-type-case", "V1-STS-4",
      comment: "The value of Content-Type is signed in lower case."
    ) { $0.headers = [("Content-Type", "Text/HTML")] },
    .header(
      "v1-sts-md5-as-given", "V1-STS-4",
      comment: "A Content-MD5 is recomputed or checked instead of signed as given."
    ) { $0.headers = [("Content-MD5", "ODBGOERFMDMzQTczRUY3NUE3NzA5QzdFNUYzMDQxNEM=")] },
    .header(
      "v1-sts-type-leading-space", "V1-STS-5",
      comment: "A space before the Content-Type is signed, and does not arrive."
    ) { $0.headers = [("Content-Type", " text/plain")] }.should.flagged("trim"),
    .header(
      "v1-sts-type-trailing-space", "V1-STS-5",
      comment: "A space after the Content-Type is signed, and does not arrive."
    ) { $0.headers = [("Content-Type", "text/plain ")] }.should.flagged("trim"),
    .header(
      "v1-sts-type-tabs", "V1-STS-5",
      comment: "Only spaces, and not tabs, are trimmed from the Content-Type."
    ) { $0.headers = [("Content-Type", "\ttext/plain\t")] }.should.flagged("trim"),
    .header(
      "v1-sts-md5-blanks", "V1-STS-5",
      comment: "Blanks around the Content-MD5 are signed, and do not arrive."
    ) { $0.headers = [("Content-MD5", " XrY7u+Ae7tCTyyK7j1rNww== ")] }.should.flagged("trim"),
  ]

  private static let otherHeaders: [BuiltCase] = [
    .header(
      "v1-sts-name-begins-with-type", "V1-STS-6",
      comment: "A header whose name begins with Content-Type is taken for it."
    ) { $0.headers = [("Content-Type-X", "text/plain")] },
    .header(
      "v1-sts-name-begins-with-md5", "V1-STS-6",
      comment: "A header whose name begins with Content-MD5 is taken for it."
    ) { $0.headers = [("content-md5-extra", "XrY7u+Ae7tCTyyK7j1rNww==")] },
    .header(
      "v1-sts-name-ends-with-type", "V1-STS-6",
      comment: "A header whose name ends with Content-Type is taken for it."
    ) { $0.headers = [("X-Content-Type", "text/plain")] },
    .header(
      "v1-sts-standard-headers", "V1-STS-6",
      comment: "Headers that V1 does not sign are signed."
    ) {
      $0.headers = [
        ("Cache-Control", "no-cache"), ("Content-Disposition", "attachment"),
        ("Content-Encoding", "gzip"), ("Content-Language", "zh-CN"),
        ("Expires", "Fri, 28 Feb 2030 05:38:42 GMT"), ("If-Match", "\"abc\""),
        ("Range", "bytes=0-9"), ("Origin", "https://a.example"),
      ]
    },
    .header(
      "v1-sts-content-length", "V1-STS-6",
      comment: "The length of the body is signed."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Length", "344606")]
    },
  ]

  private static let text: [BuiltCase] = [
    .header(
      "v1-sts-key-composed", "V1-STS-7", "V1-RES-4",
      comment: "The composed letter U+00E9 is signed in its decomposed form."
    ) { $0.key = "caf\u{E9}.txt" }.flagged("unicode"),
    .header(
      "v1-sts-key-decomposed", "V1-STS-7", "V1-RES-4",
      comment: "The letter e with U+0301 is signed in its composed form."
    ) { $0.key = "cafe\u{301}.txt" }.flagged("unicode"),
    .header(
      "v1-sts-key-emoji", "V1-STS-7", "V1-RES-4",
      comment: "A character outside the basic plane is signed as two surrogates."
    ) { $0.key = "\u{1F600}.png" }.flagged("unicode"),
    .header(
      "v1-sts-header-chinese", "V1-STS-7", "V1-HDR-4",
      comment: "A header value outside ASCII is signed as Latin-1, escaped or dropped."
    ) { $0.headers = [("x-oss-meta-name", "\u{4E2D}\u{6587}")] }.flagged("unicode"),
    .header(
      "v1-sts-subresource-chinese", "V1-STS-7", "V1-RES-7",
      comment: "A value outside ASCII is signed percent-encoded."
    ) { $0.query = [("response-content-disposition", "attachment; filename=\u{4E2D}\u{6587}.txt")] }
    .flagged("unicode"),
  ]
}
