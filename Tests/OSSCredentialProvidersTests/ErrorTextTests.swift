import OSSAppServer
import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSTestDoubles
import Testing

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
