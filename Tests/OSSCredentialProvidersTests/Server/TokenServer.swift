#if os(macOS) || os(Linux)
  import OSSCredentialProviders
  import TestSupport

  /// `token_server.py`, which says what each path does.
  struct TokenServer: Sendable {
    static let shared = Result {
      TokenServer(server: try PythonServer("token_server.py", beside: #filePath))
    }

    let server: PythonServer

    /// The URL at which a test, by its name, gets these steps, one a request.
    func url(_ steps: String, name: String) -> String { "\(server.url)/\(steps)/\(name)" }

    /// How many requests the test of a name has made.
    func hits(name: String) async throws -> Int? {
      let request = HTTPRequest(url: url("hits", name: name))
      let response = try await URLSessionClient().get(request)
      return Int(String(decoding: response.body, as: UTF8.self))
    }
  }
#endif
