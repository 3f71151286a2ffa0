import OSSFoundation
import Synchronization
import TestSupport
import Testing

/// What goes over the wire beside the signature: redirects, bodies, failures.
@Suite struct `Sending at the edges` {
  private let server: String
  private let endpoint: Endpoint
  private let signer: Signer

  init() throws {
    server = try ossServer.get()
    endpoint = try Endpoint(server)
    signer = try Signer(
      Credentials(
        accessKeyID: "exampleAccessKeyID00", accessKeySecret: "ExampleSecret0000000000000000ab"),
      .v4(region: "cn-hangzhou"))
  }

  /// How many requests for a key came to the server of the other host.
  private func stolen() async throws -> Int {
    let url = try #require(URL(string: server + "/stolen"))
    let (data, _) = try await URLSession.shared.data(from: url)
    return try JSONDecoder().decode([[String]].self, from: data).count
  }

  /// Every way to send, by name.
  private func send(_ way: String, _ status: Int) async throws {
    let key = "redirect-\(status)/\(way)"
    let get = try SigningRequest(.get, bucket: "photos", key: key)
    let put = try SigningRequest(.put, bucket: "photos", key: key)
    let session = URLSession.shared
    let delegate = way.hasSuffix("delegate") ? SentBytes() : nil
    switch way.components(separatedBy: " ")[0] {
    case "get":
      _ = try await session.data(for: get, at: endpoint, signer: signer, delegate: delegate)
    case "put":
      _ = try await session.data(
        for: put, at: endpoint, body: Data("bytes".utf8), signer: signer, delegate: delegate)
    case "upload":
      let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).txt")
      try Data("file".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await session.upload(
        for: put, at: endpoint, fromFile: file, signer: signer, delegate: delegate)
    default:
      _ = try await session.download(for: get, at: endpoint, signer: signer, delegate: delegate)
    }
  }

  @Test func `no way to send follows a redirect: CRED-MODE-23`() async throws {
    let before = try await stolen()
    for status in [301, 302, 303, 307, 308] {
      for way in ["get", "put", "upload", "download"].flatMap({ [$0, $0 + " delegate"] }) {
        let error = await #expect(throws: RequestError.self, "\(way) \(status)") {
          try await send(way, status)
        }
        #expect(error?.status == status && error?.tried == [], "\(way) \(status)")
        #expect(error?.localizedDescription.contains("A redirect is not followed") == true)
      }
    }
    #expect(try await stolen() == before)
    // The other host is there: a bare session follows.
    let get = try SigningRequest(.get, bucket: "photos", key: "redirect-307/bare")
    _ = try await URLSession.shared.data(for: signer.urlRequest(for: get, at: endpoint))
    #expect(try await stolen() == before + 1)
  }

  @Test func `a body is typed, and carries its MD5, whatever sends it`() async throws {
    let post = try SigningRequest(.post, bucket: "photos", key: "post.txt", query: ["x": nil])
    let xml = Data("<x/>".utf8)
    let get = try SigningRequest(.get, bucket: "photos", key: "post.txt")
    let requests = [
      try signer.urlRequest(for: post, at: endpoint, body: xml, contentMD5: true),
      try signer.urlRequest(for: post, at: endpoint),
    ]
    #expect(requests[0].value(forHTTPHeaderField: "Content-MD5") == "qLWUv43Mplb7HrG2Y0SUCg==")
    for var request in requests {
      request.httpBody = xml
      let (_, response) = try await URLSession.shared.data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      let (stored, _) = try await URLSession.shared.data(for: get, at: endpoint, signer: signer)
      #expect(String(decoding: stored, as: UTF8.self) == "<x/>text/plain")
    }
    _ = try await URLSession.shared.upload(
      for: post, at: endpoint, from: xml, contentMD5: true, signer: signer)
  }

  @Test func `what is damaged on the way is an error: the CRC-64 of OSS is another`() async throws {
    let good = try SigningRequest(.put, bucket: "photos", key: "whole/a.txt")
    let bad = try SigningRequest(.put, bucket: "photos", key: "damaged/a.txt")
    let get = try SigningRequest(.get, bucket: "photos", key: "whole/a.txt")
    let badGet = try SigningRequest(.get, bucket: "photos", key: "damaged/a.txt")
    let session = URLSession.shared
    _ = try await session.data(for: good, at: endpoint, body: Data("a".utf8), signer: signer)
    let (file, _) = try await session.download(for: get, at: endpoint, signer: signer)
    #expect(try String(contentsOf: file, encoding: .utf8) == "atext/plain")
    try FileManager.default.removeItem(at: file)
    let error = await #expect(throws: ChecksumError.self) {
      try await session.upload(for: bad, at: endpoint, from: Data("a".utf8), signer: signer)
    }
    #expect(error?.requestID == "65A2" && error?.computed == CRC64(Data("a".utf8)))
    await #expect(throws: ChecksumError.self) {
      try await session.data(for: badGet, at: endpoint, signer: signer)
    }
    await #expect(throws: ChecksumError.self) {
      try await session.download(for: badGet, at: endpoint, signer: signer)
    }
  }

  @Test func `an error names the ID of the request and the code, without a body too`() async throws
  {
    let missing = try SigningRequest(.get, bucket: "photos", key: "missing/a")
    let refused = try SigningRequest(.get, bucket: "photos", key: "refused/a")
    let session = URLSession.shared
    let bare = await #expect(throws: RequestError.self) {
      try await session.data(for: missing, at: endpoint, signer: signer)
    }
    #expect(bare?.requestID == "65A2" && bare?.code == nil)
    #expect(bare?.localizedDescription == "OSS answered with the status 404, request 65A2.")
    let full = await #expect(throws: RequestError.self) {
      try await session.download(for: refused, at: endpoint, signer: signer)
    }
    #expect(full?.requestID == "65A1" && full?.code == "AccessDenied")
  }

  @Test(.timeLimit(.minutes(10)))
  func `an answer that asks for a password is an error like any other`() async throws {
    let get = try SigningRequest(.get, bucket: "photos", key: "password/a")
    let session = URLSession.shared
    let sends: [@Sendable () async throws -> Void] = [
      { _ = try await session.data(for: get, at: endpoint, signer: signer) },
      { _ = try await session.download(for: get, at: endpoint, signer: signer) },
    ]
    for send in sends {
      let error = await #expect(throws: RequestError.self) { try await send() }
      #expect(error?.status == 401)
    }
    // Where a delegate hears of the progress, the session says no more than that it gave up.
    await #expect(throws: (any Error).self) {
      try await session.data(for: get, at: endpoint, signer: signer, delegate: SentBytes())
    }
  }

  @Test(arguments: [
    (SigningRequest.Method.get, RetryPolicy.standard, true), (.get, .none, false),
    (.post, .standard, false), (.post, RetryPolicy(methods: [.post]), true),
    (.put, RetryPolicy(maximumAttempts: 2), true), (.get, RetryPolicy(maximumAttempts: 1), false),
  ])
  func `a policy says what is sent again after a failure`(
    method: SigningRequest.Method, policy: RetryPolicy, recovers: Bool
  ) async throws {
    let request = try SigningRequest(method, bucket: "photos", key: "busy/\(UUID())")
    let body = method == .get ? nil : Data("a".utf8)
    do {
      _ = try await URLSession.shared.data(
        for: request, at: endpoint, body: body, signer: signer, retry: policy)
      #expect(recovers)
    } catch let error as RequestError {
      #expect(!recovers && error.status == 503 && error.tried == [])
    }
  }

  @Test(arguments: [(ErrorAction.refreshCredentials, 1), (.correctClock, 1), (.retry, 3)])
  func `what a signer of an app's own asks for ends: ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2`(
    action: ErrorAction, count: Int
  ) async throws {
    let get = try SigningRequest(.get, bucket: "photos", key: "refused/a")
    let error = await #expect(throws: RequestError.self) {
      try await URLSession.shared.data(
        for: get, at: endpoint, signer: SameAnswer(signer: signer, action: action),
        retry: RetryPolicy(maximumAttempts: .max))
    }
    #expect(error?.tried == Array(repeating: action, count: count))
  }

  @Test func `a cancelled request is a CancellationError, whatever it was doing`() async throws {
    let get = try SigningRequest(.get, bucket: "photos", key: "a")
    let closed = try Endpoint("http://127.0.0.1:1")
    let provider = FederationTokenProvider(version: .v4(region: "cn-hangzhou")) {
      try await Task.sleep(nanoseconds: 60_000_000_000)
      return nil
    }
    let slow = SameAnswer(signer: signer, action: .retry, isSlow: true)
    // It waits for a token, for a server, or for the next attempt.
    let silent = try SigningRequest(.get, bucket: "photos", key: "silent/a")
    let tasks: [Task<Void, any Error>] = [
      Task { [endpoint] in
        _ = try await URLSession.shared.data(for: get, at: endpoint, signer: provider)
      },
      Task { [signer, endpoint] in
        _ = try await URLSession.shared.data(for: silent, at: endpoint, signer: signer)
      },
      Task { [signer, endpoint] in
        _ = try await URLSession.shared.download(for: silent, at: endpoint, signer: signer)
      },
      Task { _ = try await URLSession.shared.data(for: get, at: closed, signer: slow) },
    ]
    try await Task.sleep(nanoseconds: 100_000_000)
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `a body of another length than the request names is refused before it is sent`() async
  {
    let put = try? SigningRequest(
      .put, bucket: "photos", key: "a", headers: ["Content-Length": "5"],
      additionalHeaders: ["Content-Length"])
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID())")
    try? Data("12345678".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    await #expect(throws: BodyError.otherLength(header: "5", byteCount: 8)) {
      try await URLSession.shared.data(
        for: #require(put), at: endpoint, body: Data("12345678".utf8), signer: signer)
    }
    await #expect(throws: BodyError.otherLength(header: "5", byteCount: 8)) {
      try await URLSession.shared.upload(
        for: #require(put), at: endpoint, fromFile: file, signer: signer)
    }
  }

  @Test func `a key with a segment of dots is refused, since a session would resolve it`() throws {
    for key in ["a/../b", "a/./b", "..", "a/.."] {
      let get = try SigningRequest(.get, bucket: "photos", key: key)
      #expect(throws: EndpointError.dotSegment) { try signer.urlRequest(for: get, at: endpoint) }
      let link = try signer.presign(get, at: endpoint, validFor: .hours(1))
      #expect(throws: EndpointError.dotSegment) { try URL(link) }
      #expect(throws: EndpointError.dotSegment) { try URLRequest(link) }
    }
    let get = try SigningRequest(.get, bucket: "photos", key: "a/..b/.c./...")
    #expect(try signer.urlRequest(for: get, at: endpoint).url != nil)
    for path in ["/..", "/a/./b", "/a/%2e%2E", "/.", "/a/.%2e/"] {
      let proxy = try Endpoint("https://h.example" + path)
      #expect(throws: EndpointError.dotSegment) { try signer.urlRequest(for: get, at: proxy) }
      #expect(throws: EndpointError.dotSegment) {
        try URL(signer.presign(get, at: proxy, validFor: .hours(1)))
      }
    }
    let proxy = try Endpoint("https://h.example/a../.b/%2e%2e%2e/%2f")
    #expect(try signer.urlRequest(for: get, at: proxy).url != nil)
  }
}

/// A signer of an app's own that answers each failure of a request in the same way, ten times at most.
private struct SameAnswer: RequestSigner {
  let signer: Signer
  let action: ErrorAction
  /// Whether it says so after a minute, or when the task is cancelled.
  var isSlow = false

  func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    try PreparedSigner(signer, at: Moment(Date()), expiration: nil, generation: nil).sign(request)
  }

  func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    throw .cancelled
  }

  func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if isSlow { try? await Task.sleep(nanoseconds: 60_000_000_000) }
    return tried.count < 10 ? action : .giveUp
  }
}

/// Keeps how many bytes were sent, and of how many, each time that a session reports it.
final class SentBytes: NSObject, URLSessionTaskDelegate {
  let reports = Mutex<[(Int64, Int64)]>([])

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    reports.withLock { $0.append((totalBytesSent, totalBytesExpectedToSend)) }
  }
}
