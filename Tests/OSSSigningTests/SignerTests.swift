import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `A signer of any version` {
  private func request() throws -> SigningRequest {
    try SigningRequest(
      method: "PUT", bucket: "b", key: "k", headers: [HeaderField("Content-Type", "a/b")])
  }

  private func credentials() throws -> Credentials {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t")
  }

  @Test func `signs as the signer of its version`() throws {
    let (request, credentials) = try (request(), credentials())
    let versions: [SignatureVersion] = [.v1, .v4(region: "cn-hangzhou")]
    let schemes = ["OSS ak:", "OSS4-HMAC-SHA256 Credential=ak/19700101/cn-hangzhou/oss/"]
    for (version, scheme) in zip(versions, schemes) {
      var signer = try Signer(credentials, version)
      let signed = try signer.sign(request, at: .epoch)
      #expect(signed.authorization.hasPrefix(scheme))
      #expect(
        signed.headers.last == HeaderField("Authorization", signed.authorization))
      signer.prepare(at: .epoch)
      #expect(try signer.sign(request, at: .epoch) == signed)
    }
  }

  /// The last two end after the year 9999.
  @Test(arguments: [Int64.min, -1, 0, 251_700_000_000, .max])
  func `presigns no URL that would not work at all`(seconds: Int64) throws {
    let (request, credentials) = try (request(), credentials())
    let endpoint = try Endpoint("http://h")
    let time = try Moment(seconds: 1_702_743_657)
    // A span counts milliseconds, so that the longest one has fewer seconds.
    let whole = TimeSpan.seconds(seconds).seconds
    let versions: [(SignatureVersion, SigningError)] = [
      (.v1, .invalidInterval(seconds: whole)), (.v2, .invalidInterval(seconds: whole)),
      (.v4(region: "r"), .invalidValidity(seconds: whole)),
    ]
    for (version, error) in versions {
      let signer = try Signer(credentials, version)
      #expect(throws: error) {
        try signer.presign(request, at: endpoint, now: time, validFor: .seconds(seconds))
      }
      #expect(
        try signer.presign(request, at: endpoint, now: time, validFor: .seconds(1)).expires
          == time.adding(seconds: 1))
    }
  }

  @Test func `signs for a CloudBox`() throws {
    let version = SignatureVersion.v4(cloudBoxID: "cb-123")
    #expect(version == .v4(region: "cb-123", product: "oss-cloudbox"))
    let signer = try Signer(credentials(), version)
    #expect(
      try signer.sign(request(), at: .epoch).authorization
        .contains("/19700101/cb-123/oss-cloudbox/aliyun_v4_request,"))
  }
}
