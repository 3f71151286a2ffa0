internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Policies and credentials that are not refused.
enum PostRefusalMutants {
  static let all: [Mutant] = policies + conditions + signers

  private static let policies: [Mutant] = [
    policy("post-conditions-need-not-be", "POST-POL-3", "A policy need not have conditions.") {
      $0.acceptPolicies { $0 == .noConditions || $0 == .missingMember("conditions") }
    },
    policy("post-array-is-policy", "POST-POL-3", "An array is taken for the conditions.") {
      $0.rewritePolicyText { policy in
        policy.first == UInt8(ascii: "[")
          ? Bytes("{\"expiration\":\"2100-01-01T00:00:00Z\",\"conditions\":".utf8) + policy
            + Bytes("}".utf8) : policy
      }
    },
    policy("post-trailing-comma-taken", "POST-POL-3", "A comma before a bracket is passed over.") {
      $0.rewritePolicyText { $0.replacing(",]", with: "]") }
    },
    policy("post-any-offset", "POST-POL-5", "A time with an offset from UTC is taken.") {
      $0.acceptPolicies { $0 == .expirationNotInUTC }
    },
  ]

  private static let conditions: [Mutant] = [
    condition("post-texts-passed-over", "POST-COND-1", "What is no condition is passed over.") {
      $0 == .type
    },
    condition("post-any-member-count", "POST-COND-2", "An object may have any number of members.") {
      if case .memberCount = $0 { true } else { false }
    },
    condition("post-list-of-one", "POST-COND-6", "A text is taken for a list of one.") {
      $0 == .valueType
    },
    condition("post-any-name", "POST-COND-7", "Dollar signs of names are not looked at.") {
      $0 == .fieldName
    },
    condition("post-no-name", "POST-REF-1", "A condition needs no name.") { $0 == .fieldName },
    condition("post-unknown-match", "POST-REF-1", "Any way to match is passed over.") {
      $0 == .unknownMatch
    },
    condition("post-any-element-count", "POST-REF-1", "An element too many is passed over.") {
      if case .elementCount = $0 { true } else { false }
    },
    condition("post-any-value", "POST-REF-1", "A value may be of any type.") { $0 == .valueType },
    condition("post-any-range", "POST-REF-1", "A range of sizes may hold none.") {
      $0 == .sizeRange
    },
    condition("post-empty-list", "POST-REF-1", "A list of values may be empty.") {
      $0 == .emptyList
    },
  ]

  private static let signers: [Mutant] = [
    accepting("post-empty-secret-signs", "POST-REF-2", "An empty secret signs a form.") {
      $0 == .emptyAccessKeySecret
    },
    accepting("post-empty-id-signs", "POST-REF-2", "A form is signed without an access key ID.") {
      $0 == .emptyAccessKeyID
    },
    accepting("post-broken-token-sent", "POST-REF-2", "A token with a line feed is sent.") {
      if case .invalidSecurityToken = $0 { true } else { false }
    },
    accepting("post-any-region", "POST-REF-3", "Any region is signed.") {
      if case .invalidRegion = $0 { true } else { false }
    },
    accepting("post-any-product", "POST-REF-3", "Any product is signed.") {
      if case .invalidProduct = $0 { true } else { false }
    },
    PostMutants.form(
      "post-times-divided", "POST-REF-4", "Times in milliseconds are divided.",
      mend: "Refuse them.", on: [.postPolicy, .postV4, .postCheck]
    ) {
      for member in ["expiration", "time", "now"] {
        $0.rewriteNumber(member) { time, _ in time > 253_402_300_799 ? time / 1000 : time }
      }
    },
  ]

  private static func policy(
    _ id: String, _ clause: String, _ mistake: String,
    change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    PostMutants.form(
      id, clause, mistake, mend: "Refuse the policy.", on: PostMutants.policies, change: change)
  }

  private static func condition(
    _ id: String, _ clause: String, _ mistake: String,
    _ fault: @escaping @Sendable (PostConditionFault) -> Bool
  ) -> Mutant {
    policy(id, clause, mistake) { $0.acceptConditions(fault) }
  }

  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String,
    _ fault: @escaping @Sendable (SigningError) -> Bool
  ) -> Mutant {
    PostMutants.form(id, clause, mistake, mend: "Refuse it before anything is signed.") {
      $0.accept(fault)
    }
  }
}
