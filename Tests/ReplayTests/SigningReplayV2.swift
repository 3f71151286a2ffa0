import OSSPrimitives
import OSSSigning
import OSSVectors
import Testing

/// The operations of V2, done with what an app imports.
enum SigningReplayV2 {
  static func header(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let signer = SignerV2(try input.credentials())
    let request = try input.request()
    let time = try input.time("time", "invalid-time")
    let signed = signer.sign(request, at: time)
    compareSteps(signer.stringToSign(for: request, at: time), expected)
    let signature = signed.authorization.split(separator: ":").last ?? ""
    expected.member("signature", .string(String(signature)))
    expected.member("authorization", .string(signed.authorization))
    let headers = signed.headers(of: request)
    expected.member("headers", try SigningReplay.signedPairs(headers, input))
  }

  static func presign(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let signer = SignerV2(try input.credentials())
    let request = try input.request()
    let endpoint = try input.endpoint()
    let expires = try input.time("expires", "invalid-expires")
    let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
    compareSteps(pending.stringToSign, expected)
    let url = try signer.presignedURL(for: request, endpoint: endpoint, expires: expires)
    expected.member("signature", .string(url.signature))
    expected.member("url", .string(url.text))
  }

  private static func compareSteps(_ string: StringToSignV2, _ expected: GivenAnswer) {
    expected.stage("canonicalizedHeaders", string.canonicalizedHeaders)
    expected.stage("additionalHeaders", string.additionalHeaders)
    expected.stage("canonicalizedResource", string.canonicalizedResource)
    expected.stage("stringToSign", string.text)
  }
}
