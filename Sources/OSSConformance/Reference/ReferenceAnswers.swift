internal import OSSMistakes
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
    return Answer(
      members: [
        "signature": .string(Self.lastPart(of: signed.authorization, after: ":")),
        "authorization": .string(signed.authorization),
        "headers": Self.pairs(signed.headers(of: request)),
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
  /// What follows the last of a mark in an Authorization header: the signature.
  ///
  /// No signature holds a colon, and one in hexadecimal digits no equals sign.
  static func lastPart(of authorization: String, after mark: Unicode.Scalar) -> String {
    guard let place = authorization.utf8.lastIndex(of: UInt8(ascii: mark)) else { return "" }
    return String(authorization[authorization.utf8.index(after: place)...])
  }

  /// Headers as the protocol has them.
  static func pairs(_ headers: [HeaderField]) -> JSONValue {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
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
