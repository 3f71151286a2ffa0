internal import OSSPrimitives

/// Suite `v2/additional-headers`: which headers are listed, and how.
enum V2AdditionalCases {
  static let all: [BuiltCase] = lists + names + urls + open

  private static let lists: [BuiltCase] = [
    .headerV2(
      "v2-add-sorted", "V2-ADD-1", comment: "The names are listed in the order asked for."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("If-Match", "\"abc\""), ("abc", "1"), ("ab-", "2")]
      $0.additionalHeaders = ["range", "abc", "if-match", "ab-"]
    }.flagged("order"),
    .headerV2(
      "v2-add-lower-case", "V2-ADD-1", "V2-ADD-3",
      comment: "The names are listed as they are written, or a comma stands between them."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("If-Match", "\"abc\"")]
      $0.additionalHeaders = ["Range", "If-Match"]
    }.flagged("case"),
    .headerV2(
      "v2-add-missing", "V2-ADD-2",
      comment: "A name without a header is listed, and OSS refuses the request."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["if-match", "range"]
    },
    .headerV2(
      "v2-add-only-missing", "V2-ADD-2",
      comment: "A list of nothing but names without headers is sent."
    ) { $0.additionalHeaders = ["if-match"] },
    .headerV2(
      "v2-add-other-case", "V2-ADD-3",
      comment: "A header is not found under a name written in another case."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("if-match", "\"abc\"")]
      $0.additionalHeaders = ["range", "If-Match"]
    }.flagged("case"),
    .headerV2(
      "v2-add-twice", "V2-ADD-3", comment: "A name that is asked for twice is listed twice."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["range", "Range", "range"]
    },
  ]

  private static let names: [BuiltCase] = [
    .headerV2(
      "v2-add-oss-name", "V2-ADD-4",
      comment: "A name that is signed anyway is not listed, as in V4."
    ) {
      $0.headers = [("x-oss-meta-a", "1"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["x-oss-meta-a", "range"]
    }.should,
    .headerV2(
      "v2-add-underscore", "V2-ADD-4",
      comment: "A name with an underscore is listed, which OSS refuses."
    ) {
      $0.headers = [("x-oss-meta-a_b", "1"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["x-oss-meta-a_b", "range"]
    }.should,
    .headerV2(
      "v2-add-nothing-asked", "V2-ADD-7",
      comment: "Range and If-Modified-Since are listed though nobody asks for them."
    ) {
      $0.headers = [
        ("Range", "bytes=0-9"), ("If-Modified-Since", "Thu, 16 Feb 2017 02:10:39 GMT"),
      ]
    }.should,
  ]

  private static let urls: [BuiltCase] = [
    .presignV2(
      "v2-add-presigned", "V2-ADD-8", "V2-ADD-1", "V2-PRE-2", "V2-PRE-4",
      comment: "The URL lists the additional headers in another order than it signs them."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("abc", "1")]
      $0.additionalHeaders = ["range", "ABC"]
    }.open("No document says in which order the URL lists the names.")
      .orSigning(
        "GET\n\n\n1702747257\nabc:1\nrange:bytes=0-9\nabc;range\n%2Fexamplebucket%2Fkey.txt"
          + "?x-oss-access-key-id=exampleAccessKeyID00&x-oss-additional-headers=range%3Babc"
          + "&x-oss-expires=1702747257&x-oss-signature-version=OSS2",
        because: "oss2 lists them in any order, and signs what it sends."
      )
      .flagged("order"),
    .presignV2(
      "v2-add-presigned-missing", "V2-ADD-2",
      comment: "The URL lists a header that the request does not have."
    ) { $0.additionalHeaders = ["range"] },
  ]

  private static let open: [BuiltCase] = [
    .headerV2(
      "v2-add-date", "V2-ADD-5", comment: "The Date that signing writes is listed."
    ) {
      $0.headers = [("Date", "Sat, 16 Dec 2023 16:20:57 GMT"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["date", "range"]
    }.open("No document says whether Date may be listed.")
      .orSigning(
        "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\ndate:Sat, 16 Dec 2023 16:20:57 GMT\n"
          + "range:bytes=0-9\ndate;range\n%2Fexamplebucket%2Fkey.txt",
        because: "SDKs list a Date that the caller gives."),
    .headerV2(
      "v2-add-content-type", "V2-ADD-6",
      comment: "Content-Type is listed without a line, or has a line without being listed."
    ) {
      $0.headers = [("Content-Type", "text/plain"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["content-type", "range"]
    }.open("No document says whether a header with a line of its own may be listed.")
      .orSigning(
        "GET\n\ntext/plain\nSat, 16 Dec 2023 16:20:57 GMT\nrange:bytes=0-9\nrange\n"
          + "%2Fexamplebucket%2Fkey.txt", because: "The rule of V4: such a header is not listed."),
    .headerV2(
      "v2-add-content-md5", "V2-ADD-6",
      comment: "Content-MD5 is listed without a line, or has a line without being listed."
    ) {
      $0.headers = [("Content-MD5", "ICy5YqxZB1uWSwcVLSNLcA==")]
      $0.additionalHeaders = ["Content-MD5"]
    }.open("No document says whether a header with a line of its own may be listed.")
      .orSigning(
        "GET\nICy5YqxZB1uWSwcVLSNLcA==\n\nSat, 16 Dec 2023 16:20:57 GMT\n\n"
          + "%2Fexamplebucket%2Fkey.txt", because: "The rule of V4: such a header is not listed."),
  ]
}
