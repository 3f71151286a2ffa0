import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `What V4 shows of itself` {
  @Test func `holds no secret, no key and no token`() throws {
    let credentials = try Credentials(
      accessKeyID: "ak", accessKeySecret: "SeCrEt", securityToken: "ToKeN")
    let signer = try SignerV4(credentials, region: "cn-hangzhou").prepared(at: .epoch)
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let endpoint = try Endpoint("http://h")
    let key = signer.signingKey(at: .epoch)
    let pendingURL = try signer.pendingURL(
      for: request, endpoint: endpoint, at: .epoch, validFor: 1)
    let values: [Any] = [
      signer, key, signer.identity, signer.stringToSign(for: request, at: .epoch),
      signer.sign(request, at: .epoch), pendingURL,
      PendingHeadersV4(request, of: signer.identity, at: .epoch), Signer.v4(signer),
      SignedHeaders.v4(signer.sign(request, at: .epoch)),
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [String(describing: value), String(reflecting: value), dumped] {
        #expect(!text.contains("SeCrEt") && !text.contains("ToKeN"), "\(text)")
        #expect(!text.contains(key.hexadecimal.prefix(8)), "\(text)")
      }
    }
    #expect(values.count == 9)
    #expect("\(signer)" == "SignerV4(SigningIdentityV4(ak, cn-hangzhou, oss))")
    #expect("\(key)" == "SigningKeyV4(19700101/cn-hangzhou/oss/aliyun_v4_request)")
  }
}
