internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  func headerSignatureV2() throws(Refusal) -> Answer {
    let signer = SignerV2(try credentials(), steps: steps.signingV2)
    let request = try request()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let signed = signer.sign(request, at: time)
    return Answer(
      members: [
        "signature": .string(Self.lastPart(of: signed.authorization, after: ":")),
        "authorization": .string(signed.authorization),
        "headers": Self.pairs(signed.headers(of: request)),
      ], stages: stagesV2 { signer.stringToSign(for: request, at: time) })
  }

  func presignedURLV2() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let request = try request()
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    try refuse { () throws(SigningError) in
      try PendingURLV2.check(request, expires: expires, token: credentials.securityToken)
    }
    let signer = SignerV2(credentials, steps: steps.signingV2)
    let pending = PendingURLV2(unchecked: request, endpoint: endpoint, expires: expires, of: signer)
    let url = pending.signed(by: signer.signature(of: pending.stringToSign.bytes))
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.text)],
      stages: stagesV2 { pending.stringToSign })
  }

  private func stagesV2(_ string: () -> StringToSignV2) -> JSONObject {
    guard steps.showsStages else { return [:] }
    let string = string()
    return [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "additionalHeaders": .string(string.additionalHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }
}
