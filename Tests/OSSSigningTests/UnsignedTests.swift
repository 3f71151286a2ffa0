import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Headers and URLs before their signature` {
  static let versions: [SignatureVersion] = [.v1, .v2, .v4(region: "cn-hangzhou")]

  private func request() throws -> SigningRequest {
    try SigningRequest(
      method: "PUT", bucket: "b", key: "a b",
      headers: [
        HeaderField("Range", "r"), HeaderField("Content-Type", " a/b "),
        HeaderField("X-Oss-Meta-A", "1"), HeaderField("If-Match", "m"),
        HeaderField("x-oss-meta-a", "2"),
      ], query: [QueryParameter("acl")], additionalHeaders: ["range"])
  }

  private func signer(_ version: SignatureVersion) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t"), version)
  }

  @Test(arguments: versions)
  func `become with the server's signature what signing at once gives`(
    version: SignatureVersion
  ) throws {
    let (signer, request, endpoint) = (try signer(version), try request(), try Endpoint("http://h"))
    let identity = try SigningIdentity(accessKeyID: "ak", securityToken: "t", version)
    let time = try Moment(seconds: 1_702_743_657)
    let headers = try identity.headers(for: request, at: time)
    let answer = try signer.signature(of: headers.stringToSign.text)
    #expect(try headers.signed(by: Signature(answer.text)) == signer.sign(request, at: time))
    let url = try identity.url(for: request, at: endpoint, now: time, validFor: .hours(1))
    let signed = try url.signed(by: signer.signature(of: url.stringToSign.text))
    #expect(
      signed == (try signer.presign(request, at: endpoint, now: time, validFor: .hours(1))))
    let until = try signer.presign(
      request, at: endpoint, now: time, until: time.adding(.hours(1)))
    #expect(signed == until)
    #expect(signed.expires == time.adding(.hours(1)))
    #expect(signed.method == "PUT")
  }

  @Test(arguments: versions)
  func `take no signature of another version`(version: SignatureVersion) throws {
    let identity = try SigningIdentity(accessKeyID: "ak", version)
    let unsigned = try identity.headers(for: request(), at: .epoch)
    var taken = 0
    for other in Self.versions {
      let answer = try signer(other).signature(
        of: identity.version == other
          ? unsigned.stringToSign.text
          : SigningIdentity(accessKeyID: "ak", other).headers(for: request(), at: .epoch)
            .stringToSign.text)
      if (try? unsigned.signed(by: answer)) != nil { taken += 1 }
    }
    #expect(taken == 1)
  }

  @Test func `have the steps of their version`() throws {
    let steps = try Self.versions.map { version in
      let string = try signer(version).stringToSign(for: request(), at: .epoch)
      return StringToSign.Step.allCases.filter { string[$0] != nil }
    }
    #expect(steps[0] == [.canonicalHeaders, .canonicalResource])
    #expect(steps[1] == [.canonicalHeaders, .additionalHeaders, .canonicalResource])
    #expect(steps[2] == StringToSign.Step.allCases.filter { $0 != .canonicalResource })
  }

  @Test func `name the headers that are sent with a URL, as they were signed`() throws {
    let signed = try Self.versions.map { version in
      try signer(version).presign(
        request(), at: Endpoint("http://h"), now: .epoch, validFor: .hours(1)
      ).signedHeaders
    }
    let both = [HeaderField("Content-Type", "a/b"), HeaderField("X-Oss-Meta-A", "1,2")]
    #expect(signed[0] == both)
    #expect(signed[1] == [HeaderField("Range", "r")] + both)
    #expect(signed[2] == [HeaderField("Range", "r")] + both)
  }

  @Test func `need an access key ID but for V1, whose server names it`() throws {
    #expect(throws: SigningError.emptyAccessKeyID) { try SigningIdentity(.v2) }
    #expect(throws: SigningError.emptyAccessKeyID) { try SigningIdentity(.v4(region: "r")) }
    let unsigned = try SigningIdentity(.v1).headers(for: request(), at: .epoch)
    let value = "OSS other:26NBxoKdsyly4EDv6inkoDft/yA="
    #expect(try unsigned.signed(by: Signature(value)).authorization == value)
  }
}
