internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading the answer of a token server.
enum TokenResponseMutants {
  static let all: [Mutant] =
    bodies + shapes + foreignNames + http + statuses + codes + texts + trims + times + timeForms
    + decoders + notJSON + refusals + absences + expiries + orders

  /// A mutant of one step of the reader.
  static func mutant(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout TokenSteps) -> Void
  ) -> Mutant {
    Mutant(
      "response-\(id)", clause, mistake, mend: mend, on: [.tokenParse], sightings: sightings
    ) { change(&$0.tokens) }
  }

  private static let bodies: [Mutant] = [
    mutant(
      "white-space-refused", "TOK-BODY-1", "White space around the object is refused.",
      mend: "Skip it, as JSON has it."
    ) { steps in
      steps.rewriteBytes { $0.first == 0x7B && $0.last == 0x7D ? $0 : [] }
    },
    mutant(
      "mark-refused", "TOK-BODY-2", "A byte-order mark is refused.", mend: "Skip one.",
      sightings: [
        .goV2("The JSON decoder of Go takes no byte-order mark."),
        .java("The JSON parser takes no byte-order mark."),
        .oss2("`json.loads` refuses a text that begins with a byte-order mark."),
      ]
    ) { $0.rewriteBytes { $0.starts(with: [0xEF, 0xBB, 0xBF]) ? [] : $0 } },
    mutant(
      "other-members-refused", "TOK-BODY-3", "A member of an unknown name is refused.",
      mend: "Pass over what you do not know: answers carry request ids and more."
    ) { steps in
      let known = ["StatusCode", "statusCode", "Code", "Credentials", "stsToken"]
      steps.refuseObject { object in
        object.members.contains { member in
          !(known + TokenSpelling.names).contains(member.name)
        }
      }
    },
    mutant(
      "other-members-counted", "TOK-BODY-3", "A status within Credentials is judged.",
      mend: "Judge the statuses of the outer object."
    ) { steps in
      let former = steps.bodyStatusFault
      steps.bodyStatusFault = { answer in
        former(answer) ?? answer["Credentials"]?.objectValue.flatMap(former)
      }
    },
    mutant(
      "names-in-any-case", "TOK-BODY-4", "Names of members are compared without case.",
      mend: "Compare names byte by byte.",
      sightings: [
        .goV2("Members are found without regard to case, as the JSON decoder of Go does.")
      ]
    ) { $0.renameMembers { name, _ in TokenSpelling.inAnyCase(name) } },
    mutant(
      "code-in-any-case", "TOK-BODY-4", "The word Success is compared without case.",
      mend: "Compare it byte by byte.",
      sightings: [.goV2("The Code of the metadata is compared in upper case.")]
    ) { $0.readCode { $0.stringValue?.lowercased() == "success" ? "Success" : $0 } },
  ]

  private static let shapes: [Mutant] = [
    mutant(
      "flat-unknown", "TOK-SHAPE-1", "The flat shape is read in camelCase alone.",
      mend: "Read PascalCase too."
    ) { $0.hideMembers(["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]) },
    mutant(
      "camel-case-unknown", "TOK-SHAPE-2", "Members in camelCase are not seen.",
      mend: "Read either spelling, each whole.",
      sightings: [
        .iOS("OSSAuthCredentialProvider looks for the four names in PascalCase alone."),
        .android("OSSAuthCredentialsProvider looks for the four names in PascalCase alone."),
        .java("The fetchers look for the four names in PascalCase alone."),
        .oss2("The fetcher of the metadata looks for the four names in PascalCase alone."),
      ]
    ) { $0.hideMembers(TokenSpelling.camelCase) },
    mutant(
      "camel-case-needs-status", "TOK-SHAPE-2", "In camelCase a status is demanded.",
      mend: "Demand it of the flat answer in PascalCase alone."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        answer["accessKeyId"] != nil && answer["statusCode"] == nil
          ? .failure(.missingMember("statusCode")) : former(answer)
      }
    },
    mutant(
      "nested-unknown", "TOK-SHAPE-3", "Credentials is not opened.",
      mend: "Read the answer of AssumeRole as it comes.",
      sightings: [.iOS("The four members are looked for in the outer object alone.")]
    ) { $0.hideMembers(["Credentials"]) },
    mutant(
      "nothing-is-failure", "TOK-SHAPE-6", "An object without any member says of itself a failure.",
      mend: "Say which member is lacking."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        answer.members.isEmpty
          ? .failure(.bodyStatus(member: "StatusCode", value: nil, nil)) : former(answer)
      }
    },
    mutant(
      "empty-credentials-refused-as-null", "TOK-SHAPE-6", "Credentials without members are null.",
      mend: "Say which member is lacking."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        answer["Credentials"] == .object([:])
          ? .failure(.nullMember("Credentials")) : former(answer)
      }
    },
  ]

  private static let foreignNames: [Mutant] = [
    mutant(
      "other-cloud-mapped", "TOK-SHAPE-5", "The names of another cloud are mapped.",
      mend: "Refuse them; a decoder is the place to map names."
    ) { steps in
      steps.renameMembers { name, _ in
        switch name {
        case "SecretAccessKey": "AccessKeySecret"
        case "Token", "SessionToken": "SecurityToken"
        default: name
        }
      }
    },
    mutant(
      "property-names-mapped", "TOK-SHAPE-5", "The names of the iOS class are mapped.",
      mend: "Refuse them; a decoder is the place to map names."
    ) { steps in
      steps.renameMembers { name, _ in
        switch name {
        case "tAccessKey": "AccessKeyId"
        case "tSecretKey": "AccessKeySecret"
        case "tToken", "StsToken": "SecurityToken"
        case "expirationTimeInGMTFormat", "有効期限": "Expiration"
        default: name
        }
      }
    },
    mutant(
      "wrapper-opened", "TOK-SHAPE-5", "An object that wraps the answer is opened.",
      mend: "Refuse it; a decoder is the place to open it."
    ) { steps in
      let former = steps.object
      steps.object = { value in
        var opened = value
        for name in ["data", "Data", "credentials"] {
          if let inner = opened.objectValue?[name], inner.objectValue != nil { opened = inner }
        }
        if var bare = opened.objectValue, bare["AccessKeyId"] != nil, bare["StatusCode"] == nil {
          bare["Code"] = bare["Code"] ?? "Success"
          opened = .object(bare)
        }
        return former(value.objectValue?["AccessKeyId"] == nil ? opened : value)
      }
    },
    mutant(
      "nested-in-any-spelling", "TOK-SHAPE-5", "Within Credentials camelCase is read.",
      mend: "Read there what STS writes."
    ) { steps in
      let former = steps.layout
      steps.layout = { answer in
        guard let inner = answer["Credentials"]?.objectValue, inner["accessKeyId"] != nil else {
          return former(answer)
        }
        return .success(TokenLayout(inner, .camelCase))
      }
    },
  ]
}
