#if os(macOS) || os(Linux)
  import OSSCredentialProviders
  import OSSCredentials
  import OSSPrimitives
  import OSSServices
  import OSSSigning
  import OSSTestDoubles
  import TestSupport
  import Testing

  @Suite struct `The default HTTP client` {
    private func get(
      _ steps: String, name: String, timeLimit: TimeSpan = .seconds(60),
      headers: [HeaderField] = []
    ) async throws -> TokenServerReply {
      let url = try TokenServer.shared.get().url(steps, name: name)
      return try await URLSessionTransport().get(
        TokenServerRequest(url: url, headers: headers, timeLimit: timeLimit))
    }

    @Test func `the client gets status, date, age and body, and sends headers and query`()
      async throws
    {
      let answer = try await get(
        "echo", name: "echo?user=7", headers: [HeaderField("X-Session", "abc")])
      #expect(answer.status == 200)
      #expect(answer.age == "7")
      #expect(answer.date?.hasSuffix(" GMT") == true)
      #expect(answer.body == Bytes("user=7 abc".utf8))
    }

    @Test func `the client returns the status of an error with its body`() async throws {
      let answer = try await get("error", name: "error")
      #expect(answer.status == 500)
      #expect(answer.body.count > 100)
    }

    @Test func `the client follows no redirect: CRED-MODE-12`() async throws {
      let answer = try await get("redirect", name: "redirect")
      #expect(answer.status == 302)
      #expect(try await TokenServer.shared.get().hits(name: "redirected") == 0)
    }

    @Test func `the client keeps no cookie and no copy of an answer: CRED-MODE-12`() async throws {
      let first = try await get("cookie", name: "cookie")
      let second = try await get("cookie", name: "cookie")
      #expect(first.body == Bytes("none".utf8))
      #expect(second.body == Bytes("none".utf8))
      #expect(try await TokenServer.shared.get().hits(name: "cookie") == 2)
    }

    @Test func `the client returns a 401 that asks for a password`() async throws {
      let response = try await get("basic", name: "basic")
      #expect(response.status == 401 && response.body.isEmpty)
    }

    @Test func `the client refuses half a body`() async throws {
      await #expect(throws: TokenTransportError.self) { try await get("half", name: "half") }
    }

    @Test func `the client refuses a body of ten megabytes: CRED-MODE-11`() async throws {
      await #expect(throws: TokenTransportError.bodyTooLarge(limit: 1_048_576)) {
        try await get("large", name: "large")
      }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a body without an end is cut off: CRED-MODE-11`() async throws {
      for what in ["endless", "unbounded"] {
        await #expect(throws: TokenTransportError.bodyTooLarge(limit: 1_048_576)) {
          try await get(what, name: "whole")
        }
        // Until no more is sent.
        var sent = -1
        while let count = Int(try await text("megabytes/\(what)", name: "whole")), count != sent {
          sent = count
          try await Task.sleep(nanoseconds: 200_000_000)
        }
        // Of a hundred in ten seconds, while other tests run and hold up what cancels.
        #expect(sent < 60, "\(what): \(sent) megabytes were sent")
      }
    }

    private func text(_ steps: String, name: String) async throws -> String {
      String(decoding: try await get(steps, name: name).body, as: UTF8.self)
    }

    @Test(arguments: ["hang", "drip"])
    func `the client waits no longer than its time limit: CRED-MODE-11`(steps: String) async throws
    {
      await #expect(throws: TokenTransportError.timedOut) {
        try await get(steps, name: steps, timeLimit: .milliseconds(100))
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["hang", "drip"])
    func `a call of STS waits no longer than its own limit`(what: String) async throws {
      let url = try TokenServer.shared.get().url(what, name: "sts-\(what)")
      let server = ScriptedTransport { request in
        try await URLSessionTransport().get(
          TokenServerRequest(url: url, timeLimit: request.timeLimit))
      }
      let client = try STSClient(
        Credentials(accessKeyID: "ak", accessKeySecret: "sk"), transport: server,
        timeLimit: .milliseconds(200), clock: ManualClock().read)
      let role = try AssumeRoleRequest(
        roleARN: "acs:ram::123456789012:role/app", roleSessionName: "user-7")
      await #expect(throws: FetchFailure.timedOut) { try await client.assumeRole(role) }
    }

    @Test func `the client fails if no server listens`() async throws {
      await #expect(throws: TokenTransportError.self) {
        try await URLSessionTransport().get(TokenServerRequest(url: "http://127.0.0.1:1/"))
      }
    }

    @Test(arguments: ["", "token", "ftp://host/", "file:///etc/hosts", "http://", "https:///a"])
    func `the client refuses a text that is not a URL of HTTP`(url: String) async {
      await #expect(throws: TokenTransportError.invalidURL) {
        try await URLSessionTransport().get(TokenServerRequest(url: url))
      }
    }

    @Test func `the client sends no header with a line break`() async {
      let header = HeaderField("X-Session", "abc\r\nX-Other: 1")
      await #expect(
        throws: TokenTransportError.invalidHeader(
          .invalidHeaderValue(name: "X-Session", byte: 0x0D, offset: 3))
      ) {
        try await URLSessionTransport().get(
          TokenServerRequest(url: "http://127.0.0.1:1/", headers: [header]))
      }
    }

    @Test func `a request ends when its task is cancelled`() async throws {
      let url = try TokenServer.shared.get().url("hang", name: "cancelled")
      let task = Task { try await URLSessionTransport().get(TokenServerRequest(url: url)) }
      task.cancel()
      await #expect(throws: TokenTransportError.cancelled) { try await task.value }
    }
  }
#endif
