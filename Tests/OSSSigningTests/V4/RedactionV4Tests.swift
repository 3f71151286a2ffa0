import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `What V4 shows of itself` {
  @Test func `holds no secret, no key and no token`() throws {
    let credentials = try Credentials(
      accessKeyID: "ak", accessKeySecret: "SeCrEt", securityToken: "ToKeN")
    let signer = try Signer(credentials, .v4(region: "cn-hangzhou")).prepared(at: .epoch)
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let endpoint = try Endpoint("http://h")
    let key = try #require(signer.signingKey(at: .epoch))
    let pendingURL = try signer.identity.url(
      for: request, at: endpoint, now: .epoch, validFor: .seconds(1))
    let values: [Any] = [
      signer, signer.identity, credentials, try signer.stringToSign(for: request, at: .epoch),
      try signer.sign(request, at: .epoch), pendingURL,
      try signer.identity.headers(for: request, at: .epoch),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [String(describing: value), String(reflecting: value), dumped] {
        #expect(!text.contains("SeCrEt") && !text.contains("ToKeN"), "\(text)")
        #expect(!text.contains(key.prefix(8)), "\(text)")
      }
    }
    #expect(values.count == 7)
    #expect(
      "\(signer)" == """
        Signer(SigningIdentity(accessKeyID: ak, v4(region: "cn-hangzhou", product: "oss")))
        """)
  }
}
