internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of a tool that explains a refusal.
enum ExplainMutants {
  static let all: [Mutant] = general + v4 + secrets

  private static let general: [Mutant] = [
    finding(
      "explain-tells-nothing", "EXP-FIND-1", "No mistake is ever found.",
      mend: "Compare what OSS signed with what the client signed."
    ) { _, _ in "none" },
    finding(
      "explain-signatures-alone", "EXP-FIND-2",
      "A refusal that is no matter of the signature is not told apart.",
      mend: "Look at the code of the error before its strings."
    ) { input, finding in
      let body = input["body"]?.stringValue ?? ""
      return body.contains("<Code>") && !body.contains("SignatureDoesNotMatch")
        ? "signature-differs" : finding
    },
    finding(
      "explain-guesses", "EXP-FIND-3", "Where nothing is found, the secret is blamed.",
      mend: "Say that nothing explains the refusal."
    ) { _, finding in finding == "none" ? "secret-wrong" : finding },
  ]

  /// A mutant that finds something else, given the input and what the reference finds.
  static func finding(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (_ input: JSONObject, _ finding: String) -> String
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.errorExplain]) { steps in
      steps.rewriteOutput { input, answer in
        let finding = answer.members["finding"]?.stringValue ?? ""
        answer.members["finding"] = .string(change(input, finding))
      }
    }
  }
}
