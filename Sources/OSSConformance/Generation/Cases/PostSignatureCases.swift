internal import OSSPrimitives
internal import OSSVectors

/// Suite `post/signature-v1`: forms that are signed with V1.
enum PostSignatureCases {
  static let all: [BuiltCase] = texts + signatures + fields

  /// Policies that another writer of JSON writes otherwise, with what goes wrong.
  static let writings: [(slug: String, policy: String, comment: String)] = [
    (
      "spaces",
      "{ \"expiration\": \"2023-12-16T17:20:57.000Z\",\n  \"conditions\": "
        + "[ {\"bucket\": \"b\"} ] }\n",
      "White space of a policy is taken out."
    ),
    (
      "line-ends",
      "{\"expiration\":\"2023-12-16T17:20:57Z\",\r\n\"conditions\":[{\"bucket\":\"b\"}]}\r\n",
      "The line ends of a policy are changed."
    ),
    (
      "slashes",
      #"{"expiration":"2023-12-16T17:20:57.000Z","conditions":[["starts-with","$key","a\/b"]]}"#,
      "A slash with a backslash is written without it."
    ),
    (
      "unicode",
      "{\"expiration\":\"2023-12-16T17:20:57.000Z\",\"conditions\":[{\"key\":\"e\u{301}\u{4E2D}\"}]}",
      "Text outside ASCII is escaped, or normalized."
    ),
    (
      "order",
      #"{"conditions":[{"key":"a"}],"expiration":"2023-12-16T17:20:57.000Z"}"#,
      "The members of a policy are written in another order."
    ),
  ]

  private static let texts: [BuiltCase] =
    writings.map { slug, policy, comment in
      .formV1("post-v1-as-given-\(slug)", "POST-POL-2", "POST-POL-1", comment: comment) {
        $0.policy = .string(policy)
      }
    } + [
      .formV1(
        "post-v1-base64", "POST-POL-1", "POST-V1-1",
        comment: "The text of a policy has line ends, no padding, or the alphabet of URLs."
      ) { $0.conditions = [["key": "\u{BF}\u{FF}>>>???~~~/+"], ["x-oss-meta-a": "1234"]] },
      .formV1(
        "post-v1-old-java", "POST-POL-1", "POST-POL-2",
        comment: "A policy of an older test of the SDK for Java has another text."
      ) {
        $0.policy = .string(
          #"{"expiration":"2015-03-19T03:44:06.476Z","conditions":[{"bucket":"oss-test2"},"#
            + #"["eq","$key","user/eric/\${filename}"],["starts-with","$key","user/eric"],"#
            + #"["starts-with","$x-oss-meta-tag","dummy_etag"],["content-length-range",1,1024]]}"#)
      },
    ]

  private static let signatures: [BuiltCase] = [
    .formV1(
      "post-v1-signature", "POST-V1-1",
      comment: "The bytes of the policy are signed instead of their base64 text, or with SHA-256."
    ),
    .formV1(
      "post-v1-secret-not-ascii", "POST-V1-1", comment: "The secret is taken as Latin-1."
    ) { $0.accessKeySecret = "s\u{E9}cret-\u{4E2D}" },
  ]

  private static let fields: [BuiltCase] = [
    .formV1(
      "post-v1-fields", "POST-V1-2",
      comment: "A field of the signature has another name, or is missing."
    ),
    .formV1(
      "post-v1-token", "POST-V1-3",
      comment: "The token is not a field of the form, or under the name that URLs use."
    ) { $0.securityToken = "CAIS0Token/+=" }.flagged("token"),
  ]
}

/// Suite `post/signature-v4`: forms that are signed with V4.
enum PostSignatureV4Cases {
  static let all: [BuiltCase] = fields + texts + keys

  private static let fields: [BuiltCase] = [
    .formV4(
      "post-v4-fields", "POST-V4-1", "POST-V4-2",
      comment: "A field of the signature has another name or value, or is missing."
    ),
    .formV4(
      "post-v4-end-of-day", "POST-V4-2", "POST-V4-4",
      comment: "The credential has the date of another time zone."
    ) { $0.time = 1_702_771_199 }.flagged("date"),
    .formV4(
      "post-v4-cloud-box", "POST-V4-2", "POST-V4-4",
      comment: "The credential has the product oss, whatever is asked for."
    ) {
      $0.region = "cb-123"
      $0.product = "oss-cloudbox"
    },
    .formV4(
      "post-v4-token", "POST-V4-7",
      comment: "The token is not a field of the form, or under the name that V1 uses in URLs."
    ) { $0.securityToken = "CAIS0Token/+=" }.flagged("token"),
  ]

  private static let texts: [BuiltCase] = [
    .formV4(
      "post-v4-signature", "POST-V4-3",
      comment: "A string of four lines is signed, or the signature is written in base64."
    ),
    .formV4(
      "post-v4-documents", "POST-V4-3", "POST-POL-2",
      comment: "The policy on the page of the documents is signed otherwise."
    ) { $0.policy = .string(documented) },
    .formV4(
      "post-v4-line-ends", "POST-POL-2",
      comment: "The line end behind a policy is taken off."
    ) { $0.policy = .string(PostSignatureCases.writings[1].policy) },
  ]

  private static let documented = """
    {
      "expiration": "2023-12-03T13:00:00.000Z",
      "conditions": [
        {"bucket": "examplebucket"},
        {"x-oss-signature-version": "OSS4-HMAC-SHA256"},
        {"x-oss-credential": "AKIDEXAMPLE/20231203/cn-hangzhou/oss/aliyun_v4_request"},
        {"x-oss-date": "20231203T121212Z"},
        ["content-length-range", 1, 10],
        ["eq", "$success_action_status", "201"],
        ["starts-with", "$key", "user/eric/"],
        ["in", "$content-type", ["image/jpg", "image/png"]],
        ["not-in", "$cache-control", ["no-cache"]]
      ]
    }
    """

  private static let keys: [BuiltCase] = [
    .formV4(
      "post-v4-key", "POST-V4-4",
      comment: "The key is the secret, lacks its prefix, or takes the steps in another order."
    ) { $0.region = "ap-southeast-1" },
    .formV4(
      "post-v4-key-long-secret", "POST-V4-4",
      comment: "A secret of more than a block is cut."
    ) { $0.accessKeySecret = .string(String(repeating: "0123456789abcdef", count: 5)) },
    .formV4(
      "post-v4-key-before-2000", "POST-V4-4", "POST-V4-1",
      comment: "The date of a key has a year of two digits."
    ) { $0.time = 915_148_799 }.flagged("date"),
  ]
}
