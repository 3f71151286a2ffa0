import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport

/// A console that keeps what a command writes.
final class TestConsole: Console {
  var environment: [String: String]
  var executablePath = "/missing/oss-conform"
  var outputIsTerminal = false
  var errorsAreTerminal = false
  var input: Bytes?
  private(set) var output = ""
  private(set) var errors = ""

  init(environment: [String: String] = [:], input: String? = nil) {
    self.environment = environment
    self.input = input.map { Bytes($0.utf8) }
  }

  func now() -> Int64 { 1_702_743_657 }
  func write(_ bytes: Bytes) { output += String(decoding: bytes, as: UTF8.self) }
  func complain(_ text: String) { errors += text }
  func readInput(limit: Int) -> Bytes? { input.map { Bytes($0.prefix(limit + 1)) } }

  /// Runs a command line on this console, its words divided by single blanks.
  func run(_ line: String) -> RunnerStatus {
    run(line.split(separator: " ").map(String.init))
  }

  func run(_ arguments: [String]) -> RunnerStatus {
    CommandLineTool.run(arguments, console: self)
  }

  /// Runs a command line with an adapter, which has a minute for each reply: a machine that runs many
  /// tests is slow at times.
  func run(_ line: String, with adapter: [String]) -> RunnerStatus {
    run(line.split(separator: " ").map(String.init) + ["--timeout", "60", "--"] + adapter)
  }
}

/// A folder that is gone when the test is, with two suites in `vectors/`.
final class TemporaryFolder {
  private let scratch: ScratchFolder

  var path: String { scratch.path }

  /// The folder of the suites.
  var vectors: String { path + "/vectors" }

  init() throws {
    scratch = try ScratchFolder()
    for suite in Self.suites {
      try scratch.write(suite.canonicalBytes(), to: "vectors/" + suite.fileName)
    }
  }

  func write(_ text: String, to name: String) throws { try scratch.write(text, to: name) }

  /// Copies the file of the mistakes that are known beside the suites.
  func writeMistakes() throws {
    let text = try RealVectors.page("../vectors/\(KnownMistakes.mistakesFile)")
    try scratch.write(text, to: "vectors/\(KnownMistakes.mistakesFile)")
  }

  func makeFolder(_ name: String) throws { try scratch.makeFolder(name) }
  func read(_ name: String) -> String? { scratch.read(name) }

  /// Two vectors whose digests FIPS 180-4's example and RFC 3174 give, one that nobody gives, and
  /// one that must be refused.
  static let suites = [
    Suite(
      name: "hash",
      vectors: [
        digest("sha1-abc", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        digest("sha1-empty", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ]),
    Suite(
      name: "base64",
      vectors: [
        VectorSamples.vector(
          "base64-bad", .base64, input: ["decode": "!"],
          expectation: Expectation(outcome: .rejection(.invalidBase64))),
        VectorSamples.vector(
          "base64-f", .base64, level: .should, input: ["encode": "f"], answer: ["text": "Zg=="]),
        VectorSamples.vector(
          "base64-wrong", .base64, level: .may, input: ["encode": "fo"], answer: ["text": "Zm8"]),
      ]),
  ]

  private static func digest(_ id: String, _ data: String, _ digest: String) -> Vector {
    VectorSamples.vector(
      id, .sha1, input: ["data": .string(data)], answer: ["digest": .string(digest)])
  }
}
