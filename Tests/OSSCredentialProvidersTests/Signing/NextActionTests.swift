import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `After a refusal` {
  let clock = TestClock()

  private func provider() -> (FederationTokenProvider, FetchScript) {
    let end = clock.seconds(3_600)
    let script = FetchScript({ try token("A", expires: end) }, { try token("B", expires: end) })
    let provider = FederationTokenProvider(options: .test(clock)) { try await script.next() }
    return (provider, script)
  }

  @Test(arguments: [
    "SecurityTokenExpired", "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
    "InvalidAccessKeyId",
  ])
  func `of the token, the next request has another one: CRED-MODE-18`(code: String) async throws {
    let (provider, script) = provider()
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    let signed = try await provider.sign(request)
    let answer = ServerAnswer.error(403, code)
    #expect(
      await provider.nextAction(after: answer, generation: signed.generation, tried: [])
        == .refreshCredentials)
    let again = try await provider.sign(request)
    #expect(again.generation == 2)
    #expect(again.headers.contains(HeaderField("x-oss-security-token", "token-B")))
    // The first request, which was slow, is refused as well: its token is gone already.
    #expect(
      await provider.nextAction(after: answer, generation: signed.generation, tried: [])
        == .refreshCredentials)
    #expect(try await provider.sign(request).generation == 2)
    #expect(script.fetches == 2)
  }

  @Test func `a second one is given up: CRED-MODE-18`() async throws {
    let (provider, _) = provider()
    let answer = ServerAnswer.error(403, "SecurityTokenExpired")
    #expect(
      await provider.nextAction(after: answer, generation: 1, tried: [.refreshCredentials])
        == .giveUp)
  }

  @Test func `that is not for the token, the token stays`() async throws {
    let (provider, script) = provider()
    let first = try await provider.credentials()
    let answers: [(ServerAnswer?, ErrorAction)] = [
      (.error(403, "SignatureDoesNotMatch"), .giveUp), (.error(403, "AccessDenied"), .giveUp),
      (.error(500, "InternalError"), .retry), (nil, .retry),
    ]
    for (answer, action) in answers {
      #expect(await provider.nextAction(after: answer, generation: 1, tried: []) == action)
    }
    #expect(try await provider.credentials() == first)
    #expect(script.fetches == 1)
  }

  @Test func `for the time, the next request has the right one: CRED-MODE-18`() async throws {
    let (provider, _) = provider()
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    #expect(
      try await provider.sign(request).headers.first
        == HeaderField("Date", "Tue, 14 Nov 2023 22:13:20 GMT"))
    #expect(
      await provider.nextAction(
        after: .skewed(serverTime: clock.seconds(-1_200)), generation: 1, tried: [])
        == .correctClock)
    #expect(
      try await provider.sign(request).headers.first
        == HeaderField("Date", "Tue, 14 Nov 2023 21:53:20 GMT"))
  }
}
