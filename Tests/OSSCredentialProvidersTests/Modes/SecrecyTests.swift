import OSSAppServer
import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSTestDoubles
import TestSupport
import Testing

/// Everything that a mode hands out or holds, described in each way that Swift has.
@Suite struct `Descriptions of modes` {
  let clock = TestClock()
  /// What no text may contain: secret, token, the app's session, its query, and what it threw.
  static let secrets = [
    "secret-A", "token-A", "session-A", "query-A", "thrown-A", "c2VjcmV0", "%2DA",
  ]

  private func expectNothing(in value: Any, _ what: String) {
    for text in ShownTexts.texts(value) {
      #expect(!text.isEmpty)
      for secret in Self.secrets where text.contains(secret) {
        Issue.record("\(what) shows \(secret): \(text)")
      }
    }
  }

  private func signers() throws -> [any RequestSigner] {
    let token = try token("A", expires: clock.seconds(3_600))
    return [
      try StaticKeyPairProvider(
        accessKeyID: "A", accessKeySecret: "secret-A", version: .v1, clock: clock.read),
      StaticTokenProvider(token, version: .v1, clock: clock.read),
      FederationTokenProvider(options: .test(clock), version: .v1) { token },
      CredentialsURIProvider(
        url: "https://user:secret-A@app.example.com/?query-A",
        headers: [HeaderField("X-Session", "session-A")], transport: ScriptedTransport(),
        options: .test(clock), version: .v1),
      try CustomSigner(SigningIdentity(.v1), clock: clock.read) { _ in `Custom signers`.value },
      StaticTokenProvider(token, version: Published.v4, clock: clock.read),
      CustomSigner(
        try SigningIdentity(accessKeyID: "A", securityToken: "token-A", .v4(region: "cn-hangzhou")),
        clock: clock.read
      ) { _ in Published.url.signature },
    ]
  }

  @Test func `modes and what they hand out show no secret and no token: CRED-MODE-19`() async throws
  {
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    let endpoint = try Endpoint("https://oss-cn-hangzhou.aliyuncs.com")
    var counted = 0
    for signer in try signers() {
      let signed = try await signer.sign(request)
      let url = try await signer.presign(request, at: endpoint, validFor: .seconds(60))
      for value in [signer, signed, url, Optional.some(signed) as Any, [url]] as [Any] {
        expectNothing(in: value, "\(type(of: value))")
        counted += 1
      }
      if let provider = signer as? any CredentialsProvider {
        expectNothing(in: try await provider.credentials(), "credentials")
        expectNothing(in: try await provider.preparedSigner(), "a prepared signer")
        await provider.reject(generation: 1)
        expectNothing(in: provider, "a provider after a rejection")
      }
    }
    #expect(counted == 35)
  }

  @Test func `a request and its answer show no secret and no token: CRED-MODE-19`() {
    let request = TokenServerRequest(
      url: "https://user:secret-A@app.example.com/token?query-A#token-A",
      headers: [HeaderField("X-Session", "session-A")])
    expectNothing(in: request, "the request")
    #expect(
      "\(request)" == "TokenServerRequest(GET …@app.example.com/token, headers: [\"X-Session\"])")
    let response = TokenServerReply(status: 200, body: ScriptedTransport.body())
    expectNothing(in: response, "the answer")
    #expect("\(response)".hasPrefix("TokenServerReply(status: 200, "))
  }

  @Test func `an error does not show what was thrown or received: CRED-MODE-19`() async throws {
    let answers: [(@Sendable (TokenServerRequest) throws -> TokenServerReply)] = [
      { _ in throw AppError(text: "thrown-A") },
      { _ in TokenServerReply(status: 500, body: ScriptedTransport.body()) },
      { _ in TokenServerReply(status: 200, body: Bytes("secret-A token-A".utf8)) },
      { _ in TokenServerReply(status: 200, body: Bytes(#"{"AccessKeySecret":"secret-A"}"#.utf8)) },
    ]
    for answer in answers {
      let provider = CredentialsURIProvider(
        url: "", transport: ScriptedTransport(answer), options: .test(clock), version: .v1)
      let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
      expectNothing(in: try #require(error), "the error")
      expectNothing(in: provider, "the provider")
    }
    let signer = try CustomSigner(SigningIdentity(.v1), clock: clock.read) { _ in
      throw AppError(text: "thrown-A")
    }
    let error = await #expect(throws: ProviderError.self) {
      try await signer.sign(try SigningRequest(method: "GET", bucket: "bucket", key: "key"))
    }
    expectNothing(in: try #require(error), "the error of a signer")
    #expect("\(try #require(error))".contains("AppError"))
  }

  @Test func `a secret in a text would be found`() {
    let shown = ShownTexts.texts(["secret-A"])
    #expect(!shown.isEmpty)
    #expect(shown.allSatisfy { $0.contains("secret-A") })
  }
}

@Suite struct `Errors that an app throws` {
  private let clock = TestClock()

  private func text(thrownBySigner error: any Error) async throws -> String {
    let signer = try CustomSigner(SigningIdentity(.v1), clock: clock.read) { _ in throw error }
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    let thrown = await #expect(throws: ProviderError.self) { try await signer.sign(request) }
    return try #require(thrown?.description)
  }

  private func text(thrownByFetch error: any Error) async throws -> String {
    let provider = FederationTokenProvider(options: .test(clock), version: .v1) { throw error }
    let thrown = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    return try #require(thrown?.description)
  }

  private func text(thrownByDecoder error: any Error) async throws -> String {
    let provider = CredentialsURIProvider(
      url: "", transport: ScriptedTransport(), options: .test(clock), version: .v1,
      decoder: { _ in throw error })
    let thrown = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    return try #require(thrown?.description)
  }

  @Test func `are shown by their sentence if they are of this package: CRED-MODE-19`()
    async throws
  {
    let errors: [any Error & CustomStringConvertible] = [
      SigningError.emptyAccessKeySecret, SigningRuleError.size(7, maximum: 6),
      SigningRuleError.dotSegment,
      RPCError.endpointPath("/a"),
    ]
    for error in errors {
      let sentence = error.description
      #expect(try await text(thrownBySigner: error) == "The custom signer failed. " + sentence)
      #expect(
        try await text(thrownByFetch: error)
          == "There are no credentials, for the fetch failed. The fetch brought no answer: "
          + sentence)
      #expect(
        try await text(thrownByDecoder: error)
          == "There are no credentials, for the fetch failed. "
          + "The decoder gave nothing for the answer of the token server. " + sentence)
    }
  }

  @Test func `are shown by their type if they are of others: CRED-MODE-19`() async throws {
    let error = AppError(text: "secret")
    #expect(try await text(thrownBySigner: error) == "The custom signer failed. " + AppError.shown)
    #expect(
      try await text(thrownByFetch: error)
        == "There are no credentials, for the fetch failed. The fetch brought no answer: "
        + AppError.shown)
    #expect(try await text(thrownByDecoder: error).hasSuffix("server. " + AppError.shown))
  }
}
