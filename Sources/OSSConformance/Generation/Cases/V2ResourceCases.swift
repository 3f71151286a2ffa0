internal import OSSPrimitives

/// Suite `v2/resource`: the bucket, the key and every parameter, percent-encoded.
enum V2ResourceCases {
  static let all: [BuiltCase] = paths + texts + queries + openQueries

  private static let paths: [BuiltCase] = [
    .headerV2(
      "v2-res-object", "V2-RES-1", comment: "The slashes of the resource are not encoded."
    ) { $0.key = "dir/sub/file.bin" },
    .headerV2(
      "v2-res-bucket", "V2-RES-1", comment: "The slash behind the bucket is missing."
    ) { $0.key = .null },
    .headerV2(
      "v2-res-service", "V2-RES-1", comment: "The resource of the service is empty, or not encoded."
    ) {
      $0.bucket = .null
      $0.key = .null
    },
    .headerV2(
      "v2-res-marks", "V2-RES-1", comment: "Some mark in a key is not encoded, or a wrong one is."
    ) { $0.key = "a b+c%41!'()*~_-.$&,:;=@[]#?" },
  ]

  private static let texts: [BuiltCase] = [
    .headerV2(
      "v2-res-emoji", "V2-RES-2",
      comment: "The halves of a surrogate pair are encoded by themselves."
    ) { $0.key = "\u{1F600}.png" }.flagged("unicode"),
    .headerV2(
      "v2-res-combining", "V2-RES-2", comment: "A key is normalized."
    ) { $0.key = "e\u{301}" }.flagged("unicode"),
    .headerV2(
      "v2-res-control", "V2-RES-2", comment: "A byte below 16 is encoded with one digit."
    ) { $0.key = "a\u{A}b\u{1}" },
  ]

  private static let queries: [BuiltCase] = [
    .headerV2(
      "v2-res-every-parameter", "V2-RES-3",
      comment: "Only subresources are signed, as in V1."
    ) {
      $0.key = .null
      $0.query = [("prefix", "a"), ("max-keys", "10"), ("invented-tomorrow", "1")]
    },
    .headerV2(
      "v2-res-encoded", "V2-RES-4", comment: "Names or values are not encoded."
    ) { $0.query = [("a/b", "c=d&e"), ("response-content-type", "text/html; charset=utf-8")] },
    .headerV2(
      "v2-res-space-in-name", "V2-RES-4", comment: "A space in a name is signed as a plus sign."
    ) { $0.query = [("a b", "c d")] },
    .headerV2(
      "v2-res-order", "V2-RES-5", comment: "Parameters are signed in the order given."
    ) {
      $0.query = [("b", "1"), ("a", "2"), ("B", "3"), ("a-b", "4"), ("versionId", "5")]
    }.flagged("order"),
    .headerV2(
      "v2-res-order-of-encoded", "V2-RES-5",
      comment: "Parameters are sorted by their names before they are encoded."
    ) { $0.query = [("a~", "1"), ("a\u{E9}", "2"), ("a/", "3"), ("a-", "4")] }.flagged("order"),
    .headerV2(
      "v2-res-order-of-pairs", "V2-RES-5",
      comment: "Pairs are sorted instead of names, and a hyphen comes before the equals sign."
    ) { $0.query = [("ab", "1"), ("ab-", "2")] }.flagged("order"),
    .headerV2(
      "v2-res-bare", "V2-RES-6", comment: "A bare name is signed with an equals sign."
    ) { $0.query = [("acl", .null)] },
    .headerV2(
      "v2-res-empty", "V2-RES-6", comment: "An empty value is signed with an equals sign."
    ) { $0.query = [("versionId", ""), ("uploads", .null)] },
    .headerV2(
      "v2-res-blanks", "V2-RES-8", comment: "Blanks at the ends of a value are not signed."
    ) { $0.query = [("prefix", " a "), ("delimiter", "\tb")] }.flagged("trim"),
  ]

  private static let openQueries: [BuiltCase] = [
    .headerV2(
      "v2-res-repeated", "V2-RES-7", comment: "Of a parameter given twice one is sent unsigned."
    ) { $0.query = [("b", "2"), ("a", "1"), ("b", "1")] }
    .open("No document says how a parameter is signed that is given twice.")
    .orSigning(
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n\n%2Fexamplebucket%2Fkey.txt?a=1&b=1",
      because: "Parameters are kept in a map, and the last value is in it."
    )
    .orSigning(
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n\n%2Fexamplebucket%2Fkey.txt?a=1&b=2",
      because: "The first of several values is taken."
    )
    .orSigning(
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n\n%2Fexamplebucket%2Fkey.txt?a=1&b=1&b=2",
      because: "Pairs are sorted, the values of one name too.")
  ]
}
