import FoundationEssentials
import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

extension RealVectors {
  /// The bytes of a suite's file as they stand.
  static func bytes(of suite: String) throws -> Bytes { try bytes(ofFile: suite + ".json") }

  static func bytes(ofFile name: String) throws -> Bytes {
    Bytes(try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
  }
}

/// A folder of vectors that holds a few suites, gone when the test is.
final class VectorFolder {
  /// The folder around the folder of vectors.
  let root = FileManager.default.temporaryDirectory.path + "/oss-generate-" + UUID().uuidString

  /// The folder of vectors.
  var path: String { root + "/vectors" }

  init(_ suites: Suite...) throws {
    for suite in suites { try write(suite.canonicalBytes(), to: suite.fileName) }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ bytes: Bytes, to name: String) throws {
    let file = "\(path)/\(name)"
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func bytes(of suite: String) -> Bytes? {
    FileManager.default.contents(atPath: "\(path)/\(suite).json").map { Bytes($0) }
  }

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
