internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  func headerSignatureV2() throws(Refusal) -> Answer {
    let signer = SignerV2(try credentials())
    let request = try request()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let signed = signer.sign(request, at: time)
    return Answer(
      members: [
        "signature": .string(Self.lastPart(of: signed.authorization, after: ":")),
        "authorization": .string(signed.authorization),
        "headers": Self.pairs(signed.headers(of: request)),
      ], stages: Self.stages(signer.stringToSign(for: request, at: time)))
  }

  func presignedURLV2() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let request = try request()
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    do {
      let signer = SignerV2(credentials)
      let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
      let url = pending.signed(by: signer.signature(of: pending.stringToSign.bytes))
      return Answer(
        members: ["signature": .string(url.signature), "url": .string(url.text)],
        stages: Self.stages(pending.stringToSign))
    } catch {
      throw Refusal(error)
    }
  }

  private static func stages(_ string: StringToSignV2) -> JSONObject {
    [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "additionalHeaders": .string(string.additionalHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }
}
