import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Another HTTP client` {
  let clock = TestClock()

  /// A client that answers what a test wants, and notes what it was asked.
  struct Client: HTTPClient {
    let answer: @Sendable (HTTPRequest) throws -> HTTPResponse

    func get(_ request: HTTPRequest) async throws -> HTTPResponse { try answer(request) }
  }

  static let body = Bytes(
    """
    {"StatusCode":200,"AccessKeyId":"STS.A","AccessKeySecret":"secret-A",\
    "SecurityToken":"token-A","Expiration":"2099-01-01T00:00:00Z"}
    """.utf8)

  @Test func `takes the place of the default one: CRED-MODE-14`() async throws {
    let client = Client { request in
      #expect(request.url == "https://app.example.com/token?user=7")
      #expect(request.headers == [HeaderField("X-Session", "abc")])
      #expect(request.timeLimit == .seconds(10))
      #expect(request.bodyLimit == 1_048_576)
      return HTTPResponse(status: 200, body: Self.body)
    }
    let provider = CredentialsURIProvider(
      url: "https://app.example.com/token?user=7", headers: [HeaderField("X-Session", "abc")],
      client: client, options: .test(clock))
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `keeps its error as the cause: CRED-MODE-8`() async throws {
    let client = Client { _ in throw AppError(text: "no network") }
    let provider = CredentialsURIProvider(url: "", client: client, options: .test(clock))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .unavailable(let failure, let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.cause == .transport("AppError"))
    #expect(cause as? AppError == AppError(text: "no network"))
  }

  @Test func `does not get around the limit of the body: CRED-MODE-11`() async throws {
    let client = Client { request in
      HTTPResponse(status: 200, body: Self.body + Bytes(repeating: 0x20, count: request.bodyLimit))
    }
    let provider = CredentialsURIProvider(url: "", client: client, options: .test(clock))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .unavailable(_, let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause as? HTTPError == .bodyTooLarge(limit: 1_048_576))
  }

  @Test(arguments: [(nil, 3_600), ("0", 0)] as [(String?, Int64)])
  func `tells the time, unless it comes out of a cache: CRED-MODE-15`(
    age: String?, ahead: Int64
  ) async throws {
    // The clock of the test shows 2023-11-14T22:13:20Z.
    let client = Client { _ in
      HTTPResponse(
        status: 200, date: "Tue, 14 Nov 2023 23:13:20 GMT", age: age, body: Self.body)
    }
    let provider = CredentialsURIProvider(url: "", client: client, options: .test(clock))
    _ = try await provider.credentials()
    #expect(await provider.correctedTime() == clock.seconds(ahead))
  }

  @Test func `that tells the time decides by it whether a token has ended: CRED-MODE-15`()
    async throws
  {
    let client = Client { _ in
      HTTPResponse(status: 200, date: "Fri, 02 Jan 2099 00:00:00 GMT", body: Self.body)
    }
    let provider = CredentialsURIProvider(url: "", client: client, options: .test(clock))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .unavailable(let failure, _) = error, case .expired = failure.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
