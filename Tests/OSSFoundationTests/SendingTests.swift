import OSSFoundation
import Synchronization
import TestSupport
import Testing

@Suite struct `Sending with URLSession` {
  private let server: String
  private let endpoint: Endpoint
  private let signer: StaticKeyPairProvider

  init() throws {
    server = try ossServer.get()
    endpoint = try Endpoint(server)
    signer = try StaticKeyPairProvider(
      accessKeyID: "exampleAccessKeyID00", accessKeySecret: "ExampleSecret0000000000000000ab",
      version: .v4(region: "cn-hangzhou"))
  }

  private func get(_ key: String, with signer: some RequestSigner) async throws -> String {
    let request = try SigningRequest("GET", bucket: "photos", key: key)
    let (data, response) = try await URLSession.shared.data(
      for: request, at: endpoint, signer: signer)
    #expect(response.statusCode == 200)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `stores an object whose signature an independent server accepts`() async throws {
    let put = try SigningRequest("PUT", bucket: "photos", key: "a b+c/ü.jpg")
    let body = Data("bytes".utf8)
    _ = try await URLSession.shared.data(for: put, at: endpoint, body: body, signer: signer)
    // The type of the name was sent and signed.
    #expect(try await get("a b+c/ü.jpg", with: signer) == "bytesimage/jpeg")
  }

  @Test func `stores a file, with the type that the request names`() async throws {
    let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).txt")
    try Data("file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let put = try SigningRequest(
      "PUT", bucket: "photos", key: "file", headers: ["Content-Type": "text/x-mine"],
      query: ["partNumber": "1", "acl": nil])
    _ = try await URLSession.shared.upload(for: put, at: endpoint, fromFile: file, signer: signer)
    #expect(try await get("file", with: signer) == "filetext/x-mine")
  }

  @Test(arguments: [true, false])
  func `reports to the delegate how many bytes were sent`(isFile: Bool) async throws {
    let delegate = SentBytes()
    let body = Data(repeating: 7, count: 600_000)
    let put = try SigningRequest("PUT", bucket: "photos", key: "large-\(isFile)")
    if isFile {
      let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID())")
      try body.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await URLSession.shared.upload(
        for: put, at: endpoint, fromFile: file, signer: signer, delegate: delegate)
    } else {
      _ = try await URLSession.shared.data(
        for: put, at: endpoint, body: body, signer: signer, delegate: delegate)
    }
    let (sent, expected) = delegate.reports.withLock { ($0.map(\.0), $0.map(\.1)) }
    #expect(sent.count > 1 && sent == sent.sorted() && sent.last == 600_000)
    #expect(Set(expected) == [600_000])
  }

  @Test func `begins an upload in parts without a type, lists it and gives it up`() async throws {
    let begin = try MultipartUpload.initiate(bucket: "photos", key: "a film.mp4")
    let (begun, _) = try await URLSession.shared.data(for: begin, at: endpoint, signer: signer)
    let upload = try MultipartUpload(xml: begun)
    #expect(upload.key == "a film.mp4")
    // A part that was damaged after its MD5 was taken.
    let one: Bytes = [1]
    let part = try upload.part(1, headers: [.contentMD5(of: one.span)])
    await #expect(throws: RequestError.self) {
      try await URLSession.shared.data(for: part, at: endpoint, body: Data([2]), signer: signer)
    }
    let (listed, _) = try await URLSession.shared.data(
      for: upload.listParts(), at: endpoint, signer: signer)
    let list = try MultipartUpload.PartList(xml: listed)
    #expect(list.parts.isEmpty && list.next == nil && list.upload == upload)
    _ = try await URLSession.shared.data(for: upload.abort(), at: endpoint, signer: signer)
    let error = await #expect(throws: RequestError.self) {
      try await URLSession.shared.data(for: upload.abort(), at: endpoint, signer: signer)
    }
    #expect(error?.serverError?.code == "NoSuchUpload")
  }

  @Test(arguments: ["skewed/a", "busy/a"])
  func `recovers from a wrong clock and from a busy server`(key: String) async throws {
    #expect(try await get(key, with: signer).isEmpty)
  }

  @Test func `fetches another token when OSS rejects the first`() async throws {
    let provider = CredentialsURIProvider(
      url: server + "/token", version: .v4(region: "cn-hangzhou"))
    #expect(try await get("expired/a", with: provider).isEmpty)
    #expect(try await provider.credentials().credentials.accessKeyID == "STS.two")
  }

  @Test func `says what OSS said when nothing is left to try`() async throws {
    let error = await #expect(throws: RequestError.self) {
      try await get("refused/a", with: signer)
    }
    #expect(error?.serverError?.code == "AccessDenied")
    #expect(
      error?.localizedDescription
        == "OSS answered with the status 403 and the code AccessDenied, request 65A1.")
  }

  @Test func `throws the error of the connection after three more attempts`() async throws {
    let closed = try Endpoint("http://127.0.0.1:1")
    let request = try SigningRequest("GET", bucket: "photos", key: "a")
    await #expect(throws: URLError.self) {
      try await URLSession.shared.data(for: request, at: closed, signer: signer)
    }
  }

  @Test func `sends a presigned request with its method and its headers`() async throws {
    let put = try SigningRequest(
      "PUT", bucket: "photos", key: "presigned", headers: ["Content-Type": "image/png"])
    let link = try await signer.presign(put, at: endpoint, validFor: .hours(1))
    let (_, response) = try await URLSession.shared.upload(
      for: URLRequest(link), from: Data("bytes".utf8))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(try await get("presigned", with: signer) == "bytesimage/png")
  }
}

/// An OSS that verifies signatures by an implementation of its own: `oss_server.py` says what goes
/// wrong there on purpose.
let ossServer = Result { try PythonServer("Server/oss_server.py", beside: #filePath).url }
