internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in finding the code of an answer.
enum AnswerCodeMutants {
  static let all: [Mutant] = places + codes + causes

  private static let places: [Mutant] = [
    input(
      "action-header-not-read", "ACT-CODE-1", "The header x-oss-err is not read.",
      mend: "Read it where there is no body.",
      sightings: [
        .iOS("No such header is read."), .swiftV2("The header x-oss-error is read instead."),
      ]
    ) { $0["header"] = .null },
    input(
      "action-empty-body-hides-header", "ACT-CODE-1", "A body of no bytes hides the header.",
      mend: "Take a body of no bytes for none."
    ) { if $0["body"] == "" { $0["header"] = .null } },
    input(
      "action-header-preferred", "ACT-CODE-1", "The header is preferred to the body.",
      mend: "Read the body where there is one."
    ) { if $0["header"] != nil { $0["body"] = .null } },
    input(
      "action-body-searched", "ACT-CODE-1", "The whole body is searched for the code.",
      mend: "Read the member Code of an error."
    ) { input in
      input.change("body") {
        $0.contains("SecurityTokenExpired")
          ? "<Error><Code>SecurityTokenExpired</Code></Error>" : $0
      }
    },
    input(
      "action-broken-body-read", "ACT-CODE-1", "A body that is cut short is read.",
      mend: "Refuse it as a whole."
    ) { input in
      input.change("body") {
        $0.contains("<Error>") && !$0.contains("</Error>") ? $0 + "</Error>" : $0
      }
    },
    input(
      "action-code-not-trimmed", "ACT-CODE-1", "White space around the code makes it another one.",
      mend: "Take it off."
    ) { input in
      input.change("body") { $0.replacing("\n  SecurityTokenExpired\n", with: "Other") }
    },
  ]

  private static let codes: [Mutant] = [
    AnswerMutants.action(
      "action-code-in-any-case", "ACT-CODE-1", "The code is compared without regard to case.",
      mend: "Compare it exactly."
    ) { steps in
      steps.afterRejection { code, _, isRejected in
        isRejected || code?.lowercased() == "securitytokenexpired"
      }
    },
    AnswerMutants.action(
      "action-code-by-prefix", "ACT-CODE-1", "A code that begins like another is taken for it.",
      mend: "Compare it exactly."
    ) { steps in
      steps.afterRejection { code, _, isRejected in
        isRejected || code?.hasPrefix("InvalidAccessKeyId") == true
      }
    },
  ]

  private static let causes: [Mutant] = [
    input(
      "action-cause-not-read", "ACT-CODE-2", "The header x-oss-ec is not read.",
      mend: "Read it where there is no code.",
      sightings: [.iOS("No such header is read.")]
    ) { $0["ecHeader"] = .null },
    input(
      "action-cause-of-body-not-read", "ACT-CODE-2", "The EC of a body is not used.",
      mend: "Use it where the body has no code."
    ) { input in
      input.change("body") { Bytes($0.utf8).replacing("EC>", with: "Other>").text }
    },
    input(
      "action-cause-not-trimmed", "ACT-CODE-2", "Blanks around the exact cause stay.",
      mend: "Take them off."
    ) { input in input.change("ecHeader") { $0.contains(" ") ? "other" : $0 } },
    AnswerMutants.action(
      "action-cause-preferred", "ACT-CODE-2", "The exact cause is preferred to the code.",
      mend: "Use it where there is no code."
    ) { steps in
      let former = steps.rejectsCredentials
      steps.rejectsCredentials = { code, ec in former(code, ec) || former(nil, ec) }
    },
    AnswerMutants.action(
      "action-empty-code-hides-cause", "ACT-CODE-2", "An empty code hides the exact cause.",
      mend: "Take an empty code for none."
    ) { $0.afterRejection { code, _, isRejected in isRejected && code != "" } },
    input(
      "action-unreadable-body-hides-cause", "ACT-CODE-2",
      "A body that cannot be read hides the exact cause.", mend: "Read the header all the same."
    ) { input in
      if let body = input["body"]?.stringValue, !body.contains("<Error>") {
        input["ecHeader"] = .null
      }
    },
    AnswerMutants.action(
      "action-causes-by-family", "ACT-CODE-2", "Any exact cause of the family 0002 counts.",
      mend: "Compare the whole cause."
    ) { steps in
      steps.afterRejection { code, ec, isRejected in
        isRejected || code == nil && ec?.hasPrefix("0002-") == true
      }
    },
  ]

  private static func input(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.errorAction], sightings: sightings) { steps in
      steps.rewriteInput { _, input in change(&input) }
    }
  }
}
