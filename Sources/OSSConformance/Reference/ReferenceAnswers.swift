internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What the reference answers to each operation.
///
/// The one place where the kit's runner meets the signer: everything else knows it only as an
/// adapter. The steps are the reference's own, or those of a signer with a known mistake.
struct ReferenceAnswers {
  let steps: ReferenceSteps
  let reader: InputReader

  init(steps: ReferenceSteps = .standard, _ reader: InputReader) {
    self.steps = steps
    self.reader = reader
  }

  func headerSignature() throws(Refusal) -> Answer {
    let signer = SignerV1(try credentials(), steps: steps.signer)
    let request = try request()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    let signed = signer.sign(request, at: time)
    let headers = signed.headers(of: request).map {
      JSONValue.array([.string($0.name), .string($0.value)])
    }
    return Answer(
      members: [
        "signature": .string(Self.signature(in: signed.authorization)),
        "authorization": .string(signed.authorization),
        "headers": .array(headers),
      ], stages: stages { signer.stringToSign(for: request, at: time) })
  }

  func presignedURL() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let request = try request()
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    let token = credentials.securityToken
    try refuse { () throws(SigningError) in
      try PendingURLV1.check(request, expires: expires, token: token)
    }
    let pending = PendingURLV1(
      unchecked: request, endpoint: endpoint, expires: expires, token: token,
      steps: steps.signer)
    let signer = SignerV1(credentials, steps: steps.signer)
    let url = pending.signed(
      by: signer.authorization(forStringToSign: pending.stringToSign.bytes.span))
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.text)],
      stages: stages { pending.stringToSign })
  }

  func publicURL() throws(Refusal) -> Answer {
    let endpoint = try endpoint()
    let url = endpoint.publicURL(for: try request(), steps: steps.signing)
    return Answer(members: ["url": .string(url)])
  }

  func stringSignature() throws(Refusal) -> Answer {
    let signer = SignerV1(try credentials(), steps: steps.signer)
    let string = try reader.requiredBytes("stringToSign")
    let authorization = signer.authorization(forStringToSign: string.span)
    return Answer(members: [
      "signature": .string(authorization.signature),
      "authorization": .string(authorization.description),
    ])
  }
}

extension ReferenceAnswers {
  /// What follows the last colon; no signature holds one.
  private static func signature(in authorization: String) -> String {
    guard let colon = authorization.utf8.lastIndex(of: UInt8(ascii: ":")) else { return "" }
    return String(authorization[authorization.utf8.index(after: colon)...])
  }

  private func stages(_ string: () -> StringToSignV1) -> JSONObject {
    guard steps.showsStages else { return [:] }
    let string = string()
    return [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }
}
