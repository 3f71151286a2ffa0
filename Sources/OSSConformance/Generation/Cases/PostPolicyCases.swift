internal import OSSPrimitives
internal import OSSVectors

/// Suite `post/policy`: policies that are made of conditions.
enum PostPolicyCases {
  static let all: [BuiltCase] = forms + expirations + conditions + dollars + covers

  private static let forms: [BuiltCase] = [
    .policy(
      "post-pol-form", "POST-POL-4",
      comment: "A policy that is written has blanks, other members first, or no milliseconds."
    ) { $0.conditions = [["bucket": "examplebucket"], ["starts-with", "$key", "user/eric/"]] }
    .open(open).exactly("policy"),
    .policy(
      "post-pol-form-not-ascii", "POST-POL-4",
      comment: "Text outside ASCII stands in a policy as it is."
    ) { $0.conditions = [["key": "\u{4E2D}\u{E9}\u{1F600}\u{7F}\n"]] }
    .open(open).exactly("policy"),
  ]

  private static let open = "OSS takes any JSON; the form is fixed so that two writers agree."

  private static let expirations: [BuiltCase] = [
    (951_827_696, "leap-day", "The expiration is written in another form."),
    (1_702_771_199, "end-of-day", "The expiration is told in local time."),
    (4_102_444_800, "year-2100", "An expiration beyond 2038 overflows."),
  ].map { time, slug, comment in
    .policy("post-pol-expiration-\(slug)", "POST-POL-5", comment: comment) {
      $0.expiration = time
    }.flagged("date")
  }

  private static let conditions: [BuiltCase] = [
    .policy(
      "post-pol-objects", "POST-COND-2", "POST-COND-7",
      comment: "The name of an object gets a dollar sign, or two fields stand in one object."
    ) { $0.conditions = [["bucket": "examplebucket"], ["key": "a/b.txt"], ["acl": "private"]] },
    .policy(
      "post-pol-equal", "POST-COND-3", "POST-COND-7",
      comment: "The name of an array loses its dollar sign."
    ) { $0.conditions = [["eq", "$success_action_status", "201"], ["eq", "$key", ""]] },
    .policy(
      "post-pol-starts-with", "POST-COND-4", comment: "starts-with is written as an equality."
    ) {
      $0.conditions = [
        ["starts-with", "$key", "user/eric/"], ["starts-with", "$x-oss-meta-t", ""],
      ]
    },
    .policy(
      "post-pol-size", "POST-COND-5",
      comment: "The sizes of a range are written as texts, or overflow."
    ) { $0.conditions = [["content-length-range", 0, 5_368_709_120]] },
    .policy(
      "post-pol-lists", "POST-COND-6",
      comment: "A list of values is written as a text, or in is not-in."
    ) {
      $0.conditions = [
        ["in", "$content-type", ["image/jpg", "image/png"]],
        ["not-in", "$cache-control", ["no-cache"]],
      ]
    },
    .policy(
      "post-pol-order", "POST-POL-4",
      comment: "Conditions are sorted, or one that comes twice is dropped."
    ) {
      $0.conditions = [
        ["starts-with", "$key", "b"], ["starts-with", "$key", "a"], ["starts-with", "$key", "b"],
      ]
    }.open(open).exactly("policy"),
  ]

  private static let dollars: [BuiltCase] = [
    .policy(
      "post-pol-dollar-escaped", "POST-COND-8",
      comment: "The backslash before a dollar sign is lost, or written twice."
    ) { $0.conditions = [["eq", "$key", "user/\\${filename}"], ["starts-with", "$a", "\\$\\$"]] }
    .should,
    .policy(
      "post-pol-dollar-bare", "POST-COND-9",
      comment: "A dollar sign without a backslash is dropped, or refused."
    ) { $0.conditions = [["eq", "$key", "a$b"]] }
    .open("The documents call a dollar sign in a value a variable and say no more.")
    .or(
      .answer(
        Answer(members: [
          "policy": .string(
            #"{"expiration":"2023-12-16T17:20:57.000Z","conditions":[["eq","$key","a$b"]]}"#)
        ])), because: "The value is written as it is given."),
  ]

  private static let covers: [BuiltCase] = [
    .policy(
      "post-pol-v4", "POST-V4-5",
      comment: "A policy to be signed with V4 lacks a condition for a field of the signature.",
      isV4: true
    ),
    .policy(
      "post-pol-v4-token", "POST-V4-5",
      comment: "A policy to be signed with V4 has no condition for the token.", isV4: true
    ) { $0.securityToken = "CAIS0Token/+=" }.flagged("token"),
    .policy(
      "post-pol-v4-cloud-box", "POST-V4-5", "POST-V4-2",
      comment: "The condition for the credential has another region or product, or another day.",
      isV4: true
    ) {
      $0.time = 1_702_771_199
      $0.region = "cb-123"
      $0.product = "oss-cloudbox"
    },
    .policy(
      "post-pol-v4-alone", "POST-V4-5",
      comment: "A policy with the conditions of the signature alone is refused.", isV4: true
    ) { $0.conditions = [] },
    .policy(
      "post-pol-v4-form", "POST-V4-8",
      comment: "The conditions of the signature stand first, or in another order.", isV4: true
    ) { $0.securityToken = "CAIS0Token" }.open(open).exactly("policy"),
  ]
}
