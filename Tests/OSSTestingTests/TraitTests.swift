import OSSEndpoint
import OSSFoundation
import OSSTestDoubles
import OSSTesting
import Testing

extension LoopbackOSS {
  /// Sends a request as an app does, and returns the body of the answer.
  @discardableResult
  func send(
    _ method: String, _ key: String?, _ body: Data? = nil, secret: String? = nil,
    version: SignatureVersion? = nil, changing change: (inout URLRequest) -> Void = { _ in }
  ) async throws -> String {
    let credentials = try Credentials(
      accessKeyID: accessKeyID, accessKeySecret: secret ?? accessKeySecret,
      securityToken: securityToken)
    let signer = try Signer(credentials, version ?? .v4(region: region))
    var request = try signer.urlRequest(
      for: SigningRequest(method: method, bucket: bucket, key: key), at: Endpoint(endpoint),
      body: body)
    change(&request)
    let (data, _) = try await URLSession.shared.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  /// Whether a client can connect to the endpoint.
  var isReachable: Bool {
    guard let port = endpoint.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      return false
    }
    do {
      _ = try Socket.connected(to: "127.0.0.1", port: port)
      return true
    } catch {
      return false
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A test with the trait` {
  @Test(.oss, arguments: [SignatureVersion.v1, .v4(region: "cn-hangzhou")])
  func `stores and reads an object`(version: SignatureVersion) async throws {
    let oss = try LoopbackOSS.current
    try await oss.send("PUT", "a b+ü.txt", Data("text".utf8), version: version)
    #expect(try await oss.send("GET", "a b+ü.txt", version: version) == "text")
    #expect(oss.refusals.isEmpty)
  }

  @Test(.oss(buckets: ["photos", "films"], region: "eu-central-1", token: "a token"))
  func `has the buckets, the region and the token that it names`() async throws {
    let oss = try LoopbackOSS.current
    #expect((oss.bucket, oss.region, oss.securityToken) == ("photos", "eu-central-1", "a token"))
    try await oss.send("PUT", "a", Data("text".utf8))
    #expect(try await oss.send("GET", "a") == "text")
  }

  /// Its cases run in parallel, each with one object.
  @Test(.oss, arguments: 0..<8) func `sees no object of another`(number: Int) async throws {
    let oss = try LoopbackOSS.current
    try await oss.send("PUT", "object-\(number)", Data("text".utf8))
    let list = try await oss.send("GET", nil)
    #expect(list.split(separator: "<Key>").count == 2 && list.contains("object-\(number)<"))
  }

  @Test(.oss(allowsRefusals: true)) func `may look at refusals itself`() async throws {
    let oss = try LoopbackOSS.current
    let answer = try await oss.send("PUT", "a.txt", Data("text".utf8), version: .v1) {
      $0.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
    }
    #expect(answer.contains("<Code>SignatureDoesNotMatch</Code>"))
    let refusal = try #require(oss.refusals.first)
    #expect(
      (refusal.method, refusal.target, refusal.status) == ("PUT", "/conform-bucket/a.txt", 403))
    #expect(refusal.code == "SignatureDoesNotMatch" && oss.refusals.count == 1)
    #expect(refusal.expectedText?.contains("image/jpeg") == true)
    #expect(refusal.description.contains("OSS signs:"))
  }

  /// As the page of the library has it.
  @Test(.oss(token: "token", allowsRefusals: true))
  func `refuses a client that sends no token`() async throws {
    let oss = try LoopbackOSS.current
    let signer = try StaticKeyPairProvider(
      accessKeyID: oss.accessKeyID, accessKeySecret: oss.accessKeySecret,
      version: .v4(region: oss.region))
    let get = try SigningRequest("GET", bucket: oss.bucket, key: "a.txt")
    await #expect(throws: RequestError.self) {
      try await URLSession.shared.data(for: get, at: Endpoint(oss.endpoint), signer: signer)
    }
    #expect(oss.refusals.first?.code == "InvalidAccessKeyId")
  }

  @Test func `has the endpoint while it runs, and not later`() async throws {
    let test = try #require(Test.current)
    let seen = Locked<LoopbackOSS?>(nil)
    try await OSSTrait.oss.provideScope(for: test, testCase: nil) {
      let oss = try LoopbackOSS.current
      #expect(oss.isReachable)
      seen.withLock { $0 = oss }
    }
    let oss = try #require(seen.withLock { $0 })
    #expect(!oss.isReachable)
    #expect(throws: LoopbackError.self) { try LoopbackOSS.current }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A refused request` {
  /// Runs work in the scope of the trait, and returns the texts of the issues that it records.
  private func issues(
    _ work: @escaping @Sendable (LoopbackOSS) async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let texts = Locked<[String]>([])
    try await withKnownIssue {
      try await OSSTrait.oss.provideScope(for: test, testCase: nil) {
        try await work(LoopbackOSS.current)
      }
    } matching: { issue in
      texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return texts.withLock { $0 }
  }

  @Test(arguments: [SignatureVersion.v1, .v4(region: "cn-hangzhou")])
  func `with a wrong secret is an issue that says so`(version: SignatureVersion) async throws {
    let texts = try await issues { oss in
      try await oss.send("PUT", "a.txt", Data("text".utf8), secret: "Wrong7", version: version)
    }
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    #expect(text.hasPrefix("PUT /conform-bucket/a.txt was refused: 403 SignatureDoesNotMatch\n"))
    #expect(text.contains("secret") && text.contains("Fix: "), "\(text)")
    #expect(!text.contains("Wrong7") && !text.contains("conform-access-key-secret"))
  }

  @Test func `shows where the text that was signed differs first`() async throws {
    let texts = try await issues { oss in
      try await oss.send("PUT", "a.txt", Data("text".utf8), version: .v1) {
        $0.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
      }
      try await oss.send("GET", "absent")
    }
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    for line in [
      "Proved: ", "Fix: ", "OSS signs:         PUT\\n\\nimage/jpeg\\n", "^ byte 5",
    ] {
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func `is counted by an endpoint that is started by hand`() async throws {
    let oss = try LoopbackOSS()
    defer { oss.stop() }
    try await oss.send("GET", "a", secret: "Wrong7")
    #expect(oss.refusals.count == 1 && oss.stop() == oss.refusals && !oss.isReachable)
  }

  @Test func `needs a bucket, or there is no endpoint`() {
    let error = #expect(throws: LoopbackError.self) { try LoopbackOSS(buckets: []) }
    #expect(error?.description == "The endpoint has no bucket; give the name of one.")
  }
}
