internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of a tool that computes a signature again with the secret that is given.
extension ExplainMistakes {
  static let secrets: [Mistake] = [
    finding(
      "explain-secret-tried-with-nul", "EXP-SEC-1",
      "The secret with a NUL at its end is tried, which makes the signature of the secret itself.",
      fix: "Try the secret as it is first, and no byte with which HMAC fills a key."
    ) { _, finding in finding == "secret-not-that-of-oss" ? "secret-with-blank" : finding },
    finding(
      "explain-secret-not-varied", "EXP-SEC-2",
      "The secret is tried only as it is given.",
      fix: "Try it with a line break and with blanks at its ends."
    ) { _, finding in finding == "secret-with-blank" ? "secret-wrong" : finding },
    finding(
      "explain-request-not-signed-again", "EXP-SEC-3",
      "Without an error body the secret is not used.",
      fix: "Sign the request that is shown, and compare."
    ) { _, finding in finding == "signature-of-the-secret" ? "none" : finding },
    finding(
      "explain-request-believed", "EXP-SEC-4",
      "A signature that the secret does not make is passed over.",
      fix: "Say that the secret does not make it."
    ) { _, finding in finding == "signature-not-of-the-secret" ? "none" : finding },
    finding(
      "explain-secret-never-blamed", "EXP-SEC-5",
      "A secret that makes no signature is passed over.",
      fix: "Say that it may be another secret."
    ) { _, finding in finding == "secret-wrong" ? "none" : finding },
  ]
}
