internal import OSSPrimitives
internal import OSSVectors

/// Suite `v4/presign-endpoints`: how endpoint, bucket and key make the URL of V4.
enum EndpointV4Cases {
  static let all: [BuiltCase] = hosts + prefixes + paths + parameters + refusals

  private static func host(
    _ slug: String, _ clause: String, _ comment: String, _ endpoint: String,
    _ addressing: String? = nil
  ) -> BuiltCase {
    .presignV4("v4-url-\(slug)", "V4-PRE-10", clause, comment: comment) {
      $0.endpoint = endpoint
      $0.addressing = addressing
    }
  }

  private static let oss = "https://oss-cn-hangzhou.aliyuncs.com"

  private static let hosts: [BuiltCase] = [
    host(
      "virtual-host", "PRE-HOST-1", "The bucket is not in front of the host.", oss,
      "virtual-host"),
    host("path-style", "PRE-HOST-2", "The bucket is in front of the host.", oss, "path"),
    host(
      "cname", "PRE-HOST-3", "The bucket is in the URL of a CNAME.", "https://img.example.com",
      "cname"),
    host("ipv4", "PRE-HOST-4", "The bucket is in front of an IP address.", "http://192.0.2.1"),
    host(
      "ipv6", "PRE-HOST-4", "The bucket is in front of an IPv6 address, or the brackets are lost.",
      "http://[2001:db8::1]:8080"),
    host(
      "port", "PRE-HOST-6", "The port is lost, or the bucket stands behind it.",
      "http://oss-cn-hangzhou.aliyuncs.com:8080"),
    host("http", "PRE-HOST-6", "The scheme becomes https.", "http://oss-cn-hangzhou.aliyuncs.com"),
    host(
      "accelerate", "PRE-HOST-1", "The region of the scope is taken from an accelerated host.",
      "https://oss-accelerate.aliyuncs.com"),
    .presignV4(
      "v4-url-path-style-bucket", "V4-PRE-10", "PRE-PATH-3", "V4-URI-2",
      comment: "With path addressing the path of a bucket lacks its slash."
    ) {
      $0.key = .null
      $0.addressing = "path"
    },
    .presignV4(
      "v4-url-service", "V4-PRE-10", "PRE-HOST-5", "V4-URI-1",
      comment: "The URL of a request to the service has a bucket in its host."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.query = [("regionList", .null)]
    },
    .presignV4(
      "v4-url-cname-with-token", "V4-PRE-10", "PRE-HOST-3", "V4-TOK-2",
      comment: "Behind a CNAME the token is not signed."
    ) {
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
      $0.securityToken = "CAIS0Token"
    },
  ]

  private static let prefixes: [BuiltCase] = [
    .presignV4(
      "v4-url-path-prefix", "PRE-HOST-7", "V4-URI-6",
      comment: "A path of the endpoint is lost, or signed."
    ) { $0.endpoint = "https://gateway.example.com/oss" }.should,
    .presignV4(
      "v4-url-path-prefix-path-style", "PRE-HOST-7", "PRE-HOST-2", "V4-URI-6",
      comment: "The bucket stands before the path of the endpoint."
    ) {
      $0.endpoint = "https://gateway.example.com/a/b/"
      $0.addressing = "path"
    }.should,
  ]

  private static let paths: [BuiltCase] =
    [
      ("a b+c", "space-and-plus", "PRE-PATH-1", "A space or plus of the key is sent as it is."),
      ("%41/%2F", "percent", "PRE-PATH-1", "An escape in the key is sent as it is."),
      ("a?b#c", "delimiters", "PRE-PATH-1", "A mark in the key ends the path."),
      ("-_.~!*'()", "marks", "PRE-PATH-1", "Marks of the key do not survive encoding."),
      ("\u{4E2D}/\u{1F600}", "unicode", "PRE-PATH-1", "A key outside ASCII is sent otherwise."),
      ("a/./b/../c", "dot-segments", "PRE-PATH-2", "Dot segments of the path are resolved."),
      ("a//b/", "double-slash", "PRE-PATH-2", "Two slashes of the path become one."),
    ].map { key, slug, clause, comment in
      .presignV4(
        "v4-url-key-\(slug)", "V4-PRE-10", clause, "V4-URI-4", comment: comment
      ) { $0.key = .string(key) }.flagged("encoding", "key")
    }

  private static let parameters: [BuiltCase] = [
    (" a ", "+b+", "blanks-and-plus", "A plus is sent as it is, which a server reads as a space."),
    ("a&b", "c=d#e", "delimiters", "A mark in a parameter divides the query."),
    ("\u{4E2D}", "\u{1F600}", "unicode", "A parameter outside ASCII is sent otherwise."),
    ("a/b", "%2F", "slash-and-percent", "An escape in a parameter is sent as it is."),
    ("a~!*'()", "~!*'()", "marks", "Marks of a parameter do not survive encoding."),
  ].map { name, value, slug, comment in
    .presignV4(
      "v4-url-parameter-\(slug)", "V4-PRE-10", "PRE-QRY-3", "V4-QRY-2", comment: comment
    ) { $0.query = [(.string(name), .string(value))] }.flagged("encoding")
  }

  private static let refusals: [BuiltCase] =
    [
      ("ftp://oss-cn-hangzhou.aliyuncs.com", "other-scheme", "Another scheme than http is taken."),
      ("https://", "no-host", "An endpoint without a host is taken."),
      ("https://oss.example.com/?a=b", "query", "A query of the endpoint reaches the URL."),
      ("https://oss.example.com:0", "port-zero", "The port 0 is taken."),
    ].map { endpoint, slug, comment in
      .presignV4("v4-url-ref-\(slug)", "PRE-REF-4", comment: comment) { $0.endpoint = endpoint }
        .should.refused(.invalidEndpoint)
    } + [
      .presignV4(
        "v4-url-ref-ip-virtual-host", "PRE-REF-5",
        comment: "A bucket is put in front of an IP address because the caller asks for it."
      ) {
        $0.endpoint = "http://192.0.2.1"
        $0.addressing = "virtual-host"
      }.should.refused(.invalidAddressing),
      .presignV4(
        "v4-url-ref-no-scheme", "PRE-REF-6",
        comment: "An endpoint without a scheme is guessed to be http."
      ) { $0.endpoint = "oss-cn-hangzhou.aliyuncs.com" }
      .may("SDKs put a scheme before it: iOS and Python v2 https, oss2 http.")
      .refused(.invalidEndpoint)
      .or("https is put before it.") { $0.endpoint = oss }
      .or("http is put before it.") { $0.endpoint = "http://oss-cn-hangzhou.aliyuncs.com" },
    ]
}
