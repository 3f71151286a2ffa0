internal import OSSPrimitives
internal import OSSVectors

/// Vectors of the parameters of AssumeRole that are good.
enum AssumeRoleCases {
  static let all: [BuiltCase] =
    [
      .role(
        "required", "ROLE-PAR-1", "ROLE-PAR-2",
        comment: "The action or the version is another one, or a parameter is sent unasked."),
      .role(
        "all", "ROLE-PAR-2", comment: "A parameter that is given is not sent, or by another name.",
        [
          "durationSeconds": 1800, "roleMaximumSeconds": 3600,
          "policy": #"{"Version":"1","Statement":[]}"#, "externalId": "example:id/0",
        ]),
      .role(
        "duration", "ROLE-PAR-2", comment: "The duration is sent in minutes, or not at all.",
        ["durationSeconds": 3599]),
      .role(
        "policy", "ROLE-PAR-2", comment: "The policy is sent in another form than it was given.",
        ["policy": " { \"Version\" : \"1\", \"b\": 1, \"a\": [\"\\u00e9\"] }\n"]),
      .role(
        "external-id", "ROLE-PAR-2", comment: "The external ID has another name.",
        ["externalId": "ab"]),
    ] + arns + names + durations + policies + externalIDs

  private static let arns: [BuiltCase] = [
    .role(
      "arn-one-letter", "ROLE-REF-1", comment: "A role of a short name is refused.",
      ["roleArn": "acs:ram::1:role/a"]
    ).should,
    .role(
      "arn-64-characters", "ROLE-REF-1", comment: "A role of the longest name is refused.",
      ["roleArn": .string("acs:ram::1234567890123456:role/" + String(repeating: "r", count: 64))]
    ).should,
    .role(
      "arn-punctuation", "ROLE-REF-1",
      comment: "A full stop, a hyphen or an underscore in the name of a role is refused.",
      ["roleArn": "acs:ram::1234567890123:role/Aliyun.oss-read_9"]
    ).should,
  ]

  private static let names: [BuiltCase] = [
    .role(
      "session-2-characters", "ROLE-REF-2", comment: "The shortest session name is refused.",
      ["roleSessionName": "ab"]
    ).should,
    .role(
      "session-33-characters", "ROLE-REF-2",
      comment: "A session name of more than 32 characters is refused, as it was until 2021.",
      ["roleSessionName": .string(String(repeating: "s", count: 33))]
    ).should,
    .role(
      "session-64-characters", "ROLE-REF-2", comment: "The longest session name is refused.",
      ["roleSessionName": .string(String(repeating: "s", count: 64))]
    ).should,
    .role(
      "session-punctuation", "ROLE-REF-2",
      comment: "An at sign, a full stop, a hyphen or an underscore is refused.",
      ["roleSessionName": "a.user@example-1_2"]
    ).should,
  ]

  private static let durations: [BuiltCase] = [
    .role(
      "duration-900", "ROLE-REF-3", comment: "The shortest duration is refused.",
      ["durationSeconds": 900]
    ).should,
    .role(
      "duration-3601", "ROLE-REF-3",
      comment: "More than an hour is refused, though the role may allow it.",
      ["durationSeconds": 3601]
    ).should,
    .role(
      "duration-of-role", "ROLE-REF-3", comment: "The most that the role allows is refused.",
      ["durationSeconds": 7200, "roleMaximumSeconds": 7200]
    ).should,
    .role(
      "duration-43200", "ROLE-REF-3", comment: "The most that any role allows is refused.",
      ["durationSeconds": 43_200, "roleMaximumSeconds": 43_200]
    ).should,
  ]

  /// A policy of so many characters.
  static func policy(ofLength count: Int, character: String = "a") -> JSONValue {
    .string("{\"a\":\"" + String(repeating: character, count: count - 8) + "\"}")
  }

  /// A policy of so many objects and arrays, each in the one before it.
  static func policy(ofLevels count: Int) -> JSONValue {
    let (open, close) = ("[", "]")
    return .string(
      "{\"a\":" + String(repeating: open, count: count - 1)
        + String(repeating: close, count: count - 1) + "}")
  }

  private static let policies: [BuiltCase] = [
    .role(
      "policy-64-levels", "ROLE-REF-5", comment: "A policy of the greatest depth is refused.",
      ["policy": policy(ofLevels: 64)]
    ).should,
    .role(
      "policy-shortest", "ROLE-REF-4", comment: "An empty object is refused.", ["policy": "{}"]
    ).should,
    .role(
      "policy-1025-characters", "ROLE-REF-4",
      comment: "A policy of more than 1024 characters is refused, as it was until 2021.",
      ["policy": policy(ofLength: 1025)]
    ).should,
    .role(
      "policy-2048-characters", "ROLE-REF-4", comment: "The longest policy is refused.",
      ["policy": policy(ofLength: 2048)]
    ).should,
    .role(
      "policy-2048-characters-of-4-bytes", "ROLE-REF-4",
      comment: "The length of a policy is counted in bytes, or in units of UTF-16.",
      ["policy": policy(ofLength: 2048, character: "\u{1F600}")]
    ).should,
  ]

  private static let externalIDs: [BuiltCase] = [
    .role(
      "external-id-2-characters", "ROLE-REF-6", comment: "The shortest external ID is refused.",
      ["externalId": "a1"]
    ).should,
    .role(
      "external-id-1224-characters", "ROLE-REF-6", comment: "The longest external ID is refused.",
      ["externalId": .string(String(repeating: "x", count: 1224))]
    ).should,
    .role(
      "external-id-punctuation", "ROLE-REF-6",
      comment: "One of the characters that an external ID may have is refused.",
      ["externalId": "_=+,.@:/-"]
    ).should,
  ]
}
