import OSSPrimitives
import OSSSigning
import OSSVectors
import Testing

/// The operations of V4, done with what an app imports.
enum SigningReplayV4 {
  static func header(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let time = try input.time("time", "invalid-time")
    let signer = try input.signerV4().prepared(at: time)
    let request = try input.request()
    let signed = signer.sign(request, at: time)
    compareSteps(signer.stringToSign(for: request, at: time), signer, time, expected)
    let signature = signed.authorization.split(separator: "=").last ?? ""
    expected.member("signature", .string(String(signature)))
    expected.member("authorization", .string(signed.authorization))
    let headers = signed.headers(of: request)
    expected.member("headers", try SigningReplay.signedPairs(headers, input))
  }

  static func presign(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let time = try input.time("time", "invalid-time")
    let signer = try input.signerV4()
    let request = try input.request()
    let endpoint = try input.endpoint()
    let seconds = try #require(input.object["expires"]?.integerValue)
    let pending = try signer.pendingURL(
      for: request, endpoint: endpoint, at: time, validFor: seconds)
    compareSteps(pending.stringToSign, signer, time, expected)
    let url = try signer.presignedURL(
      for: request, endpoint: endpoint, at: time, validFor: seconds)
    expected.member("signature", .string(url.signature))
    expected.member("url", .string(url.text))
  }

  static func string(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let string = try input.bytes("stringToSign")
    let signature = try input.signerV4().signature(forStringToSign: string.span)
    expected.member("signature", .string(signature.text))
  }

  private static func compareSteps(
    _ string: StringToSignV4, _ signer: SignerV4, _ time: UnixTime, _ expected: GivenAnswer
  ) {
    expected.stage("canonicalUri", string.canonicalURI)
    expected.stage("canonicalQuery", string.canonicalQuery)
    expected.stage("canonicalHeaders", string.canonicalHeaders)
    expected.stage("additionalHeaders", string.additionalHeaders)
    expected.stage("canonicalRequest", string.canonicalRequest)
    expected.stage("canonicalRequestHash", string.canonicalRequestHash)
    expected.stage("scope", string.scope)
    expected.stage("stringToSign", string.text)
    expected.stage("signingKey", signer.signingKey(at: time).hexadecimal)
  }
}
