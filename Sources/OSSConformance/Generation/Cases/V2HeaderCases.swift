internal import OSSPrimitives

/// Suite `v2/headers`: the canonicalized headers and the token among them.
enum V2HeaderCases {
  static let all: [BuiltCase] = selection + order + values + tokens

  private static let selection: [BuiltCase] = [
    .headerV2(
      "v2-hdr-oss", "V2-HDR-1",
      comment: "Only x-oss-meta- headers are signed, and not other x-oss- headers."
    ) {
      $0.method = "PUT"
      $0.headers = [("x-oss-object-acl", "private"), ("x-oss-storage-class", "IA")]
    },
    .headerV2(
      "v2-hdr-additional", "V2-HDR-1",
      comment: "An additional header is listed and has no line."
    ) {
      $0.headers = [("If-Match", "\"abc\""), ("User-Agent", "kit")]
      $0.additionalHeaders = ["If-Match"]
    },
    .headerV2(
      "v2-hdr-upper-case", "V2-HDR-2", "V2-HDR-1",
      comment: "A name in upper case is not signed, or not in lower case."
    ) {
      $0.headers = [("X-OSS-META-AUTHOR", "Alice"), ("RANGE", "bytes=0-9")]
      $0.additionalHeaders = ["RANGE"]
    }.flagged("case"),
  ]

  private static let order: [BuiltCase] = [
    .headerV2(
      "v2-hdr-kinds-together", "V2-HDR-3",
      comment: "The additional headers stand behind the x-oss- headers instead of among them."
    ) {
      $0.headers = [
        ("ZAddition", "z"), ("x-oss-meta-a", "1"), ("abc", "2"), ("X-Oss-Acl", "private"),
      ]
      $0.additionalHeaders = ["zaddition", "abc"]
    }.flagged("order"),
    .headerV2(
      "v2-hdr-name-before-hyphen", "V2-HDR-3",
      comment: "Lines are sorted instead of names, and a hyphen comes before the colon."
    ) {
      $0.headers = [("x-oss-copy-source-range", "bytes=0-9"), ("x-oss-copy-source", "/b/k")]
    }.flagged("order"),
    .headerV2(
      "v2-hdr-case-and-order", "V2-HDR-3", "V2-HDR-2",
      comment: "Names are sorted before they are brought to lower case."
    ) { $0.headers = [("X-Oss-Meta-B", "1"), ("x-oss-meta-a", "2")] }.flagged("order", "case"),
  ]

  private static let values: [BuiltCase] = [
    .headerV2(
      "v2-hdr-outer-blanks", "V2-HDR-4",
      comment: "Blanks at the ends of a value are signed, and HTTP does not deliver them."
    ) { $0.headers = [("x-oss-meta-a", " \t two  words ")] }.should.flagged("trim"),
    .headerV2(
      "v2-hdr-additional-blanks", "V2-HDR-4",
      comment: "Blanks at the ends of an additional header's value are signed."
    ) {
      $0.headers = [("abc", " v ")]
      $0.additionalHeaders = ["abc"]
    }.should.flagged("trim"),
    .headerV2(
      "v2-hdr-inner-blanks", "V2-HDR-4", comment: "Several blanks inside a value become one."
    ) { $0.headers = [("x-oss-meta-a", "a  b\t c")] }.should,
    .headerV2(
      "v2-hdr-empty-value", "V2-HDR-5", comment: "A header with an empty value is not signed."
    ) { $0.headers = [("x-oss-meta-a", ""), ("x-oss-meta-b", "1")] },
    .headerV2(
      "v2-hdr-blank-value", "V2-HDR-5", "V2-HDR-4",
      comment: "A header with a value of blanks is not signed."
    ) { $0.headers = [("x-oss-meta-a", " ")] },
    .headerV2(
      "v2-hdr-repeated", "V2-HDR-6", comment: "Of a name given twice one value is sent unsigned."
    ) { $0.headers = [("x-oss-meta-a", "2"), ("X-Oss-Meta-A", "1")] }
    .open("No document says how the values of one name are signed.")
    .orSigning(
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a:1\n\n%2Fexamplebucket%2Fkey.txt",
      because: "Headers are kept in a map, and the last value is in it."
    )
    .orSigning(
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a:2\n\n%2Fexamplebucket%2Fkey.txt",
      because: "The first of several values is taken."),
  ]

  private static let tokens: [BuiltCase] = [
    .headerV2(
      "v2-tok-signed", "V2-TOK-1", comment: "The token is sent without being signed, or not sent."
    ) { $0.securityToken = "CAIS0Token/+=" }.flagged("token"),
    .headerV2(
      "v2-tok-in-its-place", "V2-TOK-1", "V2-HDR-3",
      comment: "The token stands behind the other headers."
    ) {
      $0.securityToken = "CAIS0Token"
      $0.headers = [("x-oss-a", "1"), ("x-oss-tagging", "k=v"), ("zzz", "2")]
      $0.additionalHeaders = ["zzz"]
    }.flagged("token", "order"),
    .headerV2(
      "v2-tok-empty", "V2-TOK-3", comment: "An empty token is sent and signed."
    ) { $0.securityToken = "" }.should.flagged("token"),
    .presignV2(
      "v2-tok-empty-in-url", "V2-TOK-3", comment: "An empty token is a parameter of the URL."
    ) { $0.securityToken = "" }.should.flagged("token"),
    .presignV2(
      "v2-tok-presigned", "V2-TOK-2",
      comment: "The token is not in the URL, under another name, not signed, or signed as a header."
    ) { $0.securityToken = "CAIS0Token/+=" }.flagged("token"),
  ]
}
