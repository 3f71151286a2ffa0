import OSSFoundation

#if canImport(Darwin)
  private let stream = SOCK_STREAM
#else
  private let stream = Int32(SOCK_STREAM.rawValue)
#endif

/// A small HTTP server on a loopback port: one request a connection, one thread each.
struct LoopbackServer: Sendable {
  /// Answers the path and the body of a request; what it throws is a 403.
  typealias Answer = @Sendable (_ path: String, _ body: String) async throws -> Data

  let url: URL

  init(_ answer: @escaping Answer) throws {
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    guard isBound, let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw URLError(.cannotConnectToHost)
    }
    self.url = url
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  private static func serve(_ connection: Int32, _ answer: @escaping Answer) {
    let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
    var received = Data()
    let blank = Data("\r\n\r\n".utf8)
    while true {
      if let head = received.range(of: blank) {
        let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        let body = received[head.upperBound...]
        if body.count >= length ?? 0 {
          let path = lines[0].components(separatedBy: " ")[1]
          let text = String(decoding: body, as: UTF8.self)
          Task { await reply(to: path, text, on: handle, answer) }
          return
        }
      }
      let more = handle.availableData
      if more.isEmpty { return }
      received += more
    }
  }

  private static func reply(
    to path: String, _ body: String, on handle: FileHandle, _ answer: Answer
  ) async {
    var status = "200 OK"
    var data: Data
    do {
      data = try await answer(path, body)
    } catch {
      (status, data) = ("403 Forbidden", Data("\(error)".utf8))
    }
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(data.count)\r\nConnection: close\r\n\r\n"
    try? handle.write(contentsOf: Data(head.utf8) + data)
    try? handle.close()
  }
}
