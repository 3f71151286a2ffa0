internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  func headerSignatureV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let request = try request()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    // The signer keeps the key of the day, as that of an app does (V4-KEY-3).
    let signed = signer.prepared(at: time).sign(request, at: time)
    return Answer(
      members: [
        "signature": .string(Self.lastPart(of: signed.authorization, after: "=")),
        "authorization": .string(signed.authorization),
        "headers": Self.pairs(signed.headers(of: request)),
      ],
      stages: Self.stages(
        signer.stringToSign(for: request, at: time), signer.signingKey(at: time)))
  }

  func presignedURLV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let request = try request()
    let endpoint = try endpoint()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    guard let seconds = try reader.integer("expires") else {
      throw .shape("expires", "a whole number")
    }
    do {
      let pending = try signer.pendingURL(
        for: request, endpoint: endpoint, at: time, validFor: seconds)
      // The signer keeps the key of another day, which must not sign (V4-KEY-3).
      let kept = signer.prepared(at: time.seconds < 86_400 ? .latest : .epoch)
      let url = pending.signed(by: kept.signature(of: pending.stringToSign, at: time))
      return Answer(
        members: ["signature": .string(url.signature), "url": .string(url.text)],
        stages: Self.stages(pending.stringToSign, signer.signingKey(at: time)))
    } catch {
      throw Refusal(error)
    }
  }

  func stringSignatureV4() throws(Refusal) -> Answer {
    let signer = try signerV4()
    let string = try reader.requiredBytes("stringToSign")
    do {
      let signature = try signer.signature(forStringToSign: string.span)
      return Answer(members: ["signature": .string(signature.text)])
    } catch {
      throw Refusal(error)
    }
  }

  /// The signer for the region and the product of the input.
  func signerV4() throws(Refusal) -> SignerV4 {
    let credentials = try credentials()
    let (region, product) = try scopeNames()
    do {
      return try SignerV4(credentials, region: region, product: product)
    } catch {
      throw Refusal(error)
    }
  }

  /// The region and the product of the input.
  func scopeNames() throws(Refusal) -> (region: String, product: String) {
    let region = try reader.text("region", orRefuseAs: .invalidRegion) ?? ""
    let product = try reader.text("product", orRefuseAs: .invalidProduct) ?? "oss"
    return (region, product)
  }

  private static func stages(_ string: StringToSignV4, _ key: SigningKeyV4) -> JSONObject {
    [
      "canonicalUri": .string(string.canonicalURI),
      "canonicalQuery": .string(string.canonicalQuery),
      "canonicalHeaders": .string(string.canonicalHeaders),
      "additionalHeaders": .string(string.additionalHeaders),
      "canonicalRequest": .string(string.canonicalRequest),
      "canonicalRequestHash": .string(string.canonicalRequestHash),
      "scope": .string(string.scope),
      "stringToSign": .string(string.text),
      "signingKey": .string(key.hexadecimal),
    ]
  }
}
