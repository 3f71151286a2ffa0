import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Signature versions of the modes` {
  /// The modes without a token.
  private func longTerm(at time: Int64) throws -> [any RequestSigner] {
    [
      try StaticKeyPairProvider(
        accessKeyID: "ak", accessKeySecret: "sk", version: Published.v4,
        clock: TestClock(seconds: time).read),
      try Published.customSigner(at: time),
    ]
  }

  /// The modes with one.
  private func temporary(at time: Int64) throws -> [any RequestSigner] {
    let clock = TestClock(seconds: time)
    let token = try Published.token(expires: clock.seconds(3_600))
    let client = ScriptedHTTPClient(
      id: "ak", secret: "sk", token: "token", expires: "2024-01-01T00:00:00Z")
    return [
      StaticTokenProvider(token, version: Published.v4, clock: clock.read),
      FederationTokenProvider(options: .test(clock), version: Published.v4) { token },
      CredentialsURIProvider(
        url: "", client: client, options: .test(clock), version: Published.v4),
      try Published.customSigner(token: "token", at: time),
    ]
  }

  @Test func `the headers of every mode have the version of the app: CRED-MODE-20`() async throws {
    for (signers, signature, day) in [
      (try longTerm(at: Published.header.time), Published.header.signature, "20231216"),
      (
        try temporary(at: Published.headerWithToken.time), Published.headerWithToken.signature,
        "20231217"
      ),
    ] {
      for signer in signers {
        let signed = try await signer.sign(try Published.headerRequest())
        #expect(
          signed.headers.first { $0.name == "Authorization" }?.value
            == "OSS4-HMAC-SHA256 Credential=ak/\(day)/cn-hangzhou/oss/aliyun_v4_request,"
            + "Signature=\(signature)")
      }
    }
  }

  @Test func `the URLs of every mode have the version of the app: CRED-MODE-20`() async throws {
    for (signers, expected) in [
      (try longTerm(at: Published.url.time), Published.url),
      (try temporary(at: Published.urlWithToken.time), Published.urlWithToken),
    ] {
      for signer in signers {
        let made = try await signer.presign(
          try Published.urlRequest(), at: try Published.endpoint(), validFor: .seconds(599))
        #expect(made.url.contains("x-oss-signature=\(expected.signature)"))
        #expect(made.limit.effective == Moment(milliseconds: (expected.time + 599) * 1000))
        #expect(made.limit.findings == [])
      }
    }
  }

  @Test func `the version limits the interval of a URL: CRED-MODE-17`() async throws {
    for signer in try longTerm(at: 0) + temporary(at: 0) {
      let error = await failure {
        try await signer.presign(
          try Published.urlRequest(), at: try Published.endpoint(),
          validFor: .seconds(604_801))
      }
      let limit = PresignLimitError.tooLong(.seconds(604_801), limit: .seconds(604_800))
      #expect(error == .unusableInterval(limit))
    }
  }

  @Test(arguments: [
    (SignatureVersion.v1, "OSS ak:"), (.v2, "OSS2 AccessKeyId:ak,Signature:"),
  ])
  func `a mode signs with V1 or V2 if the app asks for it: CRED-MODE-20`(
    version: SignatureVersion, prefix: String
  ) async throws {
    let provider = try StaticKeyPairProvider(
      accessKeyID: "ak", accessKeySecret: "sk", version: version, clock: TestClock().read)
    #expect(provider.signer.version == version)
    let signed = try await provider.sign(try Published.headerRequest())
    #expect(signed.headers.contains { $0.value.hasPrefix(prefix) })
  }

  @Test func `a mode with an invalid region signs nothing: CRED-MODE-3`() async throws {
    let provider = StaticTokenProvider(
      try Published.token(), version: .v4(region: "oss-cn-hangzhou"), clock: TestClock().read)
    let error = await failure { try await provider.sign(try Published.headerRequest()) }
    #expect(error == .unsignable(.invalidRegion("oss-cn-hangzhou")))
  }
}
