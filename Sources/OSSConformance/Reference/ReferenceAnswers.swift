internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What the reference answers to each operation.
///
/// The one place where the kit's runner meets the signer: everything else knows it only as an
/// adapter.
enum ReferenceAnswers {
  static func headerSignature(_ input: InputReader) throws(Refusal) -> Answer {
    let signer = SignerV1(try input.credentials())
    let request = try input.request()
    let time = try input.time("time", orRefuseAs: .invalidTime)
    let signed = signer.sign(request, at: time)
    let authorization = try parsed(signed.authorization)
    let headers = signed.headers(of: request).map {
      JSONValue.array([.string($0.name), .string($0.value)])
    }
    return Answer(
      members: [
        "signature": .string(authorization.signature),
        "authorization": .string(signed.authorization),
        "headers": .array(headers),
      ], stages: stages(of: signer.stringToSign(for: request, at: time)))
  }

  static func presignedURL(_ input: InputReader) throws(Refusal) -> Answer {
    let signer = SignerV1(try input.credentials())
    let request = try input.request()
    let endpoint = try input.endpoint()
    let expires = try input.time("expires", orRefuseAs: .invalidExpires)
    do {
      let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
      let url = try signer.presignedURL(for: request, endpoint: endpoint, expires: expires)
      return Answer(
        members: ["signature": .string(url.signature), "url": .string(url.text)],
        stages: stages(of: pending.stringToSign))
    } catch {
      throw Refusal(error)
    }
  }

  static func publicURL(_ input: InputReader) throws(Refusal) -> Answer {
    let url = try input.endpoint().publicURL(for: input.request())
    return Answer(members: ["url": .string(url)])
  }

  static func stringSignature(_ input: InputReader) throws(Refusal) -> Answer {
    let signer = SignerV1(try input.credentials())
    let string = try input.requiredBytes("stringToSign")
    let authorization = signer.authorization(forStringToSign: string.span)
    return Answer(members: [
      "signature": .string(authorization.signature),
      "authorization": .string(authorization.description),
    ])
  }

  static func signerValue(_ input: InputReader) throws(Refusal) -> Answer {
    let value = try parsed(input.requiredText("value", orRefuseAs: .invalidSignerValue))
    return Answer(members: [
      "accessKeyId": .string(value.accessKeyID), "signature": .string(value.signature),
    ])
  }

  private static func parsed(_ value: String) throws(Refusal) -> AuthorizationV1 {
    do {
      return try AuthorizationV1(value)
    } catch {
      throw Refusal(error)
    }
  }

  private static func stages(of string: StringToSignV1) -> JSONObject {
    [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }
}
