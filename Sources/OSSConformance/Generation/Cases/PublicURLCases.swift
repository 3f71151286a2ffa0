internal import OSSPrimitives
internal import OSSVectors

/// Suite `v1/public-url`: URLs without a signature.
enum PublicURLCases {
  static let all: [BuiltCase] = urls + refusals

  private static let urls: [BuiltCase] = [
    .publicURL(
      "public-url-virtual-host", "PUB-1", "PUB-2",
      comment: "A public URL has an empty query or a signature."),
    .publicURL(
      "public-url-path-style", "PUB-1", "PRE-HOST-2",
      comment: "With path addressing the bucket is not in the path."
    ) { $0.addressing = "path" },
    .publicURL(
      "public-url-cname", "PUB-1", "PRE-HOST-3",
      comment: "With a CNAME the bucket is in the URL."
    ) {
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
    },
    .publicURL(
      "public-url-ip", "PUB-1", "PRE-HOST-4",
      comment: "The bucket is put in front of an IP address."
    ) { $0.endpoint = "http://192.0.2.1:8080" },
    .publicURL(
      "public-url-prefix", "PUB-1", "PRE-HOST-7",
      comment: "A path of the endpoint is lost."
    ) { $0.endpoint = "https://gateway.example.com/oss" },
    .publicURL(
      "public-url-key-encoded", "PUB-1", "PRE-PATH-1",
      comment: "A key is not encoded, or encoded twice."
    ) { $0.key = "dir/a b+c%41\u{4E2D}.txt" }.flagged("encoding"),
    .publicURL(
      "public-url-bucket", "PUB-1", "PRE-PATH-3",
      comment: "The URL of a bucket lacks its slash."
    ) { $0.key = .null },
    .publicURL(
      "public-url-query", "PUB-2", "PRE-QRY-3",
      comment: "The parameters of a public URL are lost or not encoded."
    ) { $0.query = [("x-oss-process", "image/resize,w_100"), ("foo", "a+b c")] }
    .flagged("encoding"),
    .publicURL(
      "public-url-bare-name", "PUB-2", "PRE-QRY-5",
      comment: "A bare name is lost."
    ) { $0.query = [("acl", .null)] },
    .publicURL(
      "public-url-nameless", "PRE-QRY-5", "PUB-2",
      comment: "A URL whose one parameter is bare and has no name ends in a question mark."
    ) { $0.query = [("", .null)] }.should,
  ]

  private static let refusals: [BuiltCase] = [
    .publicURL(
      "public-url-ref-no-scheme", "PRE-REF-6", "PUB-3",
      comment: "An endpoint without a scheme is guessed."
    ) { $0.endpoint = "oss-cn-hangzhou.aliyuncs.com" }
    .may("SDKs complete the scheme, each with its own.").refused(.invalidEndpoint),
    .publicURL(
      "public-url-ref-bucket", "PUB-3", "V1-REF-8",
      comment: "A bucket that is none is put in front of the host."
    ) { $0.bucket = "a.example/" }.should.refused(.invalidBucketName),
    .publicURL(
      "public-url-ref-key", "PUB-3", "V1-REF-7",
      comment: "A key that OSS cannot hold is put in the path."
    ) { $0.key = "/a" }.should.refused(.invalidObjectKey),
    .publicURL(
      "public-url-ref-no-bucket", "PUB-3", "V1-REF-9",
      comment: "A key without a bucket is put in the path."
    ) { $0.bucket = .null }.should.refused(.missingBucket),
  ]
}
