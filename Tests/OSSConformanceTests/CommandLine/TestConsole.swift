import FoundationEssentials
import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

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
  func alreadyRead(of folder: String) -> ReadVectors? {
    folder == RealVectors.folder ? Self.real : nil
  }

  /// The package's own vectors, read once for all commands; the program reads them for each, as CI does.
  private static let real: ReadVectors? = try? ReadVectors(
    corpus: RealVectors.corpus.get(), mistakes: PlantedSDK.known.get(),
    knowledge: Refusals.knowledge.get())

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

extension RealVectors {
  /// The bytes of a suite's file as they stand.
  static func bytes(of suite: String) throws -> Bytes {
    Bytes(try #require(FileManager.default.contents(atPath: "\(folder)/\(suite).json")))
  }
}

extension GenerationError {
  /// Where a value differs from what the generator computes, if that is the fault.
  var differing: VectorLocation? {
    if case .differs(let place, _, _) = self { place } else { nil }
  }
}

/// A folder that is gone when the test is, with vectors in `vectors/`.
extension ScratchFolder {
  /// Writes suites into the folder of vectors.
  convenience init(_ suites: [Suite]) throws {
    try self.init()
    for suite in suites { try write(suite.canonicalBytes(), to: "vectors/" + suite.fileName) }
  }

  /// The folder of vectors.
  var vectors: String { path + "/vectors" }

  /// The bytes of a file of vectors, by the name of its suite.
  func bytes(of suite: String) -> Bytes? { read("vectors/\(suite).json").map { Bytes($0.utf8) } }

  /// Copies the file of the mistakes that are known beside the suites.
  func writeMistakes() throws {
    let name = "vectors/\(KnownMistakes.mistakesFile)"
    try write(RealVectors.page("../" + name), to: name)
  }

  /// The generator of the folder of vectors.
  var generator: Generator { Generator(directory: vectors) }

  /// Writes every file as the generator has it, the ledger included.
  func generate() throws {
    let result = try generator.run()
    try #require(result.faults.isEmpty, "\(result.faults)")
    try generator.write(result.files)
  }

  /// The faults that the generator finds after a text of a file was replaced.
  func faults(
    replacing old: String, with new: String, in suite: String,
    accepting patterns: String...
  ) throws -> [GenerationError] {
    let text = String(decoding: try #require(bytes(of: suite)), as: UTF8.self)
    try #require(text.contains(old), "\(old)")
    try write(text.replacing(old, with: new, maxReplacements: 1), to: "vectors/\(suite).json")
    var generator = generator
    generator.accepted = patterns.map { Glob($0) }
    return try generator.run().faults
  }
}

extension VectorSamples {
  /// Two vectors whose digests FIPS 180-4's example and RFC 3174 give, one that nobody gives, and
  /// one that must be refused.
  static let suites = [
    Suite(
      name: "hash",
      vectors: [
        hash("sha1-abc", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        hash("sha1-empty", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ]),
    Suite(
      name: "base64",
      vectors: [
        vector(
          "base64-bad", .base64, input: ["decode": "!"],
          expectation: Expectation(outcome: .rejection(.invalidBase64))),
        vector(
          "base64-f", .base64, level: .should, input: ["encode": "f"], answer: ["text": "Zg=="]),
        vector(
          "base64-wrong", .base64, level: .may, input: ["encode": "fo"], answer: ["text": "Zm8"]),
      ]),
  ]

  private static func hash(_ id: String, _ data: String, _ digest: String) -> Vector {
    vector(id, .sha1, input: ["data": .string(data)], answer: ["digest": .string(digest)])
  }
}
