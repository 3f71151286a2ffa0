internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// How a real SDK calls STS and reads its answers.
extension Mutants {
  static let callingSTS: [Mutant] = [
    Mutant(
      "rpc-line-ends-signed", "RPC-REF-6", "An access key ID and a token may hold line ends.",
      mend: "Refuse credentials that cannot sign.", on: [.stsRPC],
      sightings: [.credentialsPython("The credentials must not be empty; nothing else is asked.")]
    ) { steps in
      steps.accept { fault in
        switch fault {
        case .invalidAccessKeyID, .invalidSecurityToken: true
        default: false
        }
      }
    },
    Mutant(
      "role-duration-without-upper-limit", "ROLE-REF-3",
      "A session of any length from 900 seconds on is asked for.",
      mend: "Refuse what is longer than the role allows.", on: [.stsRole],
      sightings: [.credentialsPython("Only a duration below 900 seconds is refused.")]
    ) { steps in
      let former = steps.roleFault
      steps.roleFault = { input, fault in
        let found = former(input, fault)
        guard case .invalidDuration(let seconds, let allowed) = found,
          seconds > allowed.upperBound
        else { return found }
        return nil
      }
    },
    AssumeRoleResponseMutants.mutant(
      "code-beside-credentials-passed-over", "ROLE-RSP-8",
      "Code is not looked at where there are Credentials.",
      mend: "Refuse an answer with a Code that is not Success.",
      sightings: [.credentialsPython("The HTTP status and Credentials are all that is asked.")]
    ) { steps in
      let former = steps.tokens.bodyStatusFault
      steps.tokens.bodyStatusFault = { answer in
        answer["Credentials"]?.objectValue != nil ? nil : former(answer)
      }
    },
    Mutant(
      "role-answer-texts-as-they-are", "ROLE-RSP-6",
      "The texts of a JSON answer are taken with the white space around them.",
      mend: "Drop white space around a text.", on: [.stsParse],
      sightings: [.credentialsPython("What `dict.get` gives is taken.")]
    ) { steps in
      steps.rewriteOutput { input, answer in
        guard let body = input["body"]?.stringValue,
          let read = try? JSONReader.read(Bytes(body.utf8)),
          let parts = read.objectValue?["Credentials"]?.objectValue
        else { return }
        for (member, name) in texts {
          if let value = parts[name] { answer.members[member] = value }
        }
      }
    },
  ]

  /// The members of a token that are texts, and their names in an answer of STS.
  private static let texts = [
    ("accessKeyId", "AccessKeyId"), ("accessKeySecret", "AccessKeySecret"),
    ("securityToken", "SecurityToken"),
  ]
}
