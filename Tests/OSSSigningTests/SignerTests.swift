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

@Suite struct `Signing keys` {
  private func signer(
    secret: String = "sk", region: String = "cn-hangzhou", product: String = "oss"
  ) throws -> Signer {
    try Signer(
      Credentials(accessKeyID: "ak", accessKeySecret: secret), .v4(region: region, product: product)
    )
  }

  /// V4-KEY-3: what is held for one day is not used on another.
  @Test(arguments: [
    (1_702_771_199, "5eb4fae82589e6d04690a55c0c2f66187feec3f242ad2a41eab1ab4eeefdcfd8"),
    (1_702_771_200, "94305328e209e3c33ebed5f8707028b35751ee482e1a08c1b2a978bdcc323d5c"),
    (-1, "32ba35789cc2526c6545ec266cfec4477708b934a33e0484adb3a80bc89dd93d"),
  ])
  func `are used for their own day only`(time: Int64, signature: String) throws {
    let request = try SigningRequest(method: "GET", bucket: "b", key: "k")
    let moment = try Moment(seconds: time)
    var signer = try signer()
    for day in [1_702_771_199, 1_702_771_200, -1, 0, time] as [Int64] {
      #expect(try signer.sign(request, at: moment).signature == signature)
      signer.prepare(at: try Moment(seconds: day))
      signer.prepare(at: try Moment(seconds: day))
      #expect(signer.isPrepared(at: try Moment(seconds: day)))
      #expect(!signer.isPrepared(at: .latest))
    }
    #expect(try signer.sign(request, at: moment).signature == signature)
  }

  @Test(arguments: [
    (-62_135_596_800, "00010101"), (253_402_300_799, "99991231"), (0, "19700101"),
    (1_702_743_657, "20231216"), (1_702_684_800, "20231216"), (1_702_684_799, "20231215"),
    (1_702_771_199, "20231216"), (1_702_771_200, "20231217"), (-1, "19691231"),
  ])
  func `are for the day of the scope`(seconds: Int64, date: String) throws {
    let time = try Moment(seconds: seconds)
    let signer = try signer()
    #expect(signer.identity.scope(at: time) == "\(date)/cn-hangzhou/oss/aliyun_v4_request")
    let noon = try Moment(iso8601BasicDate: date).adding(.hours(12))
    #expect(signer.prepared(at: noon).isPrepared(at: time))
    let nextDay = noon.adding(.days(1))
    #expect(signer.prepared(at: nextDay).isPrepared(at: time) == (nextDay > .latest))
    #expect(signer.signingKey(at: noon) == signer.signingKey(at: time))
  }

  /// A broken clock shows what cannot be written; the first or the last day is taken for it.
  @Test func `are those of the ends of time beyond them`() throws {
    let signer = try signer()
    let late = Moment(milliseconds: .max)
    #expect(signer.prepared(at: late).isPrepared(at: .latest))
    #expect(signer.signingKey(at: late) == signer.signingKey(at: .latest))
    let early = Moment(milliseconds: .min)
    #expect(signer.prepared(at: early).isPrepared(at: .earliest))
    #expect(signer.signingKey(at: early) == signer.signingKey(at: .earliest))
  }
}
