internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the parameters of AssumeRole.
enum AssumeRoleMutants {
  static let all: [Mutant] = parameters + arns + names + durations + policies + externalIDs

  private static func sending(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout [(name: String, value: String)]) -> Void
  ) -> Mutant {
    Mutant(
      "role-\(id)", clause, mistake, mend: "Send what is given, by its name, and nothing else.",
      on: [.stsRole], sightings: sightings
    ) { steps in
      steps.rewriteOutput { _, answer in
        let given = answer.members["parameters"]?.arrayValue ?? []
        var pairs: [(name: String, value: String)] = given.compactMap { element in
          guard let pair = element.arrayValue, pair.count == 2 else { return nil }
          return (pair[0].stringValue ?? "", pair[1].stringValue ?? "")
        }
        change(&pairs)
        answer.members["parameters"] = .array(
          pairs.map { .array([.string($0.name), .string($0.value)]) })
      }
    }
  }

  private static let parameters: [Mutant] = [
    sending("another-version", "ROLE-PAR-1", "The version is that of another interface.") { pairs in
      for index in pairs.indices where pairs[index].name == "Version" {
        pairs[index].value = "2014-05-26"
      }
    },
    sending(
      "duration-always-sent", "ROLE-PAR-2", "A duration is sent where none is given.",
      sightings: [.credentialsPython("DurationSeconds is 3600 where no duration is given.")]
    ) { pairs in
      if !pairs.contains(where: { $0.name == "DurationSeconds" }) {
        pairs.append(("DurationSeconds", "3600"))
      }
    },
    sending("duration-in-minutes", "ROLE-PAR-2", "The duration is sent in minutes.") { pairs in
      for index in pairs.indices where pairs[index].name == "DurationSeconds" {
        pairs[index].value = String((Int(pairs[index].value) ?? 0) / 60)
      }
    },
    sending("policy-not-sent", "ROLE-PAR-2", "The policy is not sent.") { pairs in
      pairs.removeAll { $0.name == "Policy" }
    },
    sending("external-id-misnamed", "ROLE-PAR-2", "The external ID has another name.") { pairs in
      for index in pairs.indices where pairs[index].name == "ExternalId" {
        pairs[index].name = "ExternalID"
      }
    },
  ]

  /// A mutant that finds other faults; told the input and the fault that there is.
  private static func judging(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (JSONObject, AssumeRoleError?) -> AssumeRoleError?
  ) -> Mutant {
    Mutant(
      "role-\(id)", clause, mistake, mend: "Refuse what STS refuses, and nothing else.",
      on: [.stsRole], sightings: sightings
    ) { steps in
      let former = steps.roleFault
      steps.roleFault = { input, fault in change(input, former(input, fault)) }
    }
  }

  /// A mutant that passes over faults of a class.
  private static func accepting(
    _ id: String, _ clause: String, _ mistake: String, _ code: String
  ) -> Mutant {
    judging(id, clause, mistake) { _, fault in fault?.code == code ? nil : fault }
  }

  /// A mutant that refuses texts of which a statement is true.
  private static func refusing(
    _ id: String, _ clause: String, _ mistake: String, _ member: String,
    as refusal: AssumeRoleError, _ isRefused: @escaping @Sendable (String) -> Bool
  ) -> Mutant {
    judging(id, clause, mistake) { input, fault in
      guard fault == nil, let text = input[member]?.stringValue else { return fault }
      return isRefused(text) ? refusal : nil
    }
  }

  private static let arns: [Mutant] = [
    accepting("any-arn", "ROLE-REF-1", "Any text is sent as an ARN.", "invalid-role-arn"),
    refusing(
      "arn-of-long-names", "ROLE-REF-1", "A role of one letter is refused.", "roleArn",
      as: .invalidRoleARN(offset: 0)
    ) { $0.hasSuffix("role/a") },
    refusing(
      "arn-of-short-names", "ROLE-REF-1", "A name of 64 characters is refused.", "roleArn",
      as: .invalidRoleARN(offset: 0)
    ) { $0.split(separator: "/").last.map { $0.utf8.count > 63 } ?? false },
    refusing(
      "arn-of-letters", "ROLE-REF-1", "Punctuation in the name of a role is refused.", "roleArn",
      as: .invalidRoleARN(offset: 0)
    ) { $0.contains(".") },
  ]

  private static let names: [Mutant] = [
    accepting(
      "any-session-name", "ROLE-REF-2", "Any text is sent as a session name.",
      "invalid-session-name"),
    refusing(
      "session-of-32", "ROLE-REF-2", "More than 32 characters are refused.", "roleSessionName",
      as: .sessionNameLength(33)
    ) { $0.utf8.count > 32 },
    refusing(
      "session-of-3", "ROLE-REF-2", "Fewer than 3 characters are refused.", "roleSessionName",
      as: .sessionNameLength(2)
    ) { $0.utf8.count < 3 },
    refusing(
      "session-without-at", "ROLE-REF-2", "An at sign is refused.", "roleSessionName",
      as: .sessionNameByte(0x40, offset: 0)
    ) { $0.contains("@") },
  ]

  /// A mutant that refuses durations of which a statement is true.
  private static func limiting(
    _ id: String, _ mistake: String, sightings: [Sighting] = [],
    _ isRefused: @escaping @Sendable (Int64) -> Bool
  ) -> Mutant {
    judging(id, "ROLE-REF-3", mistake, sightings: sightings) { input, fault in
      guard fault == nil, let seconds = input["durationSeconds"]?.integerValue,
        isRefused(seconds)
      else { return fault }
      return .invalidDuration(seconds: Int(seconds), allowed: 900...3600)
    }
  }

  private static let durations: [Mutant] = [
    accepting("any-duration", "ROLE-REF-3", "Any duration is asked for.", "invalid-duration"),
    limiting(
      "duration-of-an-hour", "More than an hour is refused.",
      sightings: [.java("The provider of STS takes 900 to 3600 seconds.")]
    ) { $0 > 3600 },
    limiting("duration-above-900", "The shortest duration is refused.") { $0 <= 900 },
  ]

  private static let policies: [Mutant] = [
    judging("any-policy-length", "ROLE-REF-4", "A policy has any length.") { _, fault in
      if case .policyLength = fault { nil } else { fault }
    },
    refusing(
      "policy-of-1024", "ROLE-REF-4", "More than 1024 characters are refused.", "policy",
      as: .policyLength(1025)
    ) { $0.unicodeScalars.count > 1024 },
    refusing(
      "policy-in-bytes", "ROLE-REF-4", "The length of a policy is counted in bytes.", "policy",
      as: .policyLength(2049)
    ) { $0.utf8.count > 2048 },
    refusing(
      "policy-empty-object", "ROLE-REF-4", "An empty object is refused.", "policy",
      as: .policyLength(2)
    ) { $0.utf8.count < 3 },
    judging("any-policy-text", "ROLE-REF-5", "Any text is sent as a policy.") { _, fault in
      fault == .policyNotAnObject ? nil : fault
    },
    refusing(
      "policy-of-32-levels", "ROLE-REF-5", "A policy of more than 32 levels is refused.",
      "policy", as: .policyNotAnObject
    ) { text in text.utf8.count { $0 == UInt8(ascii: "[") } > 31 },
  ]

  private static let externalIDs: [Mutant] = [
    accepting(
      "any-external-id", "ROLE-REF-6", "Any text is sent as an external ID.",
      "invalid-external-id"),
    refusing(
      "external-id-of-3", "ROLE-REF-6", "Fewer than 3 characters are refused.", "externalId",
      as: .externalIDLength(2)
    ) { $0.utf8.count < 3 },
    refusing(
      "external-id-of-1223", "ROLE-REF-6", "More than 1223 characters are refused.", "externalId",
      as: .externalIDLength(1224)
    ) { $0.utf8.count > 1223 },
    refusing(
      "external-id-without-punctuation", "ROLE-REF-6", "An equals sign is refused.", "externalId",
      as: .externalIDByte(0x3D, offset: 0)
    ) { $0.contains("=") },
  ]
}
