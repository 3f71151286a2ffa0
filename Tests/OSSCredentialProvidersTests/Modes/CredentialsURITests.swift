import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Credentials URI with another HTTP client` {
  let clock = TestClock()

  private func provider(_ transport: ScriptedTransport) -> CredentialsURIProvider {
    CredentialsURIProvider(url: "", transport: transport, options: .test(clock), version: .v1)
  }

  @Test func `another client takes the place of the default one: CRED-MODE-14`() async throws {
    let transport = ScriptedTransport { request in
      #expect(request.url == "https://app.example.com/token?user=7")
      #expect(request.headers == [HeaderField("X-Session", "abc")])
      #expect(request.timeLimit == .seconds(10))
      #expect(request.bodyLimit == 1_048_576)
      return TokenServerReply(status: 200, body: ScriptedTransport.body())
    }
    let provider = CredentialsURIProvider(
      url: "https://app.example.com/token?user=7", headers: [HeaderField("X-Session", "abc")],
      transport: transport, options: .test(clock), version: .v1)
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `the error of a client is kept as the cause: CRED-MODE-8`() async throws {
    let provider = provider(ScriptedTransport { _ in throw AppError(text: "no network") })
    #expect(
      await failure { try await provider.credentials() }
        == .unavailable(
          .transport(AppError.shown), cause: Failure.Cause(AppError(text: "no network"))))
  }

  @Test func `the limit of a body holds for every transport: CRED-MODE-11`() async throws {
    let provider = provider(
      ScriptedTransport { request in
        let blanks = Bytes(repeating: 0x20, count: request.bodyLimit)
        return TokenServerReply(status: 200, body: ScriptedTransport.body() + blanks)
      })
    let error = TokenTransportError.bodyTooLarge(limit: 1_048_576)
    #expect(
      await failure { try await provider.credentials() }
        == .unavailable(
          .transport("The body has more than 1048576 bytes."), cause: Failure.Cause(error)))
  }

  @Test(arguments: [(nil, 3_600), ("0", 0)] as [(String?, Int64)])
  func `an answer corrects the clock unless it is from a cache: CRED-MODE-15`(
    age: String?, ahead: Int64
  ) async throws {
    // The clock of the test shows 2023-11-14T22:13:20Z.
    let provider = provider(
      ScriptedTransport { _ in
        TokenServerReply(
          status: 200, date: "Tue, 14 Nov 2023 23:13:20 GMT", age: age,
          body: ScriptedTransport.body())
      })
    _ = try await provider.credentials()
    #expect(await provider.correctedTime() == clock.seconds(ahead))
  }

  @Test func `the time of an answer decides whether its token is expired: CRED-MODE-15`()
    async throws
  {
    let provider = provider(
      ScriptedTransport { _ in
        TokenServerReply(
          status: 200, date: "Fri, 02 Jan 2099 00:00:00 GMT", body: ScriptedTransport.body())
      })
    // 2099-01-01T00:00:00Z
    let end = Moment(milliseconds: 4_070_908_800_000)
    #expect(
      await failure { try await provider.credentials() } == .unavailable(.expired(end), cause: nil))
  }
}

#if os(macOS) || os(Linux)
  @Suite(.timeLimit(.minutes(10))) struct `Credentials URI with the default HTTP client` {
    let clock = TestClock()

    private func provider(
      _ steps: String, name: String, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil
    ) throws -> CredentialsURIProvider {
      CredentialsURIProvider(
        url: try TokenServer.shared.get().url(steps, name: name), options: .test(clock),
        version: .v1, decoder: decoder)
    }

    @Test func `the token of the server is handed out, and requested once`() async throws {
      let provider = try provider("good", name: "once")
      for _ in 0..<3 {
        let provided = try await provider.credentials()
        #expect(provided.name == "server")
        // 2099-01-01T00:00:00Z
        #expect(provided.expiration == Moment(milliseconds: 4_070_908_800_000))
        #expect(provided.generation == 1)
      }
      #expect(try await TokenServer.shared.get().hits(name: "once") == 1)
    }

    @Test func `a provider recovers after its server failed in each way`() async throws {
      let provider = try provider("error+redirect+garbage+half+expired+slow", name: "turns")
      var failures: [Failure?] = []
      for _ in 0..<5 {
        failures.append(await failure { try await provider.credentials() })
        clock.advance(by: .seconds(60))
      }
      #expect(failures[0] == .unavailable(.response(.httpStatus(500, nil)), cause: nil))
      #expect(failures[1] == .unavailable(.response(.httpStatus(302, nil)), cause: nil))
      guard case .unavailable(.response(.notJSON), nil) = failures[2],
        case .unavailable(.transport, .some) = failures[3]
      else {
        Issue.record("\(failures)")
        return
      }
      // 2015-11-03T09:52:59Z
      let end = Moment(milliseconds: 1_446_544_379_000)
      #expect(failures[4] == .unavailable(.expired(end), cause: nil))
      #expect(try await provider.credentials().name == "server")
      #expect(try await TokenServer.shared.get().hits(name: "turns") == 6)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect to another server is a failed fetch: CRED-MODE-12`(status: Int) async throws {
      let other = try TokenServer.other.get()
      let name = "moved\(status)"
      let provider = CredentialsURIProvider(
        url: try TokenServer.shared.get().url("\(status)", name: name)
          + "?" + other.url("good", name: name),
        headers: [HeaderField("X-Session", "abc")], options: .test(clock), version: .v1)
      #expect(
        await failure { try await provider.credentials() }
          == .unavailable(.response(.httpStatus(status, nil)), cause: nil))
      #expect(try await other.hits(name: name) == 0)
      #expect(try await TokenServer.shared.get().hits(name: name) == 1)
    }

    @Test func `a slow server gets one request for many callers`() async throws {
      let provider = try provider("slow", name: "many")
      let served = try await withThrowingTaskGroup(of: Int.self, returning: Int.self) { group in
        for _ in 0..<500 { group.addTask { try await provider.credentials().generation } }
        return try await group.reduce(0, +)
      }
      #expect(served == 500)
      #expect(try await TokenServer.shared.get().hits(name: "many") == 1)
    }

    @Test func `an answer is read through the decoder of the app: CRED-MODE-13`() async throws {
      let good = try provider("reversed", name: "decoder") { Bytes($0.reversed()) }
      #expect(try await good.credentials().name == "server")
      let nothing = try provider("reversed", name: "decoder") { _ in nil }
      #expect(
        await failure { try await nothing.credentials() }
          == .unavailable(.response(.notDecoded), cause: nil))
      let fails = try provider("reversed", name: "decoder") { _ in throw AppError(text: "key") }
      #expect(
        await failure { try await fails.credentials() }
          == .unavailable(.response(.notDecoded), cause: Failure.Cause(AppError(text: "key"))))
    }
  }
#endif
