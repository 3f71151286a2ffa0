import FoundationEssentials
import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

/// The package's own vectors, and folders that hold some of them changed.
enum RealVectors {
  static let folder =
    #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/vectors"

  static let corpus = Result { () throws(VectorError) in try Corpus.read(from: folder) }

  static func suite(_ name: String) throws -> Suite {
    try #require(corpus.get().suites.first { $0.name == name })
  }

  /// The bytes of a suite's file as they stand.
  static func bytes(of suite: String) throws -> Bytes {
    Bytes(try #require(FileManager.default.contents(atPath: "\(folder)/\(suite).json")))
  }
}

/// A folder of vectors that holds a few suites, gone when the test is.
final class VectorFolder {
  let path: String

  init(_ suites: Suite...) throws {
    path = FileManager.default.temporaryDirectory.path + "/oss-generate-" + UUID().uuidString
    for suite in suites { try write(suite.canonicalBytes(), to: suite.fileName) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: Bytes, to name: String) throws {
    let file = "\(path)/\(name)"
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
  }

  func bytes(of suite: String) -> Bytes? {
    FileManager.default.contents(atPath: "\(path)/\(suite).json").map { Bytes($0) }
  }

  /// What the generator would write into a suite's file.
  func generated(_ suite: String) throws -> Generator.File {
    try #require(try Generator(directory: path).files().first { $0.suite == suite })
  }
}

extension String {
  /// The text with its byte at an offset, counted from the end, changed to another of base64.
  func changed(fromEnd offset: Int) -> String {
    var bytes = Array(utf8)
    let index = bytes.count - offset
    bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return String(decoding: bytes, as: UTF8.self)
  }
}
