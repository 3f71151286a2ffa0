/// What answers of STS say.
extension AnswerRule {
  static let ofSTS: [AnswerRule] = [
    AnswerRule(
      "role-arn-malformed", "The ARN of the role is malformed.",
      codes: ["InvalidParameter.RoleArn"], phrases: ["parameter rolearn is wrongly formed"],
      change: "Copy the ARN from the page of the role in the RAM console: "
        + "acs:ram::<account>:role/<name>."),
    // "No permission perform sts:AssumeRole … or the specified role does not exist"
    AnswerRule(
      "role-may-not-be-assumed",
      "The RAM user may not assume the role, the role does not trust it, or there is no such role.",
      phrases: ["no permission perform", "not authorized to do this action"],
      change: "Give the user the policy AliyunSTSAssumeRoleAccess, name the account of the user in "
        + "the trust policy of the role, and check the ARN."),
    AnswerRule(
      "role-unknown", "There is no such role.", codes: ["EntityNotExist.Role"],
      phrases: ["the role not exists", "role does not exist", "specified role not exist"],
      change: "Check the account and the name in the ARN; names differ by their case."),
    AnswerRule(
      "root-may-not-assume", "The access key is one of the account itself, which assumes no role.",
      codes: ["NoPermission"], with: "root accounts", phrases: ["assumed by root accounts"],
      change: "Call AssumeRole with the key of a RAM user that has AliyunSTSAssumeRoleAccess."),
    AnswerRule(
      "role-session-name-malformed", "The name of the session of the role is malformed.",
      codes: ["InvalidParameter.RoleSessionName"],
      phrases: ["parameter rolesessionname is wrongly formed"],
      change: "Take 2 to 64 letters, digits, and . @ - _ alone."),
    AnswerRule(
      "duration-out-of-range",
      "The credentials are to be valid for longer or shorter than allowed.",
      codes: ["InvalidParameter.DurationSeconds"], phrases: ["value of durationseconds"],
      change: "Ask for 900 seconds up to the maximum of the role, which is 3600 unless the RAM "
        + "console says more."),
    AnswerRule(
      "session-policy-malformed", "The policy that is given with AssumeRole is malformed.",
      codes: [
        "InvalidParameter.PolicyGrammar", "InvalidParameter.PolicySize",
        "MalformedPolicyDocument",
      ], phrases: ["not passed grammar check"],
      change: "Leave it out, or write it as a policy of RAM in JSON of at most 2048 characters, "
        + "with the resources as acs:oss:*:*:<bucket>/*."),
    AnswerRule(
      "nonce-used", "The same signed call was sent before.",
      codes: ["SignatureNonceUsed"], phrases: ["signature nonce was used", "nonce is used"],
      change: "Make a new SignatureNonce and sign again for each call, also for a retry; use "
        + "random bytes, not the clock."),
    AnswerRule(
      "identity-token-refused", "STS does not accept the token of the identity provider.",
      codes: [
        "AuthenticationFail.OIDCToken", "AuthenticationFail.SAMLAssertion",
        "AuthenticationFail.IDPMetadata", "AuthenticationFail.NoPermission",
      ],
      change: "Look at its expiry, audience, issuer and fingerprint in the provider that RAM has."),
    AnswerRule(
      "parameter-refused", "A parameter of the call is missing or wrong.",
      codes: [
        "InvalidParameter", "MissingParameter", "InvalidAction", "InvalidVersion",
        "MissingRoleArn", "MissingRoleSessionName", "MissingAction", "InvalidFormat",
        "UnsupportedHTTPMethod", "InvalidSignatureMethod",
      ],
      change: "Compare the parameters with the page of the operation, their case included; the "
        + "version of STS is 2015-04-01."),
    AnswerRule(
      .permission403,
      codes: ["NoPermission", "AuthenticationFail", "Forbidden.RAM", "BucketNotBelongTo"]),
  ]
}
