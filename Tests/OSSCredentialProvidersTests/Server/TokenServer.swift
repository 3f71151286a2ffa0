#if os(macOS) || os(Linux)
  import Foundation
  import OSSCredentialProviders
  import OSSPrimitives

  /// A token server on a loopback port: `token_server.py`, which says what each path does.
  ///
  /// One server serves all tests, each under a name of its own. It ends with the test process,
  /// because its standard input is closed then.
  struct TokenServer: Sendable {
    static let shared = Result { try TokenServer() }

    private let port: String
    /// Held open, because the server ends when it is closed.
    private let input: Pipe

    private init() throws {
      let script = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", script + "/token_server.py"]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      self.input = input
      var line = Data()
      while line.last != UInt8(ascii: "\n") {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { throw HTTPError.cancelled }
        line += more
      }
      port = String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// The URL at which a test, by its name, gets these steps, one a request.
    func url(_ steps: String, name: String) -> String {
      "http://127.0.0.1:\(port)/\(steps)/\(name)"
    }

    /// How many requests the test of a name has made.
    func hits(name: String) async throws -> Int? {
      let request = HTTPRequest(url: url("hits", name: name))
      let response = try await URLSessionClient().get(request)
      return Int(String(decoding: response.body, as: UTF8.self))
    }
  }
#endif
