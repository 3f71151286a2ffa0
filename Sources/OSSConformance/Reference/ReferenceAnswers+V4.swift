internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  func headerSignatureV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let request = try request()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let signed = signer.sign(request, at: time)
    return Answer(
      members: [
        "signature": .string(Self.lastPart(of: signed.authorization, after: "=")),
        "authorization": .string(signed.authorization),
        "headers": Self.pairs(signed.headers(of: request)),
      ], stages: stagesV4(signer, time) { signer.stringToSign(for: request, at: time) })
  }

  func presignedURLV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let request = try request()
    let endpoint = try endpoint()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    guard let seconds = try reader.integer("expires") else {
      throw .shape("expires", "a whole number")
    }
    let token = signer.identity.securityToken
    try refuse { () throws(SigningError) in
      try PendingURLV4.check(request, validFor: seconds, token: token)
    }
    let pending = PendingURLV4(
      unchecked: request, endpoint: endpoint, of: signer.identity, at: time, validFor: seconds,
      steps: steps.signingV4)
    let url = pending.signed(by: signer.signature(of: pending.stringToSign, at: time))
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.text)],
      stages: stagesV4(signer, time) { pending.stringToSign })
  }

  func stringSignatureV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let string = try reader.requiredBytes("stringToSign")
    do {
      let signature = try signer.signature(forStringToSign: string.span)
      return Answer(members: ["signature": .string(signature.text)])
    } catch {
      if steps.refuses(error) { throw Refusal(error) }
      return Answer(members: ["signature": .string(signature(ofAny: string, by: signer).text)])
    }
  }

  /// What a server with the mistake of signing any string makes of one: by the key of the day that
  /// the second line tells, if it tells one.
  private func signature(ofAny string: Bytes, by signer: SignerV4) -> SignatureV4 {
    let lines = string.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = lines.count > 1 ? String(decoding: lines[1], as: UTF8.self) : ""
    let time = (try? UnixTime(iso8601Basic: text)) ?? .epoch
    return signer.signingKey(at: time).signature(of: string.span)
  }

  /// The signer for the region and the product of the input.
  func signerV4() throws(Refusal) -> SignerV4 {
    let credentials = try credentials()
    let (region, product) = try scopeNames()
    return SignerV4(
      unchecked: credentials, region: region, product: product, steps: steps.signingV4)
  }

  /// The region and the product of the input.
  func scopeNames() throws(Refusal) -> (region: String, product: String) {
    let region = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let product = try reader.text("product", orRefuseAs: .invalidProduct) ?? "oss"
    try refuse { () throws(SigningError) in
      try SigningIdentityV4.check(region: region, product: product)
    }
    return (region, product)
  }

  private func stagesV4(
    _ signer: SignerV4, _ time: UnixTime, _ string: () -> StringToSignV4
  ) -> JSONObject {
    guard steps.showsStages else { return [:] }
    let string = string()
    return [
      "canonicalUri": .string(string.canonicalURI),
      "canonicalQuery": .string(string.canonicalQuery),
      "canonicalHeaders": .string(string.canonicalHeaders),
      "additionalHeaders": .string(string.additionalHeaders),
      "canonicalRequest": .string(string.canonicalRequest),
      "canonicalRequestHash": .string(string.canonicalRequestHash),
      "scope": .string(string.scope),
      "stringToSign": .string(string.text),
      "signingKey": .string(signer.signingKey(at: time).hexadecimal),
    ]
  }
}
