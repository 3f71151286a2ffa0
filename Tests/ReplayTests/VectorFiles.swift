import OSSVectors
import Testing

/// The vectors in `vectors/`, each file read once.
enum VectorFiles {
  private static let corpus = Result { () throws(VectorError) in try Corpus.read(from: folder) }

  /// The folder `vectors/`, found from this file: a test bundle holds no copy.
  private static var folder: String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/vectors"
  }

  /// The vectors of a file; an error here fails the test that asks.
  static func vectors(_ suite: String) throws -> [Vector] {
    try #require(corpus.get().suites.first { $0.name == suite }).vectors
  }

  /// The name of every file and the number of vectors in it.
  static func counts() throws -> [String: Int] {
    let pairs = try corpus.get().suites.map { ($0.name, $0.vectors.count) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
