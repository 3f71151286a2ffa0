#if os(macOS) || os(Linux)
  internal import Foundation

  /// A server in Python on a loopback port, which prints the port first.
  ///
  /// One serves all tests, each under a name of its own. It ends with the test process, because its
  /// standard input is closed then.
  package struct PythonServer: Sendable {
    /// The URL without a path.
    package let url: String
    /// Held open, because the server ends when it is closed.
    private let input: Pipe

    /// Starts a script beside a file.
    package init(_ script: String, beside file: String) throws {
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", folder.appendingPathComponent(script).path]
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
      url = "http://127.0.0.1:" + String(decoding: line.dropLast(), as: UTF8.self)
    }
  }
#endif
