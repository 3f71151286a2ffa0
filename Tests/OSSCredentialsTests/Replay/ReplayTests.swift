import FoundationEssentials
import OSSVectors
import Testing

/// One test for each file in `vectors/credentials/`, so that the console names the file and the
/// vector.
@Suite struct `Replay of the vectors of credentials` {
  /// How many vectors each file holds; one that is lost or left out is seen here.
  static let counts: [String: Int] = [:]

  @Test func `every file has a test here and holds as many vectors as it should`() throws {
    let counts = try VectorFiles.counts().filter { name, _ in name.hasPrefix("credentials/") }
    #expect(counts == Self.counts)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for name in Self.counts.keys {
      #expect(source.contains("VectorFiles.vectors(\"\(name)\")"))
    }
  }
}
