import Foundation
import OSSEndpoint
import OSSFoundation
import OSSTestDoubles
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the servers of a scenario are, and how its client starts.
private struct Place: Sendable {
  let scenario: Scenario
  let endpoint: Endpoint
  let tokens: String
  let key: KnownKey
}

/// What the thread of the servers says.
private enum Event: Sendable {
  case ready([Place], Alarm)
  case ended([String: ([ScenarioFinding], missing: [MissingFault])])
}

/// Serves all scenarios on one thread, until the alarm rings; `statuses` says then how the clients ended.
private func serve(
  _ scenarios: [Scenario], _ statuses: @escaping @Sendable () -> [String: Int32]
) -> AsyncThrowingStream<Event, any Error> {
  AsyncThrowingStream { continuation in
    Thread.detachNewThread {
      do {
        let server = try Server()
        var (stages, places): ([Stage], [Place]) = ([], [])
        for scenario in scenarios {
          let stage = Stage(
            scenario,
            clock: { Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
          let port = try server.listen(stage.handler(of: .oss))
          let tokens = try server.listen(stage.handler(of: .token))
          stage.strangerPort = try server.listen(stage.handler(of: .stranger))
          stages.append(stage)
          places.append(
            Place(
              scenario: scenario, endpoint: try Endpoint("http://127.0.0.1:\(port)"),
              tokens: "http://127.0.0.1:\(tokens)", key: stage.startKey))
        }
        continuation.yield(.ready(places, server.stop))
        server.run()
        let statuses = statuses()
        var found: [String: ([ScenarioFinding], missing: [MissingFault])] = [:]
        for stage in stages {
          let name = stage.scenario.name
          found[name] = (stage.findings(exitStatus: statuses[name]), stage.missingFaults)
        }
        continuation.yield(.ended(found))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

/// Which mode fetches tokens, and which signature is made.
private enum Mode: CaseIterable {
  case uri, function

  var version: SignatureVersion { self == .uri ? .v4(region: "cn-hangzhou") : .v1 }
}

/// An app that does one task with the libraries, as their articles show it.
private struct App: Sendable {
  let place: Place
  let signer: any CredentialsProvider
  let session: URLSession

  init(_ place: Place, _ mode: Mode) throws {
    self.place = place
    let session = URLSession(configuration: .ephemeral)
    self.session = session
    // A token server that hangs is not waited for longer; a slow machine needs the rest.
    let options = RefreshOptions(timeLimit: .seconds(5))
    switch (place.scenario.start, mode) {
    case (.lasting, _):
      signer = try StaticKeyPairProvider(
        accessKeyID: String(decoding: place.key.id, as: UTF8.self),
        accessKeySecret: String(decoding: place.key.secret, as: UTF8.self),
        version: mode.version)
    case (.token, .uri):
      signer = CredentialsURIProvider(
        url: place.tokens + "/distribute-token.json", options: options, version: mode.version)
    case (.token, .function):
      let url = try #require(URL(string: place.tokens + "/credentials"))
      signer = FederationTokenProvider(options: options, version: mode.version) {
        let (body, answer) = try await session.data(from: url)
        return try TokenResponse.token(
          in: Bytes(body).span, httpStatus: (answer as? HTTPURLResponse)?.statusCode, at: nil)
      }
    }
  }

  private func send(
    _ method: String, _ key: String?, _ body: String? = nil, query: [QueryParameter] = [],
    headers: [HeaderField] = []
  ) async throws -> (Data, HTTPURLResponse) {
    let request = try SigningRequest(
      method: method, bucket: "conform-bucket", key: key, headers: headers, query: query)
    return try await session.data(
      for: request, at: place.endpoint, body: body.map { Data($0.utf8) }, signer: signer)
  }

  /// The exit status of a program that does the task.
  func status() async -> Int32 {
    defer { session.finishTasksAndInvalidate() }
    do {
      try await run()
      return 0
    } catch {
      return 1
    }
  }

  private func run() async throws {
    switch place.scenario.task {
    case .put: _ = try await send("PUT", "scenario.txt", "text")
    case .get: _ = try await send("GET", "there.txt")
    case .head: _ = try await send("HEAD", "there.txt")
    case .delete: _ = try await send("DELETE", "there.txt")
    case .list: try await list()
    case .callback:
      let callback = Data(#"{"callbackUrl":"http://app.example.com","callbackBody":"a=b"}"#.utf8)
      _ = try await send(
        "PUT", "scenario.txt", "text",
        headers: [HeaderField("x-oss-callback", callback.base64EncodedString())])
    case .append:
      for position in [0, 4] {
        let query = [QueryParameter("append"), QueryParameter("position", "\(position)")]
        _ = try await send("POST", "appended.txt", "text", query: query)
      }
    case .many:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask { _ = try await send("PUT", "many/\(number)", "text") }
        }
        try await group.waitForAll()
      }
    case .multipart: try await upload()
    case .presigned:
      let request = try SigningRequest(
        method: "GET", bucket: "conform-bucket", key: "there.txt")
      let url = try await signer.presign(request, at: place.endpoint, validFor: .seconds(60))
      let (body, response) = try await session.data(for: URLRequest(url))
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      if ResponseVerdict(status: status, body: nil) != .success {
        throw URLError(.badServerResponse, userInfo: ["body": body])
      }
    }
  }

  /// All pages of the list; the text of a page has the token of the next.
  private func list() async throws {
    var query = [QueryParameter("list-type", "2")]
    while true {
      let (body, _) = try await send("GET", nil, query: query)
      let parts = String(decoding: body, as: UTF8.self)
        .components(separatedBy: "NextContinuationToken>")
      guard parts.count == 3 else { return }
      let token = String(parts[1].dropLast(2))
      query = [QueryParameter("list-type", "2"), QueryParameter("continuation-token", token)]
    }
  }

  private func upload() async throws {
    let begin = try MultipartUpload.initiate(bucket: "conform-bucket", key: "scenario.bin")
    let (begun, _) = try await session.data(for: begin, at: place.endpoint, signer: signer)
    let upload = try MultipartUpload(xml: begun)
    var parts: [MultipartUpload.Part] = []
    do {
      for number in 1...3 {
        let piece = Data(repeating: UInt8(number), count: number < 3 ? 102_400 : 10)
        let (_, answer) = try await session.data(
          for: upload.part(number), at: place.endpoint, body: piece, signer: signer)
        let etag = answer.value(forHTTPHeaderField: "ETag") ?? ""
        parts.append(.init(number: number, etag: etag, body: piece))
      }
      let (end, xml) = try upload.complete(parts)
      _ = try await session.data(
        for: end, at: place.endpoint, body: Data(xml), signer: signer)
    } catch {
      _ = try? await session.data(for: upload.abort(), at: place.endpoint, signer: signer)
      throw error
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `The libraries in a scenario` {
  /// The scenarios of the package.
  private static let scenarios = Result {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../spec/scenarios")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }.map {
      try Scenario(Bytes(Data(contentsOf: $0)), file: $0.lastPathComponent)
    }
  }

  @Test(arguments: Mode.allCases)
  private func `do what a right client does in all of them, at once`(mode: Mode) async throws {
    // A closure that fetches a token shows no answer, so the clock cannot be learned from it (CLK-SRC-5).
    let scenarios = try Self.scenarios.get().filter {
      mode == .uri || $0.name != "fast-clock-and-a-short-token"
    }
    #expect(scenarios.count >= 32)
    let statuses = Locked<[String: Int32]>([:])
    let events = serve(scenarios) { statuses.withLock { $0 } }
    for try await event in events {
      switch event {
      case .ready(let places, let alarm):
        defer { alarm.ring() }
        try await withThrowingTaskGroup(of: (String, Int32).self) { group in
          for place in places {
            let app = try App(place, mode)
            group.addTask { (place.scenario.name, await app.status()) }
          }
          for try await (name, status) in group { statuses.withLock { $0[name] = status } }
        }
      case .ended(let found):
        for (name, (findings, missing)) in found.sorted(by: { $0.key < $1.key }) {
          #expect(findings == [], "\(name)")
          // URLSession does not wait for 100 Continue before a body of four bytes.
          let isMet = missing.allSatisfy(\.isRight)
          #expect(isMet == (name != "continue-never-comes"), "\(name): \(missing)")
        }
      }
    }
  }
}
