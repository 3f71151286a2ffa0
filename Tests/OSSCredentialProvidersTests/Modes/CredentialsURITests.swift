import OSSPrimitives

#if os(macOS) || os(Linux)
  import OSSCredentialProviders
  import OSSCredentials
  import OSSPrimitives
  import OSSSigning
  import Testing

  @Suite(.timeLimit(.minutes(1))) struct `A credentials URI` {
    let clock = TestClock()

    private func provider(
      _ steps: String, name: String, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil
    ) throws -> CredentialsURIProvider {
      CredentialsURIProvider(
        url: try TokenServer.shared.get().url(steps, name: name), options: .test(clock),
        decoder: decoder)
    }

    /// Why a provider has no credentials, and what was thrown.
    private func failure(
      of provider: CredentialsURIProvider
    ) async -> (failure: FetchFailure, cause: (any Error)?)? {
      do {
        _ = try await provider.credentials()
        return nil
      } catch {
        guard case .unavailable(let error, let cause) = error else { return nil }
        return (error.cause, cause)
      }
    }

    @Test func `hands out the token of the server, and asks once`() async throws {
      let provider = try provider("good", name: "once")
      for _ in 0..<3 {
        let provided = try await provider.credentials()
        #expect(provided.credentials.accessKeyID == "STS.server")
        // 2099-01-01T00:00:00Z
        #expect(provided.expiration == Moment(milliseconds: 4_070_908_800_000))
        #expect(provided.generation == 1)
      }
      #expect(try await TokenServer.shared.get().hits(name: "once") == 1)
    }

    @Test func `that fails in each way in turn recovers`() async throws {
      let provider = try provider("error+garbage+half+expired+slow", name: "turns")
      var failures: [FetchFailure] = []
      var hasCause: [Bool] = []
      for _ in 0..<4 {
        let (failure, cause) = try #require(await failure(of: provider))
        failures.append(failure)
        hasCause.append(cause != nil)
        clock.advance(by: .seconds(60))
      }
      #expect(failures[0] == .response(.httpStatus(500, nil)))
      guard case .response(.notJSON) = failures[1] else {
        Issue.record("\(failures[1])")
        return
      }
      guard case .transport = failures[2] else {
        Issue.record("\(failures[2])")
        return
      }
      // 2015-11-03T09:52:59Z
      #expect(failures[3] == .expired(Moment(milliseconds: 1_446_544_379_000)))
      #expect(hasCause == [false, false, true, false])
      #expect(try await provider.credentials().credentials.accessKeyID == "STS.server")
      #expect(try await TokenServer.shared.get().hits(name: "turns") == 5)
    }

    @Test func `that is slow is asked once by many`() async throws {
      let provider = try provider("slow", name: "many")
      let served = try await withThrowingTaskGroup(of: Int.self, returning: Int.self) { group in
        for _ in 0..<500 { group.addTask { try await provider.credentials().generation } }
        return try await group.reduce(0, +)
      }
      #expect(served == 500)
      #expect(try await TokenServer.shared.get().hits(name: "many") == 1)
    }

    @Test func `that redirects is not followed: CRED-MODE-12`() async throws {
      let failure = try #require(await failure(of: provider("redirect", name: "elsewhere")))
      #expect(failure.failure == .response(.httpStatus(302, nil)))
      #expect(try await TokenServer.shared.get().hits(name: "redirected") == 0)
    }

    @Test func `that sends ten megabytes is refused: CRED-MODE-11`() async throws {
      let failure = try #require(await failure(of: provider("large", name: "flood")))
      #expect(failure.cause as? HTTPError == .bodyTooLarge(limit: 1_048_576))
    }

    @Test func `is read through a decoder: CRED-MODE-13`() async throws {
      let good = try provider("reversed", name: "decoder") { Bytes($0.reversed()) }
      #expect(try await good.credentials().credentials.accessKeyID == "STS.server")
      let nothing = try provider("reversed", name: "decoder") { _ in nil }
      let first = try #require(await failure(of: nothing))
      #expect(first.failure == .response(.notDecoded))
      #expect(first.cause == nil)
      let fails = try provider("reversed", name: "decoder") { _ in throw AppError(text: "key") }
      let second = try #require(await failure(of: fails))
      #expect(second.failure == .response(.notDecoded))
      #expect(second.cause as? AppError == AppError(text: "key"))
    }
  }
#endif
