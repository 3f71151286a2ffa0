internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What the reference answers to each operation.
///
/// The one place where the kit's runner meets the signer: everything else knows it only as an
/// adapter.
struct ReferenceAnswers {
  let reader: InputReader

  init(_ reader: InputReader) { self.reader = reader }

  func headerSignature() throws(Refusal) -> Answer {
    let signer = SignerV1(try credentials())
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

  func presignedURL() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let request = try request()
    let endpoint = try endpoint()
    let expires = try reader.time("expires", orRefuseAs: .invalidExpires)
    do {
      let signer = SignerV1(credentials)
      let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
      let url = pending.signed(
        by: signer.authorization(forStringToSign: pending.stringToSign.bytes.span))
      return Answer(
        members: ["signature": .string(url.signature), "url": .string(url.text)],
        stages: Self.stages(pending.stringToSign))
    } catch {
      throw Refusal(error)
    }
  }

  func publicURL() throws(Refusal) -> Answer {
    let endpoint = try endpoint()
    let url = endpoint.url(for: try request())
    return Answer(members: ["url": .string(url)])
  }

  func stringSignature() throws(Refusal) -> Answer {
    let signer = SignerV1(try credentials())
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

  private static func stages(_ string: StringToSignV1) -> JSONObject {
    [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }
}
