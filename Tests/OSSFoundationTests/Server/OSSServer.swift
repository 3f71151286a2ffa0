import Foundation

/// An OSS on a loopback port, which verifies signatures by an implementation of its own:
/// `oss_server.py` says what goes wrong there on purpose.
///
/// One server serves all tests, each with keys of its own. It ends with the test process, because its
/// standard input is closed then.
struct OSSServer: Sendable {
  static let shared = Result { try OSSServer() }

  /// The endpoint, by the address of which requests are in path style.
  let endpoint: String
  /// Held open, because the server ends when it is closed.
  private let input: Pipe

  private init() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", folder.appending(path: "oss_server.py").path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw CocoaError(.fileReadUnknown) }
      line += more
    }
    endpoint = "http://127.0.0.1:" + String(decoding: line.dropLast(), as: UTF8.self)
  }
}
