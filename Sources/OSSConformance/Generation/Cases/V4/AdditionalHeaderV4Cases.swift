internal import OSSPrimitives

/// Suite `v4/additional-headers`: headers that are signed because the caller names them.
enum AdditionalHeaderV4Cases {
  static let all: [BuiltCase] = list + lines + signedAnyway + absent + found + host

  private static let list: [BuiltCase] = [
    .headerV4(
      "v4-add-one", "V4-ADD-1", "V4-ADD-2",
      comment: "An additional header is not listed, or with a semicolon after it."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["Range"]
    },
    .headerV4(
      "v4-add-sorted", "V4-ADD-1",
      comment: "The names are listed in the order of the caller."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("If-Match", "a"), ("Accept", "b")]
      $0.additionalHeaders = ["range", "accept", "if-match"]
    }.flagged("order"),
    .headerV4(
      "v4-add-sorted-beyond-first-letter", "V4-ADD-1",
      comment: "The names are sorted by their first letter alone."
    ) {
      $0.headers = [("ab", "1"), ("aa", "2"), ("a-z", "3"), ("a", "4")]
      $0.additionalHeaders = ["ab", "aa", "a-z", "a"]
    }.flagged("order"),
    .headerV4(
      "v4-add-sorted-in-lower-case", "V4-ADD-1", "V4-HDR-2",
      comment: "The names are sorted before they are brought to lower case."
    ) {
      $0.headers = [("abc", "1"), ("Zabc", "2"), ("Mabc", "3")]
      $0.additionalHeaders = ["abc", "Zabc", "Mabc"]
    }.flagged("order", "case"),
    .headerV4(
      "v4-add-sorted-by-bytes", "V4-ADD-1",
      comment: "Punctuation or numbers in the names are sorted by the rules of a language."
    ) {
      $0.headers = [("a10", "1"), ("a2", "2"), ("a.b", "3"), ("a-b", "4"), ("ab", "5")]
      $0.additionalHeaders = ["a2", "a10", "ab", "a.b", "a-b"]
    }.flagged("order"),
    .headerV4(
      "v4-add-twice", "V4-ADD-1",
      comment: "A name that is given twice is listed twice."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("abc", "1")]
      $0.additionalHeaders = ["range", "abc", "range"]
    }.flagged("repeated"),
    .headerV4(
      "v4-add-twice-in-two-cases", "V4-ADD-1", "V4-ADD-5",
      comment: "Two spellings of one name are listed as two."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["RANGE", "Range", "range"]
    }.flagged("repeated", "case"),
    .presignV4(
      "v4-add-url-sorted", "V4-ADD-1", "V4-PRE-5",
      comment: "The names of a URL are listed in the order of the caller, or each by itself."
    ) {
      $0.headers = [("zabc", "1"), ("abc", "2"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["zabc", "Range", "abc"]
    }.flagged("order"),
  ]

  private static let lines: [BuiltCase] = [
    .headerV4(
      "v4-add-line-first", "V4-ADD-2", "V4-HDR-5",
      comment: "The line of an additional header stands after those of OSS."
    ) {
      $0.headers = [("Content-Type", "text/plain"), ("abc", "1"), ("x-oss-meta-a", "2")]
      $0.additionalHeaders = ["abc"]
    }.flagged("order"),
    .headerV4(
      "v4-add-line-between", "V4-ADD-2", "V4-HDR-5",
      comment: "The line of an additional header stands first or last."
    ) {
      $0.headers = [
        ("Content-Type", "a/b"), ("x-oss-a", "1"), ("range", "2"), ("Content-MD5", "c"),
      ]
      $0.additionalHeaders = ["range"]
    }.flagged("order"),
    .headerV4(
      "v4-add-line-last", "V4-ADD-2", "V4-HDR-5",
      comment: "The line of an additional header stands before those of OSS."
    ) {
      $0.headers = [("zabc", "1"), ("x-oss-zone", "2"), ("x-out", "3")]
      $0.additionalHeaders = ["zabc", "x-out"]
    }.flagged("order"),
    .headerV4(
      "v4-add-line-trimmed", "V4-ADD-2", "V4-HDR-3",
      comment: "Blanks around the value of an additional header are signed."
    ) {
      $0.headers = [("abc", " a  b\t"), ("If-Match", "\"x\"")]
      $0.additionalHeaders = ["abc", "If-Match"]
    }.flagged("trim"),
    .headerV4(
      "v4-add-not-all", "V4-ADD-2", "V4-HDR-1",
      comment: "Headers that are not named are signed with those that are."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("abc", "1"), ("User-Agent", "kit")]
      $0.additionalHeaders = ["abc"]
    },
    .headerV4(
      "v4-add-content-length", "V4-ADD-2",
      comment: "A header that the SDK writes itself is named and not signed."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Length", "3"), ("Content-Disposition", "attachment")]
      $0.additionalHeaders = ["content-disposition", "content-length"]
    },
    .headerV4(
      "v4-add-empty-value", "V4-HDR-7", "V4-ADD-2",
      comment: "An additional header with an empty value is sent and not signed."
    ) {
      $0.headers = [("abc", ""), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["abc", "range"]
    }.should.flagged("empty"),
    .headerV4(
      "v4-add-repeated-value", "V4-HDR-8", "V4-ADD-2",
      comment: "Of two values of an additional header, one is sent and not signed."
    ) {
      $0.headers = [("abc", "1"), ("abc", "2")]
      $0.additionalHeaders = ["abc"]
    }
    .may("No document says how OSS combines values of one name, and SDKs part ways.")
    .or("The last value alone is signed and sent.") { $0.headers = [("abc", "2")] }
    .or("The first value alone is signed and sent.") { $0.headers = [("abc", "1")] }
    .flagged("repeated"),
  ]

  private static let signedAnyway: [BuiltCase] = [
    .headerV4(
      "v4-add-content-type", "V4-ADD-3",
      comment: "The Content-Type is listed."
    ) {
      $0.headers = [("Content-Type", "text/plain"), ("abc", "1")]
      $0.additionalHeaders = ["content-type", "abc"]
    },
    .headerV4(
      "v4-add-content-md5", "V4-ADD-3", "V4-AUTH-2",
      comment: "The Content-MD5 is listed, or an empty list is sent."
    ) {
      $0.headers = [("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww==")]
      $0.additionalHeaders = ["CONTENT-MD5"]
    },
    .headerV4(
      "v4-add-oss", "V4-ADD-3",
      comment: "An x-oss- header is listed, or signed twice."
    ) {
      $0.headers = [("x-oss-meta-a", "1"), ("Range", "bytes=0-9")]
      $0.additionalHeaders = ["X-Oss-Meta-A", "range"]
    },
    .headerV4(
      "v4-add-oss-date", "V4-ADD-3", "V4-DATE-1",
      comment: "A header that signing adds is listed."
    ) { $0.additionalHeaders = ["x-oss-date", "x-oss-content-sha256", "x-oss-security-token"] },
    .headerV4(
      "v4-add-oss-with-underscore", "V4-ADD-3",
      comment: "An x-oss- header with an underscore is refused though it is not listed."
    ) {
      $0.headers = [("x-oss-meta-a_b", "1")]
      $0.additionalHeaders = ["x-oss-meta-a_b"]
    },
    .presignV4(
      "v4-add-url-signed-anyway", "V4-ADD-3", "V4-PRE-5",
      comment: "A URL lists headers that are signed anyway, or carries an empty list."
    ) {
      $0.headers = [("Content-Type", "text/plain"), ("x-oss-meta-a", "1")]
      $0.additionalHeaders = ["content-type", "x-oss-meta-a", "content-md5"]
    },
  ]

  private static let absent: [BuiltCase] = [
    .headerV4(
      "v4-add-absent", "V4-ADD-4", "V4-AUTH-2",
      comment: "The name of a header that is not there is listed, or refused."
    ) { $0.additionalHeaders = ["missing"] },
    .headerV4(
      "v4-add-absent-and-present", "V4-ADD-4", "V4-ADD-1",
      comment: "The name of a header that is not there is listed beside others."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("zabc", "1")]
      $0.additionalHeaders = ["absent", "zabc", "missing", "range"]
    },
    .headerV4(
      "v4-add-absent-prefix", "V4-ADD-4",
      comment: "A name that begins one of the request's is found."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("If-Match", "a")]
      $0.additionalHeaders = ["rang", "ranges", "if", "match"]
    },
    .presignV4(
      "v4-add-url-absent", "V4-ADD-4", "V4-PRE-5",
      comment: "A URL lists the name of a header that is not there."
    ) {
      $0.headers = [("abc", "1")]
      $0.additionalHeaders = ["abc", "missing"]
    },
  ]

  private static let found: [BuiltCase] = [
    .headerV4(
      "v4-add-name-in-upper-case", "V4-ADD-5",
      comment: "A name in upper case does not find its header."
    ) {
      $0.headers = [("range", "bytes=0-9")]
      $0.additionalHeaders = ["RANGE"]
    }.flagged("case"),
    .headerV4(
      "v4-add-header-in-upper-case", "V4-ADD-5", "V4-HDR-2",
      comment: "A header in upper case is not found by its name."
    ) {
      $0.headers = [("IF-MATCH", "a"), ("rAnGe", "b")]
      $0.additionalHeaders = ["if-match", "range"]
    }.flagged("case"),
    .presignV4(
      "v4-add-url-other-case", "V4-ADD-5", "V4-PRE-5",
      comment: "A URL does not find a header whose name has another case."
    ) {
      $0.headers = [("ZAbc", "1"), ("aBC", "2")]
      $0.additionalHeaders = ["zabC", "Abc"]
    }.flagged("case"),
  ]

  private static let open = "No document says who writes the Host header that is signed."
  private static let bucketHost = "examplebucket.oss-cn-hangzhou.aliyuncs.com"

  private static let host: [BuiltCase] = [
    .headerV4(
      "v4-add-callers-host", "V4-ADD-2", "V4-ADD-6",
      comment: "A Host header that the caller gives and names is not signed."
    ) {
      $0.headers = [("Host", .string(bucketHost))]
      $0.additionalHeaders = ["host"]
    }.flagged("host"),
    .headerV4(
      "v4-add-host-without-header", "V4-ADD-6",
      comment: "Host is listed, and its line is not signed."
    ) { $0.additionalHeaders = ["host"] }
    .may(open)
    .or("The SDK adds the header itself.") {
      $0.headers = [("host", .string(bucketHost))]
    }
    .flagged("host"),
    .presignV4(
      "v4-add-url-host-without-header", "V4-ADD-6", "V4-PRE-5",
      comment: "The URL lists Host, and its line is not signed."
    ) { $0.additionalHeaders = ["host"] }
    .may(open)
    .or("The SDK adds the header itself.") {
      $0.headers = [("host", .string(bucketHost))]
    }
    .flagged("host"),
    .presignV4(
      "v4-add-url-other-host", "V4-ADD-6", "V4-PRE-6",
      comment: "A Host header of the caller that is not that of the URL is listed and not signed."
    ) {
      $0.headers = [("Host", "h.example")]
      $0.additionalHeaders = ["Host"]
    }
    .may(open)
    .or("The host of the URL is signed in place of the caller's, as PHP v2 does.") {
      $0.headers = [("Host", .string(bucketHost))]
    }
    .flagged("host"),
  ]
}
