import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `The version of the signature` {
  /// The modes that have no token.
  private func longTerm(at time: Int64) throws -> [any RequestSigner] {
    let identity = try SigningIdentityV4(accessKeyID: "ak", region: "cn-hangzhou")
    let clock = PublishedV4.clock(time)
    return [
      try StaticKeyPairProvider(
        accessKeyID: "ak", accessKeySecret: "sk", version: PublishedV4.version, clock: clock),
      CustomSignerV4(identity: identity, clock: clock, signature: try PublishedV4.server()),
    ]
  }

  /// The modes that have one.
  private func temporary(at time: Int64) throws -> [any RequestSigner] {
    let clock = PublishedV4.clock(time)
    let token = try PublishedV4.token(expires: clock().adding(.seconds(3_600)))
    let version = PublishedV4.version
    let body = Bytes(
      """
      {"Credentials":{"AccessKeyId":"ak","AccessKeySecret":"sk","SecurityToken":"token",\
      "Expiration":"2024-01-01T00:00:00Z"}}
      """.utf8)
    let options = RefreshOptions(seed: 1, clock: clock)
    let client = `Another HTTP client`.Client { _ in HTTPResponse(status: 200, body: body) }
    let identity = try SigningIdentityV4(
      accessKeyID: "ak", securityToken: "token", region: "cn-hangzhou")
    return [
      StaticTokenProvider(token, version: version, clock: clock),
      FederationTokenProvider(options: options, version: version) { token },
      CredentialsURIProvider(url: "", client: client, options: options, version: version),
      CustomSignerV4(identity: identity, clock: clock, signature: try PublishedV4.server()),
    ]
  }

  private func check(
    _ signers: [any RequestSigner], header: String, day: String
  ) async throws {
    for signer in signers {
      let signed = try await signer.sign(try PublishedV4.headerRequest())
      let authorization = signed.headers.first { $0.name == "Authorization" }
      #expect(
        authorization?.value
          == "OSS4-HMAC-SHA256 Credential=ak/\(day)/cn-hangzhou/oss/aliyun_v4_request,"
          + "Signature=\(header)")
    }
  }

  @Test func `is that of the app in every mode's headers: CRED-MODE-20`() async throws {
    let (header, withToken) = (PublishedV4.header, PublishedV4.headerWithToken)
    let (longTerm, temporary) = (
      try longTerm(at: header.time), try temporary(at: withToken.time)
    )
    try await check(longTerm, header: header.signature, day: "20231216")
    try await check(temporary, header: withToken.signature, day: "20231217")
    #expect(longTerm.count + temporary.count == 6)
  }

  @Test func `is that of the app in every mode's URLs: CRED-MODE-20`() async throws {
    let (url, withToken) = (PublishedV4.url, PublishedV4.urlWithToken)
    var count = 0
    for (signers, signature, end) in [
      (try longTerm(at: url.time), url.signature, url.time + 599),
      (try temporary(at: withToken.time), withToken.signature, withToken.time + 599),
    ] {
      for signer in signers {
        let made = try await signer.presign(
          try PublishedV4.urlRequest(), endpoint: try PublishedV4.endpoint(),
          interval: .seconds(599))
        #expect(made.url.contains("x-oss-signature=\(signature)"))
        #expect(made.limit.effective == Moment(milliseconds: end * 1000))
        #expect(made.limit.findings == [])
        count += 1
      }
    }
    #expect(count == 6)
  }

  @Test func `bounds the interval of a URL: CRED-MODE-17`() async throws {
    for signer in try longTerm(at: 0) + temporary(at: 0) {
      let error = await #expect(throws: ProviderError.self) {
        try await signer.presign(
          try PublishedV4.urlRequest(), endpoint: try PublishedV4.endpoint(),
          interval: .seconds(604_801))
      }
      guard case .unusableInterval(.tooLong) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `is V1 where the app picks none: CRED-MODE-20`() async throws {
    let clock = PublishedV4.clock(1_702_743_657)
    let provider = try StaticKeyPairProvider(
      accessKeyID: "ak", accessKeySecret: "sk", clock: clock)
    #expect(provider.signer.version == .v1)
    let signed = try await provider.sign(try PublishedV4.headerRequest())
    #expect(signed.headers.contains { $0.value.hasPrefix("OSS ak:") })
  }

  @Test func `may be V2`() async throws {
    let clock = PublishedV4.clock(1_702_743_657)
    let provider = try StaticKeyPairProvider(
      accessKeyID: "ak", accessKeySecret: "sk", version: .v2, clock: clock)
    let signed = try await provider.sign(try PublishedV4.headerRequest())
    #expect(signed.headers.contains { $0.value.hasPrefix("OSS2 AccessKeyId:ak,Signature:") })
  }

  @Test func `with a region that no scope can hold signs nothing: CRED-MODE-3`() async throws {
    let provider = StaticTokenProvider(
      try PublishedV4.token(), version: .v4(region: "oss-cn-hangzhou"),
      clock: PublishedV4.clock(0))
    let error = await #expect(throws: ProviderError.self) {
      try await provider.sign(try PublishedV4.headerRequest())
    }
    guard case .unsignable(.invalidRegion("oss-cn-hangzhou")) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
