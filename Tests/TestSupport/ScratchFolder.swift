internal import Foundation
package import OSSPrimitives

/// A folder that is gone when the test is.
package final class ScratchFolder {
  /// The folder's path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/oss-test-" + UUID().uuidString
    try makeFolder("")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// Writes a file, and makes the folders around it.
  package func write(_ bytes: Bytes, to name: String) throws {
    try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  package func write(_ text: String, to name: String) throws {
    try write(Bytes(text.utf8), to: name)
  }

  /// The text of a file; nil if there is none.
  package func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension SplitMix64 {
  /// Replaces a byte, puts one of some marks there, or removes, doubles or moves a piece.
  package mutating func damage(_ text: inout Bytes, marks: String = "\n") {
    if text.isEmpty { return }
    let place = below(text.count)
    let piece = text[place..<min(place + 1 + below(pick([1, 4, 40])), text.count)]
    switch below(5) {
    case 0: text[place] = UInt8(below(256))
    case 1: text[place] = pick(Array(marks.utf8))
    case 2: text.removeSubrange(piece.indices)
    case 3: text.insert(contentsOf: piece, at: place)
    default:
      text.removeSubrange(piece.indices)
      text.insert(contentsOf: piece, at: below(text.count + 1))
    }
  }
}

/// Does what waits for other programs on a thread of its own, so that other tests go on meanwhile: they
/// run on as many threads as there are cores.
package func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}

#if os(macOS) || os(Linux)
  /// Runs a program, by its path or its name, to its end: its exit status and all that it wrote.
  package func programOutput(
    _ command: [String], in folder: String? = nil
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

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
