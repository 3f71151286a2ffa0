internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Names the mistake that explains a refusal best, and the others that were found.
  func explanation() throws(Refusal) -> Answer {
    let found = Explainer.explain(try Self.evidence(reader))
    guard let first = found.first else { return Answer(members: ["finding": "none"]) }
    return Answer(members: [
      "finding": .string(first.mistake.id), "certainty": .string(first.certainty.rawValue),
      "also": .array(found.dropFirst().map { .string($0.mistake.id) }),
    ])
  }

  /// The evidence that the input holds.
  static func evidence(_ input: InputReader) throws(Refusal) -> Evidence {
    let (body, request) = (try input.bytes("body"), try input.bytes("request"))
    let (string, url) = (try input.bytes("string"), try input.bytes("url"))
    guard body != nil || request != nil || url != nil else {
      throw Refusal(.invalidInput, "The input has neither 'body' nor 'request' nor 'url'.")
    }
    var secrets: GivenCredentials?
    if let credentials = try input.nested("credentials") {
      secrets = GivenCredentials(
        accessKeyID: try credentials.requiredText(
          "accessKeyId", orRefuseAs: .missingAccessKeyID),
        accessKeySecret: try credentials.requiredText(
          "accessKeySecret", orRefuseAs: .missingSecret),
        securityToken: try credentials.text("securityToken", orRefuseAs: .invalidSecurityToken))
    }
    return Evidence(body: body, request: request, string: string, url: url, secrets: secrets)
  }
}
