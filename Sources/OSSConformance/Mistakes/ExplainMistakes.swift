internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of a tool that explains a refusal.
enum ExplainMistakes {
  static let all: [Mistake] = general + v4 + secrets

  private static let general: [Mistake] = [
    finding(
      "explain-tells-nothing", "EXP-FIND-1", "No mistake is ever found.",
      fix: "Compare what OSS signed with what the client signed."
    ) { _, _ in "none" },
    finding(
      "explain-signatures-alone", "EXP-FIND-2",
      "A refusal that is no matter of the signature is not told apart.",
      fix: "Look at the code of the error before its strings."
    ) { input, finding in
      let body = input["body"]?.stringValue ?? ""
      return body.contains("<Code>") && !body.contains("SignatureDoesNotMatch")
        ? "signature-differs" : finding
    },
    finding(
      "explain-guesses", "EXP-FIND-3", "Where nothing is found, the secret is blamed.",
      fix: "Say that nothing explains the refusal."
    ) { _, finding in finding == "none" ? "secret-wrong" : finding },
  ]

  /// A mistake that finds something else, given the input and what the reference finds.
  static func finding(
    _ id: String, _ clause: String, _ sentence: String, fix: String,
    _ change: @escaping @Sendable (_ input: JSONObject, _ finding: String) -> String
  ) -> Mistake {
    Mistake(id, [clause], sentence, fix: fix, of: .errorExplain) { input in
      let reply = ReferenceAdapter().answer(.errorExplain, input)
      guard case .ok(var answer) = reply else { return reply }
      let finding = answer.members["finding"]?.stringValue ?? ""
      answer.members["finding"] = .string(change(input, finding))
      return .ok(answer)
    }
  }
}
