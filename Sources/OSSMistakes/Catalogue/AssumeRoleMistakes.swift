internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the parameters of AssumeRole (sts.md).
enum AssumeRoleMistakes {
  private static let rows = MistakeRows(\.sts, in: [.stsRole])
  private static let sending = rows.breaking("ROLE-PAR-2")
    .fix("Send the parameters that are given, by exactly their names.").setting(\.role)

  /// Changes the value of one parameter.
  private static func changing(
    _ name: String, _ change: @escaping @Sendable (String) -> String
  ) -> @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter] {
    { $0.map { ($0.name, $0.name == name ? change($0.value) : $0.value) } }
  }

  private static let arn = rows.breaking("ROLE-REF-1")
    .fix("Accept an ARN of digits and a name of 1 to 64 of `[A-Za-z0-9._-]`.")
  private static let session = rows.breaking("ROLE-REF-2")
    .fix("Accept a session name of 2 to 64 of `[A-Za-z0-9.@_-]`.")
  private static let externalID = rows.breaking("ROLE-REF-6")
    .fix("Accept an external ID of 2 to 1224 of `[A-Za-z0-9_=+,.@:/-]`.")
  private static let duration = rows.breaking("ROLE-REF-3")
    .fix("Accept a duration from 900 seconds to the most that the role allows.")
    .setting(\.isDuration)
  private static let length = rows.breaking("ROLE-REF-4")
    .fix("Accept a policy of 1 to 2048 Unicode scalars.")
  private static let policy = rows.breaking("ROLE-REF-5")
    .fix("Accept a policy that is a JSON object of at most 64 levels.").setting(\.isPolicy)

  static let all: [Mistake] = [
    // Parameters.
    sending("role-another-version", "The version is that of another interface.")
      .breaking("ROLE-PAR-1").change(changing("Version") { _ in "2014-05-26" }),
    sending("role-duration-always-sent", "A duration is sent that the caller does not give.")
      .seen("DurationSeconds is 3600 where no duration is given.", .credentialsPython).change {
        $0.contains { $0.name == "DurationSeconds" } ? $0 : $0 + [("DurationSeconds", "3600")]
      },
    sending("role-duration-in-minutes", "The duration is sent in minutes.")
      .change(changing("DurationSeconds") { String((Int($0) ?? 0) / 60) }),
    sending("role-policy-rewritten", "The policy is read and written again, in compact form.")
      .fix("Send the policy as it is given: its text is signed.").change(
        changing("Policy") { policy in
          let json = (try? JSONReader.read(policy))?.compact() ?? policy
          // As JSON.stringify writes it: characters outside ASCII are not escaped.
          let parts = json.replaced("\\u", by: "\0").raw.pieces(at: "\0").map(\.text)
          return parts[0]
            + parts.dropFirst().map { part in
              let scalar = UInt32(part.prefix(4), radix: 16).flatMap(Unicode.Scalar.init)
              return (scalar.map { String($0) } ?? "") + part.dropFirst(4)
            }.joined()
        }),
    rows("role-empty-left-out", "An empty policy or external ID is left out as not given.")
      .breaking("ROLE-REF-4", "ROLE-REF-6").fix("Refuse a policy or an external ID that is empty.")
      .change { $0.isGiven = { !$0.utf8.isEmpty } },
    // Names.
    rows("role-limits-exclusive", "The least and the greatest length and duration are refused.")
      .breaking(
        "ROLE-REF-1", "ROLE-REF-2", "ROLE-REF-3", "ROLE-REF-4", "ROLE-REF-6", "ROLE-PAR-2"
      ).fix("Accept the least and the greatest length and duration.").change {
        ($0.roleNames, $0.sessionNames) = (2...63, 3...63)
        ($0.policies, $0.externalIDs) = (2...2047, 3...1223)
        $0.isDuration = { 3600...43_200 ~= $1 && 901..<$1 ~= $0 ?? 901 }
      },
    rows("role-names-of-letters")
      .sentence("Names of roles and sessions and external IDs hold letters and digits alone.")
      .breaking("ROLE-REF-1", "ROLE-REF-2", "ROLE-REF-6", "ROLE-PAR-2")
      .fix("Accept the punctuation that ROLE-REF-1, ROLE-REF-2 and ROLE-REF-6 list.").change {
        $0.isARN = { [former = $0.isARN] in
          former($0, $1) && !$0.utf8.contains { "._-".utf8.contains($0) }
        }
        $0.isSessionByte = { $0.isLetterOrDigit }
        $0.isExternalIDByte = { $0.isLetterOrDigit }
      },
    arn("role-any-arn", "Any text is an ARN.") { $0.isARN = { _, _ in true } },
    arn("role-arn-with-line-feed", "A line feed at the end of an ARN is accepted.")
      .fix("Match the whole ARN: a dollar sign also matches before a last line feed.").change {
        $0.isARN = { [former = $0.isARN] text, rules in
          former(text.hasSuffix("\n") ? String(text.unicodeScalars.dropLast()) : text, rules)
        }
      },
    arn("role-arn-by-prefix", "What begins with acs:ram:: is an ARN.") {
      $0.isARN = { text, _ in text.hasPrefix("acs:ram::") }
    },
    session("role-session-of-any-length", "The name of a session has any length.")
      .change { $0.sessionNames = 0...Int.max },
    session("role-session-of-any-characters", "The name of a session holds any characters.")
      .change { $0.isSessionByte = { _ in true } },
    session("role-session-of-any-script", "The name of a session holds letters of any script.")
      .fix("Accept letters and digits of ASCII alone: `\\w` often means those of Unicode.").change {
        $0.isSessionByte = { [former = $0.isSessionByte] in former($0) || $0 >= 0x80 }
      },
    session("role-session-of-aws", "The name of a session may hold `+`, `=` and `,`, as with AWS.")
      .change {
        $0.isSessionByte = { [former = $0.isSessionByte] in former($0) || "+=,".utf8.contains($0) }
      },
    session("role-session-with-line-feed", "A line feed in the name of a session is accepted.")
      .fix("Match the whole name: a dollar sign also matches before a last line feed.").change {
        $0.isSessionByte = { [former = $0.isSessionByte] in former($0) || $0 == 0x0A }
      },
    externalID("role-external-id-with-line-feed", "A line feed in an external ID is accepted.")
      .fix("Match the whole ID: a dollar sign also matches before a last line feed.").change {
        $0.isExternalIDByte = { [former = $0.isExternalIDByte] in former($0) || $0 == 0x0A }
      },
    session("role-session-of-32", "The name of a session has at most 32 characters.")
      .change { $0.sessionNames = 2...32 },
    externalID("role-external-id-of-any-length", "An external ID has any length.")
      .change { $0.externalIDs = 0...Int.max },
    externalID("role-external-id-of-any-characters", "An external ID holds any characters.")
      .change { $0.isExternalIDByte = { _ in true } },
    // Limits.
    duration("role-any-duration", "Any duration is asked for.") { _, _ in true },
    duration("role-duration-of-role-ignored", "What the role allows is not looked at.")
      .change { 3600...43_200 ~= $1 && 900...43_200 ~= $0 ?? 900 },
    duration("role-duration-without-lower-limit", "A duration has no lower limit.")
      .change { 3600...43_200 ~= $1 && $0 ?? 900 <= $1 },
    duration("role-duration-without-upper-limit", "A duration has no upper limit.")
      .seen("Only a duration below 900 seconds is refused.", .credentialsPython)
      .change { 3600...43_200 ~= $1 && $0 ?? 900 >= 900 },
    duration("role-duration-of-an-hour", "A duration is at most an hour.")
      .seen("The provider of STS takes 900 to 3600 seconds.", .java)
      .change { 3600...43_200 ~= $1 && 900...min($1, 3600) ~= $0 ?? 900 },
    rows("role-maximum-of-an-hour", "A role of which nothing is said is taken to allow an hour.")
      .breaking("ROLE-REF-3").fix("Accept up to 12 hours where the most of the role is not given.")
      .change { $0.longestSession = 3600 },
    length("role-any-policy-length", "A policy has any length.") {
      $0.policies = 0...Int.max
      $0.isPolicy = { [former = $0.isPolicy] in $0.isEmpty || former($0) }
    },
    length("role-policy-of-1024", "A policy has at most 1024 characters.")
      .change { $0.policies = 1...1024 },
    length("role-policy-in-bytes", "The bytes of a policy are counted.")
      .change { $0.policyLength = { $0.utf8.count } },
    length("role-policy-in-utf-16", "The UTF-16 units of a policy are counted.")
      .change { $0.policyLength = { $0.utf16.count } },
    length("role-policy-empty-object", "An empty object is no policy.") { $0.policies = 3...2048 },
    policy("role-any-policy-text", "Any text is a policy.") { _ in true },
    policy("role-policy-of-32-levels", "A policy has at most 32 levels.")
      .change { (try? JSONReader.read($0, limits: JSONLimits(depth: 32)))?.objectValue != nil },
  ]
}
