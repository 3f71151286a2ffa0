internal import OSSPrimitives
internal import OSSVectors

/// Vectors of calls that are not signed, and of parameters that STS would refuse.
enum STSRefusalCases {
  static let all: [BuiltCase] =
    calls + credentials + arns + names + durations + policies + externalIDs

  private static let calls: [BuiltCase] = [
    .rpc("reserved-action", "RPC-REF-1", comment: "The action stands twice in the call.") {
      $0.parameters.append(("Action", "GetCallerIdentity"))
    }.shouldRefuse(.reservedParameter),
    .rpc("reserved-signature", "RPC-REF-1", comment: "A signature of the caller's is signed.") {
      $0.parameters.append(("Signature", "x"))
    }.shouldRefuse(.reservedParameter),
    .rpc("reserved-timestamp", "RPC-REF-1", comment: "The call has two times.") {
      $0.parameters.append(("Timestamp", "2015-09-01T05:57:34Z"))
    }.shouldRefuse(.reservedParameter),
    .rpc("reserved-token", "RPC-REF-1", comment: "A token beside the credentials is signed.") {
      $0.parameters.append(("SecurityToken", "CAISexample"))
    }.shouldRefuse(.reservedParameter),
    .rpc("repeated-parameter", "RPC-REF-2", comment: "One of two values is signed, or both.") {
      $0.parameters.append(("RoleSessionName", "other"))
    }.shouldRefuse(.duplicateParameter),
    .rpc("repeated-with-the-same-value", "RPC-REF-2", comment: "The same value is sent twice.") {
      $0.parameters.append(("RoleSessionName", "app"))
    }.shouldRefuse(.duplicateParameter),
    .rpc("action-empty", "RPC-REF-3", comment: "A call of nothing is signed.") {
      $0.action = ""
    }.shouldRefuse(.invalidQueryParameter),
    .rpc("version-empty", "RPC-REF-3", comment: "A call without a version is signed.") {
      $0.version = ""
    }.shouldRefuse(.invalidQueryParameter),
    .rpc("name-empty", "RPC-REF-3", comment: "A parameter without a name is signed.") {
      $0.parameters.append(("", "v"))
    }.shouldRefuse(.invalidQueryParameter),
    .rpc("nonce-empty", "RPC-REF-4", comment: "A call without a nonce is signed.") {
      $0.nonce = ""
    }.shouldRefuse(.invalidNonce),
    .rpc("endpoint-with-path", "RPC-REF-5", comment: "A path is sent that is not signed.") {
      $0.endpoint = "https://example.com/sts"
    }.shouldRefuse(.invalidEndpoint),
    .complete(
      "endpoint-with-path", "RPC-REF-5",
      comment: "The path of an endpoint is lost where the parameters are signed as they stand.",
      endpoint: "https://example.com/sts", [("Action", "GetCallerIdentity")]
    ).shouldRefuse(.invalidEndpoint),
  ]

  private static let credentials: [BuiltCase] = [
    .rpc("id-empty", "RPC-REF-6", comment: "An empty access key ID signs.") {
      $0.accessKeyID = ""
    }.shouldRefuse(.missingAccessKeyID),
    .rpc("secret-empty", "RPC-REF-6", comment: "An empty secret signs.") {
      $0.accessKeySecret = ""
    }.shouldRefuse(.missingSecret),
    .rpc("id-with-line-end", "RPC-REF-6", comment: "A line end after an ID is signed.") {
      $0.accessKeyID = "exampleAccessKeyID00\n"
    }.shouldRefuse(.invalidAccessKeyID),
    .rpc("token-with-line-end", "RPC-REF-6", comment: "A line end in a token is signed.") {
      $0.securityToken = "CAIS\nexample"
    }.shouldRefuse(.invalidSecurityToken),
    .complete(
      "secret-empty", "RPC-REF-6",
      comment: "An empty secret signs parameters that stand as they are.",
      credentials: ["accessKeySecret": ""], [("Action", "GetCallerIdentity")]
    ).shouldRefuse(.missingSecret),
  ]

  private static func arn(
    _ slug: String, _ arn: String, _ comment: String
  ) -> BuiltCase {
    .role("arn-\(slug)", "ROLE-REF-1", comment: comment, ["roleArn": .string(arn)])
      .shouldRefuse(.invalidRoleARN)
  }

  private static let arns: [BuiltCase] = [
    arn("empty", "", "No role at all is asked for."),
    arn("name-alone", "oss", "The name of a role is taken for its ARN."),
    arn("of-user", "acs:ram::1234567890123:user/app", "A user is taken for a role."),
    arn("without-account", "acs:ram:::role/oss", "An account is not asked for."),
    arn("account-letters", "acs:ram::12345678901ab:role/oss", "An account ID may have letters."),
    arn("capitals", "ACS:RAM::1234567890123:role/oss", "The case of letters is not looked at."),
    arn("name-empty", "acs:ram::1234567890123:role/", "The name of a role may be empty."),
    arn(
      "name-65-characters",
      "acs:ram::1234567890123:role/" + String(repeating: "r", count: 65),
      "The name of a role may have any length."),
    arn("name-with-slash", "acs:ram::1234567890123:role/a/b", "A role may have a path."),
    arn("with-space", "acs:ram::1234567890123:role/oss ", "Blanks at the end are trimmed."),
  ]

  private static func name(
    _ slug: String, _ name: String, _ comment: String
  ) -> BuiltCase {
    .role("session-\(slug)", "ROLE-REF-2", comment: comment, ["roleSessionName": .string(name)])
      .shouldRefuse(.invalidSessionName)
  }

  private static let names: [BuiltCase] = [
    name("empty", "", "A session needs no name."),
    name("1-character", "a", "A session name of one character is sent."),
    name("65-characters", String(repeating: "s", count: 65), "A session name has any length."),
    name("with-space", "an app", "A space in a session name is sent."),
    name("with-slash", "app/1", "A slash in a session name is sent."),
    name("other-script", "\u{5E94}\u{7528}", "Letters of other scripts are sent."),
  ]

  private static func duration(
    _ slug: String, _ seconds: Int64, maximum: Int64? = nil, _ comment: String
  ) -> BuiltCase {
    var members: JSONObject = ["durationSeconds": .number(JSONNumber(seconds))]
    members["roleMaximumSeconds"] = maximum.map { .number(JSONNumber($0)) }
    return .role("duration-\(slug)", "ROLE-REF-3", comment: comment, members)
      .shouldRefuse(.invalidDuration)
  }

  private static let durations: [BuiltCase] = [
    duration("899", 899, "A session of less than 15 minutes is asked for."),
    duration("0", 0, "Zero is taken for no duration."),
    duration("negative", -3600, "A negative duration is sent."),
    duration("43201", 43_201, "More than any role allows is asked for."),
    duration(
      "above-role", 7201, maximum: 7200, "More than this role allows is asked for."),
    duration("role-below-an-hour", 900, maximum: 3599, "A role may allow less than an hour."),
    duration("role-above-12-hours", 900, maximum: 43_201, "A role may allow more than 12 hours."),
  ]

  private static func policy(
    _ slug: String, _ clause: String, _ policy: JSONValue, _ comment: String
  ) -> BuiltCase {
    .role("policy-\(slug)", clause, comment: comment, ["policy": policy])
      .shouldRefuse(.invalidPolicy)
  }

  private static let policies: [BuiltCase] = [
    policy("empty", "ROLE-REF-4", "", "An empty policy is taken for none."),
    policy(
      "2049-characters", "ROLE-REF-4", AssumeRoleCases.policy(ofLength: 2049),
      "A policy has any length."),
    policy("not-json", "ROLE-REF-5", "Allow oss:*", "Any text is sent as a policy."),
    policy("array", "ROLE-REF-5", "[]", "Any JSON is sent as a policy."),
    policy("text", "ROLE-REF-5", "\"{}\"", "A policy that was escaped once more is sent."),
    policy("cut", "ROLE-REF-5", "{\"Version\":\"1\"", "A policy that ends early is sent."),
    policy("two", "ROLE-REF-5", "{}{}", "What follows the object is not looked at."),
    policy(
      "name-twice", "ROLE-REF-5", #"{"Version":"1","Version":"2"}"#,
      "Of a name that stands twice one value is taken."),
    policy(
      "half-a-pair", "ROLE-REF-5", #"{"Version":"\ud83d"}"#,
      "Half of a surrogate pair is taken for a character."),
    policy(
      "65-levels", "ROLE-REF-5", AssumeRoleCases.policy(ofLevels: 65),
      "A policy has any depth, or the outermost object is not counted."),
  ]

  private static func externalID(
    _ slug: String, _ text: String, _ comment: String
  ) -> BuiltCase {
    .role("external-id-\(slug)", "ROLE-REF-6", comment: comment, ["externalId": .string(text)])
      .shouldRefuse(.invalidExternalID)
  }

  private static let externalIDs: [BuiltCase] = [
    externalID("empty", "", "An empty external ID is taken for none."),
    externalID("1-character", "a", "An external ID of one character is sent."),
    externalID(
      "1225-characters", String(repeating: "x", count: 1225), "An external ID has any length."),
    externalID("with-space", "a b", "A space in an external ID is sent."),
    externalID("other-script", "\u{E9}\u{E9}", "Letters outside ASCII are sent."),
  ]
}
