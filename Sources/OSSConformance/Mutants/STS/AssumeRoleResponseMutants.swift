internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in reading the answer to AssumeRole.
enum AssumeRoleResponseMutants {
  static let all: [Mutant] =
    formats + json + elements + names + texts + statuses + refusals + orders

  /// A mutant of one step.
  static func mutant(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout AssumeRoleSteps) -> Void
  ) -> Mutant {
    Mutant(
      "role-answer-\(id)", clause, mistake, mend: mend, on: [.stsParse], sightings: sightings
    ) { change(&$0.assumeRole) }
  }

  private static let formats: [Mutant] = [
    Mutant(
      "role-answer-format-guessed", "ROLE-RSP-1", "The format is told by the first byte.",
      mend: "Read the format that the call asked for.", on: [.stsParse]
    ) { steps in
      steps.rewriteInput { _, input in
        guard let body = input["body"]?.stringValue else { return }
        input["format"] = body.utf8.first == 0x3C ? "XML" : "JSON"
      }
    }
  ]

  private static let json: [Mutant] = [
    mutant(
      "members-of-object", "ROLE-RSP-2", "The four are sought in the object itself.",
      mend: "Seek them in Credentials."
    ) { $0.tokens.layout = { .success(TokenLayout($0, .pascalCase)) } },
    mutant(
      "any-shape", "ROLE-RSP-2", "The answers of other servers are read too.",
      mend: "Refuse an answer without Credentials."
    ) { $0.tokens.layout = TokenSteps.standard.layout },
    mutant(
      "credentials-lacking-no-object", "ROLE-RSP-2",
      "An answer without Credentials is told to be no object.",
      mend: "Say that the member is missing."
    ) { steps in
      let former = steps.tokens.layout
      steps.tokens.layout = { answer in
        answer["Credentials"] == nil
          ? .failure(.notObject(member: "Credentials")) : former(answer)
      }
    },
    mutant(
      "token-optional", "ROLE-RSP-2", "A key pair without its token is taken.",
      mend: "Ask for all four.",
      sightings: [.javaScript("STS.assumeRole hands on whatever members there are.")]
    ) { steps in
      let former = steps.tokens.text
      steps.tokens.text = { name, value in
        name == "SecurityToken" && value == nil ? .success("") : former(name, value)
      }
      steps.tokens.acceptsEmpty = { $0 == "SecurityToken" }
    },
  ]

  private static let elements: [Mutant] = [
    mutant(
      "elements-of-root", "ROLE-RSP-3", "The four are sought in the root itself.",
      mend: "Seek them in Credentials."
    ) { steps in
      steps.rewriteElements { answer in
        answer["Credentials"]?.objectValue ?? answer
      }
    },
    mutant(
      "token-element-optional", "ROLE-RSP-3", "An element that is not there is an empty text.",
      mend: "Say that it is missing."
    ) { steps in
      steps.rewriteParts { parts in
        if parts["SecurityToken"] == nil { parts["SecurityToken"] = "" }
      }
    },
  ]

  private static let names: [Mutant] = [
    mutant(
      "by-places", "ROLE-RSP-4", "The four are taken by their places.",
      mend: "Take them by their names."
    ) { steps in
      steps.rewriteParts { parts in
        let values = parts.members.map(\.value)
        for (name, value) in zip(TokenNames.pascalCaseNames, values) { parts[name] = value }
      }
    },
    mutant(
      "unknown-refused", "ROLE-RSP-4", "An element of an unknown name is refused.",
      mend: "Pass over it."
    ) { steps in
      steps.refuseDocument { document in
        let known =
          ["RequestId", "Credentials", "AssumedRoleUser", "Code"]
          + TokenNames.pascalCaseNames.map { "Credentials/\($0)" }
        return document.elements.contains { element in
          !known.contains { element.path.utf8.elementsEqual($0.utf8) }
        }
      }
    },
    mutant(
      "names-in-any-case", "ROLE-RSP-4", "Names are compared without regard to case.",
      mend: "Compare them byte by byte."
    ) { steps in
      steps.rewriteMarkup { markup in
        markup.swapping("credentials", with: "Credentials")
          .swapping("accesskeyid", with: "AccessKeyId")
      }
    },
    mutant(
      "prefixes-cut", "ROLE-RSP-4", "The prefix of a name is cut off.",
      mend: "Take it for a part of the name."
    ) { steps in
      steps.rewriteMarkup { markup in
        markup.swapping("<x:", with: "<").swapping("</x:", with: "</")
      }
    },
    mutant(
      "attributes-refused", "ROLE-RSP-4",
      "A root with attributes, such as a namespace, is refused.",
      mend: "Pass over attributes."
    ) { steps in
      steps.rewriteMarkup { markup in
        markup.swapping("<AssumeRoleResponse ", with: "<AnotherRoot ")
      }
    },
  ]

  private static let texts: [Mutant] = [
    mutant(
      "references-kept", "ROLE-RSP-5", "References stay as they are.",
      mend: "Decode the five entities and references by number."
    ) { $0.rewriteMarkup { $0.swapping("&", with: "&amp;") } },
    mutant(
      "references-twice", "ROLE-RSP-5", "References are decoded twice.", mend: "Decode them once."
    ) { $0.rewriteMarkup { $0.swapping("&amp;", with: "&") } },
    mutant(
      "sections-lost", "ROLE-RSP-5", "The text of CDATA sections is lost.",
      mend: "Take it as it stands."
    ) { steps in
      steps.rewriteMarkup {
        $0.swapping("<![CDATA[", with: "<!--").swapping("]]>", with: "-->")
      }
    },
    mutant(
      "comments-divide", "ROLE-RSP-5", "A comment is a blank.", mend: "Take it for nothing."
    ) { $0.rewriteMarkup { $0.swapping("<!--", with: " <!--") } },
    mutant(
      "plus-is-space", "ROLE-RSP-5", "A text is decoded as a form is.",
      mend: "Take it as it stands."
    ) { $0.rewriteMarkup { $0.swapping("+", with: " ").swapping("%2B", with: "+") } },
    mutant(
      "ascii-alone", "ROLE-RSP-5", "Characters outside ASCII are lost.", mend: "Keep them."
    ) { steps in
      let former = steps.document
      steps.document = { former($0.filter { $0 < 0x80 }) }
    },
    mutant(
      "white-space-kept", "ROLE-RSP-6", "White space around a text is part of it.",
      mend: "Drop it."
    ) { $0.tokens.trimmed = { $0 } },
    mutant(
      "white-space-dropped", "ROLE-RSP-6", "White space inside a text is dropped too.",
      mend: "Keep it."
    ) { steps in
      let former = steps.tokens.trimmed
      steps.tokens.trimmed = { former($0).swapping(" ", with: "").swapping("\t", with: "") }
    },
  ]
}

extension TokenNames {
  /// The four names in PascalCase, in their order.
  static var pascalCaseNames: [String] {
    [
      pascalCase.accessKeyID, pascalCase.accessKeySecret, pascalCase.securityToken,
      pascalCase.expiration,
    ]
  }
}
