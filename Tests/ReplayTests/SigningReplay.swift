import OSSJSON
import OSSPrimitives
import OSSSigning
import OSSVectors
import Testing

/// The signing operations of the vectors, done with what an app imports.
enum SigningReplay {
  static func header(
    _ version: SignatureVersion, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    var signer = try Signer(input.credentials(), version)
    let request = try input.request()
    let time = try input.time("time", "invalid-time")
    signer.prepare(at: time)
    let signed = try signer.sign(request, at: time)
    let unsigned = try signer.identity.headers(for: request, at: time)
    compareSteps(unsigned.stringToSign, signer, time, expected)
    // The same from the two halves of signing elsewhere.
    let answer = try signer.signature(of: unsigned.stringToSign.text)
    #expect(try unsigned.signed(by: answer) == signed)
    let mark: Character = version == .v1 || version == .v2 ? ":" : "="
    // What follows the last mark: base64 holds no colon, and hexadecimal digits no equals sign.
    let signature = signed.authorization.split(
      separator: mark, omittingEmptySubsequences: false
    ).last
    expected.member("signature", .string(String(signature ?? "")))
    expected.member("authorization", .string(signed.authorization))
    expected.member("headers", try signedPairs(signed.headers, input))
  }

  /// The headers that take part in the signature, as vectors have them; vectors expect no other
  /// (FMT-JUDGE-4).
  private static func signedPairs(
    _ headers: [HeaderField], _ input: VectorInput
  ) throws -> JSONValue {
    let names =
      ["authorization", "date", "content-type", "content-md5"]
      + (try input.additionalHeaders().map { $0.lowercased() })
    let signed = headers.filter { header in
      let name = header.name.lowercased()
      return name.hasPrefix("x-oss-") || names.contains(name)
    }
    return .array(signed.map { .array([.string($0.name), .string($0.value)]) })
  }

  static func presign(
    _ version: SignatureVersion, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    let signer = try Signer(input.credentials(), version)
    let request = try input.request()
    let endpoint = try input.endpoint()
    let (url, unsigned): (PresignedURL, Unsigned<PresignedURL>)
    var now = Moment.epoch
    if version == .v1 || version == .v2 {
      let end = try input.time("expires", "invalid-expires")
      url = try signer.presign(request, at: endpoint, now: now, until: end)
      unsigned = try signer.identity.url(for: request, at: endpoint, now: now, until: end)
    } else {
      now = try input.time("time", "invalid-time")
      let span = TimeSpan.seconds(try #require(input.object["expires"]?.integerValue))
      url = try signer.presign(request, at: endpoint, now: now, validFor: span)
      unsigned = try signer.identity.url(for: request, at: endpoint, now: now, validFor: span)
    }
    compareSteps(unsigned.stringToSign, signer, now, expected)
    let answer = try signer.signature(of: unsigned.stringToSign.text)
    #expect(try unsigned.signed(by: answer) == url)
    expected.member("signature", .string(url.signature))
    expected.member("url", .string(url.url))
  }

  static func publicURL(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let url = try input.endpoint().publicURL(for: input.request())
    expected.member("url", .string(url))
  }

  static func string(
    _ version: SignatureVersion, _ input: VectorInput, _ expected: GivenAnswer
  ) throws {
    let signer = try Signer(input.credentials(), version)
    let string = try input.bytes("stringToSign")
    let signature = try signer.signature(of: string.span)
    expected.member("signature", .string(try signature.read(as: version).signature))
    if version == .v1 { expected.member("authorization", .string(signature.text)) }
  }

  private static func compareSteps(
    _ string: StringToSign, _ signer: Signer, _ time: Moment, _ expected: GivenAnswer
  ) {
    let isV4 = string[.canonicalRequest] != nil
    let names: [(StringToSign.Step, String)] = [
      (.canonicalURI, "canonicalUri"), (.canonicalQuery, "canonicalQuery"),
      (.canonicalHeaders, isV4 ? "canonicalHeaders" : "canonicalizedHeaders"),
      (.additionalHeaders, "additionalHeaders"), (.canonicalResource, "canonicalizedResource"),
      (.canonicalRequest, "canonicalRequest"), (.canonicalRequestHash, "canonicalRequestHash"),
      (.scope, "scope"),
    ]
    for (step, name) in names {
      if let text = string[step] { expected.stage(name, text) }
    }
    expected.stage("stringToSign", string.text)
    if let key = signer.signingKey(at: time) { expected.stage("signingKey", key) }
  }
}
