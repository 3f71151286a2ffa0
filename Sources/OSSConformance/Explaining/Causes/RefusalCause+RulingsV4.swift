/// What mistakes that V1 knows too break in a request signed by V4.
extension RefusalCause {
  static let rulingsV4: [String: RulingV4] = [
    "method-differs": RulingV4("V4-REQ-2"),
    "method-lower-case": RulingV4("V4-REQ-2"),
    "content-md5-not-sent": RulingV4("V4-HDR-1"),
    "content-md5-not-signed": RulingV4(
      "V4-HDR-1",
      "Sign the line content-md5 with the value that is sent."),
    "content-md5-differs": RulingV4("V4-HDR-4"),
    "content-type-added": RulingV4("V4-HDR-1"),
    "content-type-not-signed": RulingV4(
      "V4-HDR-1",
      "Sign the line content-type with the value that is sent; for a presigned URL, "
        + "pass it when the URL is made."),
    "content-type-not-sent": RulingV4("V4-HDR-1"),
    "content-type-differs": RulingV4("V4-HDR-4"),
    "content-type-charset-added": RulingV4("V4-HDR-4"),
    "string-line-missing": RulingV4(
      "V4-REQ-1",
      "Write all six parts, also empty ones: an empty line where there is no query, one "
        + "after the headers, one where there are no additional headers."),
    "string-ends-with-line-break": RulingV4(
      "V4-REQ-1",
      "End the canonical request with the payload line, and the string to sign with the "
        + "hash, without an LF."),
    "string-has-carriage-returns": RulingV4("V4-REQ-1"),
    "clock-skewed": RulingV4("V4-DATE-1"),
    "clock-time-zone": RulingV4(
      "V4-STS-2",
      "Write the time in UTC, with the Z that says so, not in the zone of the machine."),
    "clock-twelve-hours": RulingV4("V4-STS-2"),
    "clock-calendar": RulingV4("V4-STS-2"),
    "date-missing": RulingV4(
      "V4-DATE-1",
      "Send x-oss-date with the time of signing, such as 20231216T162057Z, and sign it."),
    "date-malformed": RulingV4("V4-STS-2", "Write x-oss-date as 20231216T162057Z."),
    "date-differs": RulingV4(
      "V4-DATE-2",
      "Take the time once, and use the same text in the header, the string to sign and "
        + "the scope."),
    "date-not-sent": RulingV4("V4-DATE-1", "Send the x-oss-date that was signed."),
    "date-not-signed": RulingV4("V4-DATE-1", "Sign x-oss-date among the canonical headers."),
    "url-expired": RulingV4("V4-PRE-3"),
    "expires-in-milliseconds": RulingV4("V4-PRE-3", "Divide by 1000: x-oss-expires is in seconds."),
    "expires-malformed": RulingV4(
      "V4-PRE-3",
      "Write x-oss-expires in decimal digits: seconds from x-oss-date on."),
    "oss-header-not-signed": RulingV4("V4-HDR-1"),
    "oss-header-not-sent": RulingV4("V4-HDR-1"),
    "headers-not-sorted": RulingV4("V4-HDR-5"),
    "header-value-not-trimmed": RulingV4("V4-HDR-3"),
    "header-name-case": RulingV4("V4-HDR-2"),
    "header-value-encoded": RulingV4("V4-HDR-4"),
    "header-value-charset": RulingV4("V4-REQ-5"),
    "header-value-differs": RulingV4("V4-HDR-4"),
    "token-missing": RulingV4(
      "V4-TOK-1",
      "Send and sign x-oss-security-token; in a presigned URL, as the parameter of that "
        + "name."),
    "token-not-signed": RulingV4(
      "V4-TOK-1",
      "Sign the token among the x-oss- headers; in a presigned URL, as a parameter."),
    "token-not-sent": RulingV4("V4-TOK-1"),
    "token-wrong-name": RulingV4(
      "V4-TOK-2",
      "With V4 the header and the parameter of a URL are x-oss-security-token."),
    "token-differs": RulingV4("V4-TOK-1"),
    "token-with-blank": RulingV4("V4-TOK-1"),
    "key-encoded-twice": RulingV4("V4-URI-4"),
    "key-not-encoded": RulingV4("V4-URI-4"),
    "plus-and-space": RulingV4("V4-URI-4"),
    "key-normalized": RulingV4("V4-REQ-5"),
    "key-charset": RulingV4("V4-REQ-5"),
    "key-double-slash": RulingV4("V4-URI-5"),
    "key-cut": RulingV4("V4-URI-4"),
    "key-differs": RulingV4("V4-URI-3"),
    "bucket-missing": RulingV4(
      "V4-URI-3",
      "Begin the canonical URI with /bucket/, also where the bucket stands in the host "
        + "alone, or with a domain of your own."),
    "bucket-doubled": RulingV4("V4-URI-6"),
    "bucket-not-in-host": RulingV4("V4-URI-6"),
    "bucket-differs": RulingV4("V4-URI-6"),
    "bucket-slash-missing": RulingV4("V4-URI-2"),
    "resource-is-url": RulingV4(
      "V4-URI-3",
      "Write /bucket/key alone: no scheme, no host, and a slash at the start."),
    "secret-wrong": RulingV4("V4-KEY-1"),
    "secret-with-blank": RulingV4("V4-KEY-2"),
    "secret-of-another-id": RulingV4("V4-KEY-1"),
    "secret-not-that-of-oss": RulingV4("V4-KEY-1"),
    "signature-not-of-the-secret": RulingV4("V4-KEY-1"),
    "signature-encoded-twice": RulingV4("V4-STS-4"),
    "signature-of-another-hash": RulingV4(
      "V4-STS-4",
      "V4 takes HMAC-SHA256 with the signing key; HMAC-SHA1 and its base64 belong to "
        + "V1, with another string to sign."),
    "signature-damaged": RulingV4(
      "V4-STS-4",
      "Send all of the 64 hexadecimal digits, with no line break."),
    "authorization-malformed": RulingV4(
      "V4-AUTH-1",
      "Write OSS4-HMAC-SHA256, one blank, "
        + "Credential=<ID>/<scope>,Signature=<signature>, with AdditionalHeaders=<names> "
        + "between where there are some."),
    "signature-version-mixed": RulingV4("V4-STS-1"),
    "signature-version-refused": RulingV4(
      "V4-STS-1",
      "Ask for a service that knows V4, or sign with V1 where it knows only that."),
    "ampersand-escaped": RulingV4("V4-PRE-1"),
    "url-cut-by-shell": RulingV4("V4-PRE-1"),
    "url-incomplete": RulingV4("V4-PRE-1"),
    "signed-twice": RulingV4("V4-PRE-6"),
    "not-signed": RulingV4("V4-AUTH-1"),
    "query-inside-key": RulingV4("V4-QRY-1"),
    "host-changed": RulingV4("V4-ADD-2"),
    "path-style-forbidden": RulingV4("V4-URI-6"),
    "access-key-with-blank": RulingV4("V4-AUTH-1"),
  ]
}
