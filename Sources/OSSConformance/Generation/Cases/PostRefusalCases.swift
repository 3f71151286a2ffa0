internal import OSSPrimitives
internal import OSSVectors

/// Suite `post/refusals`: what is no policy, and what nobody signs with.
enum PostRefusalCases {
  static let all: [BuiltCase] = policies + expirations + conditions + made + signers + times

  private static let policies: [BuiltCase] = [
    policy(
      "an-array", "POST-POL-3", "The conditions alone are taken for a policy.",
      #"[{"bucket":"examplebucket"}]"#),
    policy(
      "no-conditions", "POST-POL-3", "A policy need not have conditions.",
      #"{"expiration":"2023-12-16T17:20:57Z"}"#),
    policy(
      "empty-conditions", "POST-POL-3", "A policy may have an empty list of conditions.",
      #"{"expiration":"2023-12-16T17:20:57Z","conditions":[]}"#),
    policy(
      "trailing-comma", "POST-POL-3", "A comma behind the last condition is passed over.",
      #"{"expiration":"2023-12-16T17:20:57Z","conditions":[{"bucket":"examplebucket"},]}"#),
  ]

  private static let expirations: [BuiltCase] = [
    ("no-zone", "2023-12-16T17:20:57.000", "A time without a zone is taken for one in UTC."),
    ("offset", "2023-12-17T01:20:57+08:00", "A time of another zone is taken."),
    ("small-z", "2023-12-16T17:20:57z", "A small z is taken for the mark of UTC."),
  ].map { slug, time, comment in
    policy(
      "expiration-\(slug)", "POST-POL-5", comment,
      "{\"expiration\":\"\(time)\",\"conditions\":[{\"bucket\":\"examplebucket\"}]}")
  }

  private static let conditions: [BuiltCase] = [
    condition("a-text", "POST-COND-1", "A condition that is a text is passed over.", "bucket"),
    condition("a-number", "POST-COND-1", "A condition that is a number is passed over.", 1),
    condition(
      "two-members", "POST-COND-2", "An object may have several members.",
      ["key": "a", "acl": "private"]),
    condition("no-member", "POST-COND-2", "An object may have no member.", [:] as JSONValue),
    condition(
      "text-for-list", "POST-COND-6", "A text is taken for a list of one.",
      ["in", "$key", "a"]),
    condition(
      "array-without-dollar", "POST-COND-7", "The name of an array needs no dollar sign.",
      ["eq", "key", "a"]),
    condition(
      "object-with-dollar", "POST-COND-7", "The name of an object may have a dollar sign.",
      ["$key": "a"]),
    condition(
      "no-name", "POST-REF-1", "A condition needs no name.", ["eq", "$", "a"]
    ).should,
    condition(
      "unknown-match", "POST-REF-1", "A way to match that OSS does not have is passed over.",
      ["ends-with", "$key", "a"]
    ).should,
    condition(
      "three-elements", "POST-REF-1", "An element too many is passed over.",
      ["eq", "$key", "a", "b"]
    ).should,
    condition(
      "number-for-text", "POST-REF-1", "A number is taken for a text.", ["eq", "$key", 1]
    ).should,
    condition(
      "texts-for-sizes", "POST-REF-1", "Texts are taken for the sizes of a range.",
      ["content-length-range", "1", "10"]
    ).should,
    condition(
      "negative-size", "POST-REF-1", "A range may begin below zero.",
      ["content-length-range", -1, 10]
    ).should,
    condition(
      "range-reversed", "POST-REF-1", "A range may end before it begins.",
      ["content-length-range", 10, 1]
    ).should,
    condition(
      "empty-list", "POST-REF-1", "A list of values may be empty.", ["in", "$key", [] as JSONValue]
    ).should,
  ]

  private static let made: [BuiltCase] = [
    .policy(
      "post-ref-made-of-nothing", "POST-POL-3", comment: "A policy without conditions is written."
    ) { $0.conditions = [] }.refused(.invalidPolicy),
    .policy(
      "post-ref-made-of-a-text", "POST-COND-1", comment: "A condition that is a text is written."
    ) { $0.conditions.append("bucket") }.refused(.invalidPolicy),
    .policy(
      "post-ref-made-reversed", "POST-REF-1",
      comment: "A range that ends before it begins is written."
    ) { $0.conditions.append(["content-length-range", 10, 1]) }.should.refused(.invalidPolicy),
  ]

  private static let signers: [BuiltCase] =
    [
      .formV1(
        "post-ref-v1-empty-secret", "POST-REF-2", comment: "An empty secret signs a form with V1."
      ) { $0.accessKeySecret = "" }.should.refused(.missingSecret),
      .formV4(
        "post-ref-v4-empty-id", "POST-REF-2",
        comment: "A form is signed with V4 for an empty access key ID."
      ) { $0.accessKeyID = "" }.should.refused(.missingAccessKeyID),
      .formV1(
        "post-ref-token-line-feed", "POST-REF-2",
        comment: "A line feed, as read from a file, stays at the end of the token of a form."
      ) { $0.securityToken = "CAIS0Token\n" }.should.refused(.invalidSecurityToken),
    ]
    + [
      ("oss-cn-hangzhou", "endpoint", "The beginning of a host name is taken for the region."),
      ("", "empty", "An empty region is signed."),
      ("cn hangzhou", "space", "A region with a space is signed."),
    ].map { region, slug, comment in
      .formV4("post-ref-region-\(slug)", "POST-REF-3", comment: comment) {
        $0.region = .string(region)
      }.should.refused(.invalidRegion)
    } + [
      .formV4(
        "post-ref-product", "POST-REF-3", comment: "A product with a slash is signed."
      ) { $0.product = "oss/x" }.should.refused(.invalidProduct)
    ]

  private static let times: [BuiltCase] = [
    .check(
      "post-ref-clock-milliseconds", "POST-REF-4", comment: "A clock in milliseconds is taken."
    ) { $0.now = 1_702_743_657_000 }.refusedWhole(.invalidTime).should,
    .policy(
      "post-ref-expiration-milliseconds", "POST-REF-4",
      comment: "An expiration in milliseconds is written."
    ) { $0.expiration = 1_702_747_257_000 }.should.refused(.invalidTime),
    .formV4(
      "post-ref-time-milliseconds", "POST-REF-4", comment: "A time in milliseconds is signed."
    ) { $0.time = 1_702_743_657_000 }.should.refused(.invalidTime),
  ]

  private static func policy(
    _ slug: String, _ clause: String, _ comment: String, _ policy: String
  ) -> BuiltCase {
    .check("post-ref-\(slug)", clause, comment: comment) { $0.policy = .string(policy) }
      .refusedPolicy
  }

  private static func condition(
    _ slug: String, _ clause: String, _ comment: String, _ condition: JSONValue
  ) -> BuiltCase {
    .check("post-ref-\(slug)", clause, comment: comment) { $0.conditions = [condition] }
      .refusedPolicy
  }
}

extension BuiltCase {
  /// The case as one of which the policy is refused, so that nothing is checked.
  fileprivate var refusedPolicy: BuiltCase { refusedWhole(.invalidPolicy) }

  /// The case as one that is refused, so that nothing is checked.
  fileprivate func refusedWhole(_ errorClass: ErrorClass) -> BuiltCase {
    var result = refused(errorClass)
    result.stated = nil
    return result
  }
}
