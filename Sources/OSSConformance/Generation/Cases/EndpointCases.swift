internal import OSSPrimitives
internal import OSSVectors

/// Suite `v1/presign-endpoints`: how endpoint, bucket and key make the URL, and what is refused.
enum EndpointCases {
  static let all: [BuiltCase] = hosts + paths + refusals + endpointRefusals

  private static let hosts: [BuiltCase] = [
    .presign(
      "v1-url-virtual-host", "PRE-HOST-1", "V1-RES-5",
      comment: "The bucket is not in front of the host."
    ) { $0.addressing = "virtual-host" },
    .presign(
      "v1-url-path-style", "PRE-HOST-2", "V1-RES-5",
      comment: "With path addressing the bucket is in front of the host, or twice in the resource."
    ) { $0.addressing = "path" },
    .presign(
      "v1-url-path-style-bucket", "PRE-PATH-3", "PRE-HOST-2",
      comment: "With path addressing the path of a bucket lacks its slash."
    ) {
      $0.key = .null
      $0.addressing = "path"
    },
    .presign(
      "v1-url-cname", "PRE-HOST-3", "V1-RES-5",
      comment: "With a CNAME the bucket is in the URL, or not in the resource."
    ) {
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
    },
    .presign(
      "v1-url-ipv4", "PRE-HOST-4",
      comment: "The bucket is put in front of an IP address."
    ) { $0.endpoint = "http://192.0.2.1" },
    .presign(
      "v1-url-ipv4-port", "PRE-HOST-4", "PRE-HOST-6",
      comment: "The port hides that the host is an IP address."
    ) { $0.endpoint = "http://192.0.2.1:8080" },
    .presign(
      "v1-url-ipv6", "PRE-HOST-4",
      comment: "The bucket is put in front of an IPv6 address."
    ) { $0.endpoint = "http://[2001:db8::1]:8080" },
    .presign(
      "v1-url-port", "PRE-HOST-6",
      comment: "The port of the endpoint is lost, or the bucket stands behind it."
    ) { $0.endpoint = "http://oss-cn-hangzhou.aliyuncs.com:8080" },
    .presign(
      "v1-url-https-port", "PRE-HOST-6",
      comment: "A port other than 443 makes the scheme http."
    ) { $0.endpoint = "https://oss-cn-hangzhou.aliyuncs.com:8443" },
    .presign(
      "v1-url-http", "PRE-HOST-6",
      comment: "The scheme http becomes https."
    ) { $0.endpoint = "http://oss-cn-hangzhou.aliyuncs.com" },
    .presign(
      "v1-url-upper-case-scheme", "PRE-HOST-6",
      comment: "A scheme in upper case is not known again, and https becomes http."
    ) { $0.endpoint = "HTTPS://oss-cn-hangzhou.aliyuncs.com" },
    .presign(
      "v1-url-four-numbers-too-large", "PRE-HOST-1", "PRE-HOST-4",
      comment: "Four numbers that are no IP address are taken for one."
    ) { $0.endpoint = "http://1.2.3.256" },
    .presign(
      "v1-url-endpoint-slash", "PRE-HOST-1", "PRE-PATH-3",
      comment: "A slash at the end of the endpoint is doubled."
    ) { $0.endpoint = "https://oss-cn-hangzhou.aliyuncs.com/" },
    .presign(
      "v1-url-path-prefix", "PRE-HOST-7", "V1-RES-5",
      comment: "A path of the endpoint is lost, or signed."
    ) { $0.endpoint = "https://gateway.example.com/oss" }.should,
    .presign(
      "v1-url-path-prefix-path-style", "PRE-HOST-7", "PRE-HOST-2",
      comment: "The bucket stands before the path of the endpoint."
    ) {
      $0.endpoint = "https://gateway.example.com/a/b/"
      $0.addressing = "path"
    }.should,
    .presign(
      "v1-url-cname-with-token", "PRE-HOST-3", "PRE-TOK-1",
      comment: "With a CNAME and a token one of the two is not in the string to sign."
    ) {
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
      $0.securityToken = "CAIS0Token"
    },
  ]

  private static let keyTable: [(key: String, slug: String, comment: String)] = [
    ("dir/sub/file.bin", "slashes", "The slashes of a key are lost."),
    ("a b", "space", "A space in a key is sent as a plus."),
    ("a+b", "plus", "A plus in a key is sent as it is."),
    ("%41", "percent", "A percent sign in a key is not encoded."),
    ("a%2Fb", "encoded-slash", "An encoded slash in a key is decoded."),
    ("a?b#c", "delimiters", "A question mark or number sign in a key ends the path."),
    ("-_.~!*'()", "marks", "Marks in a key do not survive encoding."),
    ("\u{4E2D}\u{6587}/\u{1F600}.png", "unicode", "A key outside ASCII is encoded wrongly."),
    ("a\\b\"<>", "unsafe", "Characters that URLs do not allow are sent as they are."),
    ("=&;,:@$", "reserved", "Reserved characters in a key change the path."),
  ]

  private static let paths: [BuiltCase] =
    keyTable.map { entry in
      .presign("v1-url-key-\(entry.slug)", "PRE-PATH-1", "V1-RES-4", comment: entry.comment) {
        $0.key = .string(entry.key)
      }.flagged("encoding", "key")
    } + [
      .presign(
        "v1-url-key-dot-segments", "PRE-PATH-2",
        comment: "Dot segments in the path are resolved."
      ) { $0.key = "a/./b/../c" }.flagged("key"),
      .presign(
        "v1-url-key-double-slash", "PRE-PATH-2",
        comment: "Two slashes in the path become one."
      ) { $0.key = "a//b/" }.flagged("key"),
      .presign(
        "v1-url-key-zero", "PRE-PATH-1", "V1-RES-3",
        comment: "The key 0 is dropped."
      ) { $0.key = "0" }.flagged("key", "zero"),
    ]

  private static let refusals: [BuiltCase] =
    ["OSSAccessKeyId", "Expires", "Signature"].map { name in
      .presign(
        "v1-pre-ref-parameter-\(name.lowercased())", "PRE-REF-1",
        comment: "A parameter \(name) of the caller stands in the URL beside that of the signature."
      ) { $0.query = [(.string(name), "1")] }.should.refused(.reservedParameter)
    } + [
      .presign(
        "v1-pre-ref-two-tokens", "PRE-REF-1",
        comment: "Two security-token parameters stand in the URL."
      ) {
        $0.query = [("security-token", "CAIS0Callers")]
        $0.securityToken = "CAIS0Token"
      }.should.refused(.reservedParameter),
      .presign(
        "v1-pre-ref-token-header", "PRE-REF-2",
        comment: "A token is asked for as a header of a presigned URL."
      ) { $0.headers = [("x-oss-security-token", "CAIS0Callers")] }
      .should.refused(
        .reservedHeader,
        by:
          "Alibaba Cloud OSS, error 400: Security-token must be provided by query string parameter."
      ),
      .presign(
        "v1-pre-ref-expires-negative", "PRE-REF-3",
        comment: "An expiry before 1970 is signed."
      ) { $0.expires = -1 }.should.refused(.invalidExpires),
      .presign(
        "v1-pre-ref-expires-milliseconds", "PRE-REF-3",
        comment: "An expiry in milliseconds is signed."
      ) { $0.expires = 1_702_747_257_000 }.should.refused(.invalidExpires),
      .presign(
        "v1-pre-ref-empty-secret", "V1-REF-2",
        comment: "A URL is signed with an empty secret."
      ) { $0.accessKeySecret = "" }.refused(.missingSecret),
      .presign(
        "v1-pre-ref-header-injection", "V1-REF-5",
        comment: "A URL is signed for a header that cannot be sent."
      ) { $0.headers = [("x-oss-meta-a", "v\r\nx-oss-acl:public-read")] }
      .refused(.invalidHeaderValue),
      .presign(
        "v1-pre-ref-token-line-feed", "V1-REF-6",
        comment: "A token with a line feed at its end is sent as %0A."
      ) { $0.securityToken = "CAIS0Token\n" }.refused(.invalidSecurityToken),
      .presign(
        "v1-url-ref-no-scheme", "PRE-REF-6",
        comment: "The scheme of an endpoint is guessed."
      ) { $0.endpoint = "oss-cn-hangzhou.aliyuncs.com" }
      .may("SDKs complete the scheme, each with its own.").refused(.invalidEndpoint),
      .presign(
        "v1-url-ref-virtual-host-ip", "PRE-REF-5",
        comment: "The bucket is put in front of an IP address because the caller asks for it."
      ) {
        $0.endpoint = "http://192.0.2.1"
        $0.addressing = "virtual-host"
      }.should.refused(.invalidAddressing),
    ]

  private static let endpointRefusals: [BuiltCase] = [
    ("ftp://oss-cn-hangzhou.aliyuncs.com", "other-scheme", "Another scheme than http is taken."),
    ("https://", "no-host", "An endpoint without a host is taken."),
    ("https:///path", "path-only", "An endpoint with a path alone is taken."),
    ("https://a..example", "empty-label", "A host with an empty label is taken."),
    ("https://oss example.com", "space", "A host with a space is taken."),
    (
      "https://user@oss.example.com", "user", "The user information of an endpoint reaches the URL."
    ),
    ("https://oss.example.com:0", "port-zero", "The port 0 is taken."),
    ("https://oss.example.com:65536", "port-too-large", "A port over 65535 is taken."),
    ("https://oss.example.com:http", "port-name", "A port that is not a number is taken."),
    (
      "https://oss.example.com/?a=b", "query",
      "A query of the endpoint comes before that of the URL."
    ),
    ("https://oss.example.com/#a", "fragment", "A fragment of the endpoint swallows the query."),
    ("", "empty", "An empty endpoint is taken."),
  ].map { endpoint, slug, comment in
    .presign("v1-url-ref-\(slug)", "PRE-REF-4", comment: comment) { $0.endpoint = endpoint }
      .should.refused(.invalidEndpoint)
  }
}
