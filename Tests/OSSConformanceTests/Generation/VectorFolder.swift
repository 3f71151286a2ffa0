import FoundationEssentials
import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

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

/// A folder of vectors that holds a few suites, gone when the test is.
final class VectorFolder {
  private let scratch: ScratchFolder

  /// The folder around the folder of vectors.
  var root: String { scratch.path }

  /// The folder of vectors.
  var path: String { root + "/vectors" }

  init(_ suites: Suite...) throws {
    scratch = try ScratchFolder()
    for suite in suites { try write(suite.canonicalBytes(), to: suite.fileName) }
  }

  /// Writes a file below the folder of vectors.
  func write(_ bytes: Bytes, to name: String) throws {
    try scratch.write(bytes, to: "vectors/" + name)
  }

  func text(of name: String) -> String? { scratch.read("vectors/" + name) }

  func bytes(of suite: String) -> Bytes? { text(of: suite + ".json").map { Bytes($0.utf8) } }

  var generator: Generator { Generator(directory: path) }

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
    try write(Bytes(text.replacing(old, with: new, maxReplacements: 1).utf8), to: suite + ".json")
    var generator = generator
    generator.accepted = patterns.map { Glob($0) }
    return try generator.run().faults
  }
}
