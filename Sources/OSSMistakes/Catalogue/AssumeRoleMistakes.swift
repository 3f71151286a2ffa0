internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in the parameters of AssumeRole (sts.md).
enum AssumeRoleMistakes {
  static let all: [Mistake] = parameters + limits

  private static func row(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout STSModel) -> Void
  ) -> Mistake {
    Mistake(id, clauses, sentence, fix: fix, in: [.stsRole], seen: seen) { change(&$0.sts) }
  }

  private static func sending(
    _ id: String, _ clause: String, _ sentence: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter]
  ) -> Mistake {
    row(
      id, [clause], sentence, fix: "Send the parameters that are given, by exactly their names.",
      seen: seen
    ) { $0.role = change }
  }

  /// Changes the value of one parameter.
  private static func changing(
    _ name: String, _ change: @escaping @Sendable (String) -> String
  ) -> @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter] {
    { $0.map { ($0.name, $0.name == name ? change($0.value) : $0.value) } }
  }

  private static let parameters: [Mistake] = [
    sending(
      "role-another-version", "ROLE-PAR-1", "The version is that of another interface.",
      changing("Version") { _ in "2014-05-26" }),
    sending(
      "role-duration-always-sent", "ROLE-PAR-2",
      "A duration is sent that the caller does not give.",
      seen: [.credentialsPython("DurationSeconds is 3600 where no duration is given.")]
    ) { $0.contains { $0.name == "DurationSeconds" } ? $0 : $0 + [("DurationSeconds", "3600")] },
    sending(
      "role-duration-in-minutes", "ROLE-PAR-2", "The duration is sent in minutes.",
      changing("DurationSeconds") { String((Int($0) ?? 0) / 60) }),
    sending("role-policy-not-sent", "ROLE-PAR-2", "The policy is not sent.") {
      $0.filter { $0.name != "Policy" }
    },
    sending(
      "role-policy-rewritten", "ROLE-PAR-2", "The policy is parsed and written again.",
      changing("Policy") { (try? JSONReader.read($0))?.compact() ?? $0 }),
    sending("role-external-id-misnamed", "ROLE-PAR-2", "The external ID is sent as `ExternalID`.") {
      $0.map { ($0.name == "ExternalId" ? "ExternalID" : $0.name, $0.value) }
    },
  ]

  /// What STS accepts, by the clause that says so.
  private static let accepted = [
    "ROLE-REF-1": "an ARN of digits and a name of 1 to 64 of `[A-Za-z0-9._-]`",
    "ROLE-REF-2": "a session name of 2 to 64 of `[A-Za-z0-9.@_-]`",
    "ROLE-REF-3": "a duration from 900 seconds to the most that the role allows",
    "ROLE-REF-4": "a policy of 1 to 2048 Unicode scalars",
    "ROLE-REF-5": "a policy that is a JSON object of at most 64 levels",
    "ROLE-REF-6": "an external ID of 2 to 1224 of `[A-Za-z0-9_=+,.@:/-]`",
  ]

  /// Another limit than the one that STS has.
  private static func limit(
    _ id: String, _ clause: String, _ sentence: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout STSModel) -> Void
  ) -> Mistake {
    row(
      id, [clause], sentence, fix: "Accept \(accepted[clause] ?? clause), and refuse all others.",
      seen: seen, change)
  }

  private static let limits: [Mistake] = [
    row(
      "role-limits-exclusive",
      ["ROLE-REF-1", "ROLE-REF-2", "ROLE-REF-3", "ROLE-REF-4", "ROLE-REF-6"],
      "The least and the greatest length and duration are refused.",
      fix: "Accept the least and the greatest length and duration."
    ) {
      $0.roleNames = 2...63
      $0.sessionNames = 3...63
      $0.policies = 2...2047
      $0.externalIDs = 3...1223
      $0.isDuration = { 3600...43_200 ~= $1 && 901..<$1 ~= $0 ?? 901 }
    },
    row(
      "role-names-of-letters", ["ROLE-REF-1", "ROLE-REF-2", "ROLE-REF-6"],
      "Names of roles and sessions and external IDs hold letters and digits alone.",
      fix: "Accept the punctuation that ROLE-REF-1, ROLE-REF-2 and ROLE-REF-6 list."
    ) {
      let former = $0.isARN
      $0.isARN = { former($0, $1) && !$0.utf8.contains { "._-".utf8.contains($0) } }
      $0.isSessionByte = { $0.isLetterOrDigit }
      $0.isExternalIDByte = { $0.isLetterOrDigit }
    },
    limit("role-any-arn", "ROLE-REF-1", "Any text is an ARN.") { $0.isARN = { _, _ in true } },
    limit("role-any-session-name", "ROLE-REF-2", "Any text is the name of a session.") {
      $0.sessionNames = 0...Int.max
      $0.isSessionByte = { _ in true }
    },
    limit("role-session-of-32", "ROLE-REF-2", "The name of a session has at most 32 characters.") {
      $0.sessionNames = 2...32
    },
    limit("role-any-duration", "ROLE-REF-3", "Any duration is asked for.") {
      $0.isDuration = { _, _ in true }
    },
    limit(
      "role-duration-without-upper-limit", "ROLE-REF-3", "A duration has no upper limit.",
      seen: [.credentialsPython("Only a duration below 900 seconds is refused.")]
    ) { $0.isDuration = { 3600...43_200 ~= $1 && $0 ?? 900 >= 900 } },
    limit(
      "role-duration-of-an-hour", "ROLE-REF-3", "A duration is at most an hour.",
      seen: [.java("The provider of STS takes 900 to 3600 seconds.")]
    ) { $0.isDuration = { 3600...43_200 ~= $1 && 900...min($1, 3600) ~= $0 ?? 900 } },
    limit("role-any-policy-length", "ROLE-REF-4", "A policy has any length.") {
      $0.policies = 0...Int.max
      let former = $0.isPolicy
      $0.isPolicy = { $0.isEmpty || former($0) }
    },
    limit("role-policy-of-1024", "ROLE-REF-4", "A policy has at most 1024 characters.") {
      $0.policies = 1...1024
    },
    limit("role-policy-in-bytes", "ROLE-REF-4", "The bytes of a policy are counted.") {
      $0.policyLength = { $0.utf8.count }
    },
    limit("role-policy-empty-object", "ROLE-REF-4", "An empty object is no policy.") {
      $0.policies = 3...2048
    },
    limit("role-any-policy-text", "ROLE-REF-5", "Any text is a policy.") {
      $0.isPolicy = { _ in true }
    },
    limit("role-policy-of-32-levels", "ROLE-REF-5", "A policy has at most 32 levels.") {
      $0.isPolicy = {
        (try? JSONReader.read($0, limits: JSONLimits(depth: 32)))?.objectValue != nil
      }
    },
    limit("role-any-external-id", "ROLE-REF-6", "Any text is an external ID.") {
      $0.externalIDs = 0...Int.max
      $0.isExternalIDByte = { _ in true }
    },
  ]
}
