import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Custom signers` {
  typealias Signature = @Sendable (StringToSign) async throws -> String?

  let clock = TestClock()
  /// A value of V1 in the right form.
  static let value = "OSS ak:AAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private func request() throws -> SigningRequest {
    try SigningRequest(method: "GET", bucket: "examplebucket", key: "exampleobject.txt")
  }

  /// Why a signer of each version makes neither headers nor a URL.
  private func failures(_ signature: @escaping Signature) async throws -> [Failure?] {
    let signers: [any RequestSigner] = [
      try CustomSigner(SigningIdentity(.v1), clock: clock.read, signature: signature),
      try Published.customSigner(at: Published.url.time, signature),
    ]
    var failures: [Failure?] = []
    for signer in signers {
      failures.append(await failure { try await signer.sign(request()) })
      failures.append(
        await failure {
          try await signer.presign(request(), at: Published.endpoint(), validFor: .seconds(60))
        })
    }
    return failures
  }

  @Test func `a custom signer is sent the string of V1, and its value is sent to OSS`() async throws
  {
    let signer = try CustomSigner(SigningIdentity(.v1), clock: clock.read) { string in
      #expect(
        string.text == "GET\n\n\nTue, 14 Nov 2023 22:13:20 GMT\n/examplebucket/exampleobject.txt")
      return Self.value
    }
    let signed = try await signer.sign(try request())
    #expect(
      signed.headers == [
        HeaderField("Date", "Tue, 14 Nov 2023 22:13:20 GMT"),
        HeaderField("Authorization", Self.value),
      ])
    #expect(signed.generation == nil)
  }

  @Test func `a custom signer is sent the string of V4, and its value is sent to OSS`() async throws
  {
    let signer = try Published.customSigner(at: Published.header.time) { string in
      #expect(
        string.text == """
          OSS4-HMAC-SHA256
          20231216T162057Z
          20231216/cn-hangzhou/oss/aliyun_v4_request
          f4613657f1b108998e8dbd10a1aa5da621dc2c6e02c9ddec0f163664848704c4
          """)
      return Published.header.signature
    }
    let signed = try await signer.sign(try Published.headerRequest())
    #expect(signed.headers.contains(HeaderField("x-oss-date", "20231216T162057Z")))
    #expect(signed.headers.areSigned(by: Published.header.signature))
    #expect(signed.generation == nil)
  }

  @Test func `an error of a custom signer fails the request and is kept: CRED-MODE-16`()
    async throws
  {
    let failures = try await failures { _ in throw AppError(text: "code -1001") }
    #expect(failures.count == 4)
    for failure in failures {
      guard case .unsigned(.failed, let cause) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(cause == Failure.Cause(AppError(text: "code -1001")))
    }
  }

  @Test func `a custom signer without a value fails the request: CRED-MODE-3`() async throws {
    let failures = try await failures { _ in nil }
    #expect(failures == Array(repeating: .unsigned(.missingValue, cause: nil), count: 4))
  }

  /// Values that neither version takes.
  @Test(arguments: [
    "", "OSS", "OSSak:AAAA", value + "\n", " " + value, "OSS ak:AAAA",
    Published.header.signature + "\n", String(Published.header.signature.dropLast()),
    Published.header.signature.uppercased(),
  ])
  func `an invalid value of a custom signer fails the request: CRED-MODE-3`(
    value: String
  ) async throws {
    for failure in try await failures({ _ in value }) {
      guard case .unsigned(.invalidValue, nil) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }

  @Test func `the value of another version fails the request: CRED-MODE-3`() async throws {
    let (v1, v4) = (Self.value, Published.url.signature)
    #expect(try await failures { _ in v1 }.map { $0 == nil } == [true, true, false, false])
    #expect(try await failures { _ in v4 }.map { $0 == nil } == [false, false, true, true])
  }

  @Test func `a custom signer of V4 signs for another token once it is replaced: CRED-MODE-22`()
    async throws
  {
    let (time, signature) = Published.headerWithToken
    let signer = try Published.customSigner(token: "former", at: time)
    await signer.replace(with: try Published.identity(token: "token"))
    let signed = try await signer.sign(try Published.headerRequest())
    #expect(signed.headers.contains(HeaderField("x-oss-security-token", "token")))
    #expect(signed.headers.areSigned(by: signature))
  }

  @Test func `a custom signer with a token warns of URLs above twelve hours: CRED-MODE-17`()
    async throws
  {
    for (token, findings) in [("token", [PresignLimit.Finding.aboveTwelveHours]), (nil, [])] {
      let signer = try Published.customSigner(token: token, at: Published.url.time)
      let url = try await signer.presign(
        try Published.urlRequest(), at: try Published.endpoint(),
        validFor: .seconds(43_201))
      #expect(url.limit.findings == findings)
    }
  }

  @Test func `a custom signer uses the corrected time, and cannot be refreshed`() async throws {
    let signer = try CustomSigner(SigningIdentity(.v1), clock: clock.read) { _ in Self.value }
    let action = await signer.nextAction(
      after: .skewed(serverTime: clock.seconds(7_200)), generation: nil, tried: [])
    #expect(action == .correctClock)
    let signed = try await signer.sign(try request())
    #expect(signed.headers.first == HeaderField("Date", "Wed, 15 Nov 2023 00:13:20 GMT"))
    let answer = ServerAnswer.error(403, "InvalidAccessKeyId")
    #expect(await signer.nextAction(after: answer, generation: nil, tried: []) == .giveUp)
    #expect(await signer.nextAction(after: nil, generation: nil, tried: []) == .retry)
  }
}

/// What an app supplies does not run on a caller's actor. Each closure here blocks its thread until
/// the main actor has done something: on the main actor it would wait until its time is up.
@MainActor @Suite(.timeLimit(.minutes(10))) struct `Callers on the main actor` {
  let clock = TestClock()
  let done = Counter()

  /// Has the main actor do something and blocks the thread until then; false after five minutes.
  private nonisolated static func waitsForMainActor(_ done: Counter) -> Bool {
    Task { @MainActor in done.add() }
    return waits(for: done)
  }

  private nonisolated static func waits(for done: Counter) -> Bool {
    let start = ContinuousClock.now
    while done.value == 0 {
      if ContinuousClock.now - start > .seconds(300) { return false }
    }
    return true
  }

  @Test func `a fetch does not block the main actor: CRED-MODE-2`() async throws {
    let (done, end) = (done, clock.seconds(900))
    let provider = FederationTokenProvider(options: .test(clock), version: .v1) {
      #expect(Self.waitsForMainActor(done))
      return try token("A", expires: end)
    }
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `the main actor is served while a fetch computes: CRED-MODE-2`() async throws {
    let (done, end) = (done, clock.seconds(900))
    let script = TokenScript(
      { try token("A", expires: end) },
      {
        #expect(Self.waits(for: done))
        return nil
      })
    let provider = federation(script, clock)
    _ = try await provider.credentials()
    clock.advance(by: .seconds(700))
    // In the advisory window the first call begins a fetch and does not wait for it.
    _ = try await provider.credentials()
    while script.fetches < 2 { await Task.yield() }
    #expect(try await provider.credentials().name == "A")
    done.add()
  }

  @Test func `a decoder does not block the main actor: CRED-MODE-2`() async throws {
    let done = done
    let provider = CredentialsURIProvider(
      url: "", transport: ScriptedTransport(), options: .test(clock), version: .v1,
      decoder: { body in
        #expect(Self.waitsForMainActor(done))
        return body
      })
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `a custom signer does not block the main actor: CRED-MODE-2`() async throws {
    let done = done
    let signer = try CustomSigner(
      SigningIdentity(.v1), clock: clock.read,
      signature: { _ in
        #expect(Self.waitsForMainActor(done))
        return `Custom signers`.value
      })
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    #expect(try await signer.sign(request).headers.count == 2)
  }
}
