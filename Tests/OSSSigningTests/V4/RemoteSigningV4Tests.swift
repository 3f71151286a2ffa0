import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Signing with V4 in two halves` {
  private func signer(_ region: String = "cn-hangzhou", token: String? = nil) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token),
      .v4(region: region))
  }

  @Test(arguments: ExampleV4.headers)
  func `gives the headers that are published`(example: ExampleV4) throws {
    // The app knows no secret.
    let identity = try SigningIdentity(
      accessKeyID: example.id, securityToken: example.token,
      .v4(region: example.region, product: example.product))
    let (request, time) = try (example.signingRequest, example.moment)
    let pending = try identity.headers(for: request, at: time)
    let answer = try example.signer.signature(of: pending.stringToSign.text).text
    #expect(answer == example.signature)
    let signed = try pending.signed(by: Signature(answer))
    #expect(try signed == (example.signer.sign(request, at: time)))
  }

  @Test(arguments: ExampleV4.urls)
  func `gives the URLs that are published`(example: ExampleV4) throws {
    let identity = try SigningIdentity(
      accessKeyID: example.id, securityToken: example.token,
      .v4(region: example.region, product: example.product))
    let (request, time) = try (example.signingRequest, example.moment)
    let endpoint = try Endpoint("http://oss-cn-hangzhou.aliyuncs.com")
    let pending = try identity.url(
      for: request, at: endpoint, now: time, validFor: .seconds(example.validity))
    let received = pending.stringToSign.bytes
    let answer = try example.signer.signature(of: received.span)
    #expect(answer.text == example.signature)
    let url = try pending.signed(by: answer)
    #expect(
      try url
        == (example.signer.presign(
          request, at: endpoint, now: time, validFor: .seconds(example.validity))))
  }

  private static let hash = "f4613657f1b108998e8dbd10a1aa5da621dc2c6e02c9ddec0f163664848704c4"
  private static let scope = "20231216/cn-hangzhou/oss/aliyun_v4_request"

  /// V4-REM-1: what is no string to sign of the server's own region and product.
  static let foreign = [
    "", "GET\n\n\n\n/b/k", "OSS4-HMAC-SHA256\n20231216T162057Z\n\(scope)\n",
    "OSS4-HMAC-SHA256\n20231216T162057Z\n\(scope)\n\(hash)\n",
    "OSS4-HMAC-SHA256\n20231216T162057Z\n\(scope)\n\(hash)0",
    "OSS4-HMAC-SHA256\n20231217T162057Z\n\(scope)\n\(hash)",
    "OSS4-HMAC-SHA256\n20231216T162057\n\(scope)\n\(hash)",
    "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-shanghai/oss/aliyun_v4_request\n\(hash)",
    "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss-x/aliyun_v4_request\n\(hash)",
    "OSS4-HMAC-SHA1\n20231216T162057Z\n\(scope)\n\(hash)",
    " OSS4-HMAC-SHA256\n20231216T162057Z\n\(scope)\n\(hash)",
    "OSS4-HMAC-SHA256\r\n20231216T162057Z\r\n\(scope)\r\n\(hash)",
  ]

  @Test(arguments: foreign)
  func `signs nothing that is not a string to sign of the server's scope`(text: String) throws {
    let signer = try signer()
    #expect(throws: SigningError.foreignStringToSign) {
      try signer.signature(of: text)
    }
    #expect(Self.foreign.count == 12)
  }

  @Test func `signs the string that the faulty ones were made of`() throws {
    let text = "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Self.scope)\n\(Self.hash)"
    #expect(
      try signer().signature(of: text).text
        == "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe")
  }

  /// V4-REM-2: what is no signature.
  static let faults: [(text: String, offset: Int)] = [
    ("", 0), ("e21d", 4), (" \(hash)", 0), ("\(hash)\n", 64), ("\(hash)0", 64),
    ("F\(hash.dropFirst())", 0), ("\(hash.dropLast())g", 63), ("\(hash.dropLast())\u{E9}", 63),
    ("OSS ak:\(hash)", 0),
  ]

  @Test(arguments: faults)
  func `takes nothing that is not 64 digits`(text: String, offset: Int) {
    let error = SigningError.invalidSignerValue(.digits(offset: offset))
    #expect(throws: error) { try Signature(text).read(as: .v4(region: "r")) }
    #expect(error.code == "invalid-signer-value")
    #expect(Self.faults.count == 9)
  }
}
