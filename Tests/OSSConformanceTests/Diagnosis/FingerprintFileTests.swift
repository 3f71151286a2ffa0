import FoundationEssentials
import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

extension Fingerprints {
  /// Those of the file, read once.
  static let real = Result { () throws(VectorError) in
    let corpus = try RealVectors.corpus.get()
    var fingerprints = Fingerprints(for: corpus.vectors)
    if !fingerprints.take(file, of: corpus) { Issue.record("\(fileName) is not current.") }
    return fingerprints
  }

  /// The bytes of the file.
  fileprivate static let file = Bytes(
    FileManager.default.contents(atPath: "\(RealVectors.folder)/\(fileName)") ?? .init())
}

/// FMT-PRINT-10 to FMT-PRINT-13: the file that holds the fingerprints.
@Suite struct `The file of fingerprints` {
  @Test func `has a line for each row and each vector`() throws {
    let corpus = try RealVectors.corpus.get()
    let json = try #require(try JSONReader.read(Fingerprints.file).objectValue)
    let rows = try #require(json["rows"]?.arrayValue).count
    #expect(
      json.members.map(\.name) == ["format", "version", "corpus", "fixes", "rows", "vectors"])
    #expect(json["vectors"]?.objectValue?.members.map(\.name) == corpus.vectors.map(\.id))
    #expect(json["corpus"] == .string(corpus.digest()))
    let fixes = try #require(json["fixes"]?.arrayValue).count
    #expect(Fingerprints.file.count { $0 == 0x0A } == fixes + rows + corpus.vectors.count + 4)
    #expect(Fingerprints.file.count <= 2 << 20 && rows > 1_000)
    #expect(Fingerprints.file.allSatisfy { $0 < 0x80 && $0 != 0x0D })
  }

  @Test func `is taken for its own corpus alone, and written again as it is`() throws {
    let corpus = try RealVectors.corpus.get()
    #expect(try Fingerprints.real.get().bytes(of: corpus) == Fingerprints.file)
    let part = try Corpus(suites: Array(corpus.suites.dropFirst()))
    var other = Fingerprints(for: part.vectors)
    let takesOther = other.take(Fingerprints.file, of: part)
    let takesNothing = other.take(Bytes("{}".utf8), of: part)
    #expect(!takesOther && !takesNothing)
  }

  @Test func `lists what the rows give when they are run`() throws {
    let corpus = try RealVectors.corpus.get()
    let suites = try ["v1/token", "credentials/content-types"].map { try RealVectors.suite($0) }
    let read = try Fingerprints.real.get()
    var run = Fingerprints(for: corpus.vectors)
    _ = run.matrix(over: suites.flatMap { $0.vectors.prefix(6) })
    let (ran, taken) = (Self.lines(run.bytes(of: corpus)), Self.lines(read.bytes(of: corpus)))
    for vector in suites.flatMap({ $0.vectors.prefix(6) }) {
      let start = "\"\(vector.id)\":{".utf8
      #expect(ran.first { $0.starts(with: start) } == taken.first { $0.starts(with: start) })
    }
  }

  private static func lines(_ bytes: Bytes) -> [Bytes] {
    bytes.split(separator: 0x0A).map { Bytes($0) }
  }

  @Test func `a list that lacks several names is listed where all of them are`() throws {
    let json = try #require(try JSONReader.read(Fingerprints.file).objectValue)
    let rows = try #require(json["rows"]?.arrayValue).map { $0.objectValue?["names"]?.arrayValue }
    let lists = rows.indices.filter { (rows[$0]?.count ?? 0) > 1 }
    #expect(lists.count > 20)
    for member in try #require(json["vectors"]?.objectValue).members {
      let words = (member.value.objectValue?.members ?? []).flatMap {
        ($0.value.stringValue ?? "").split(separator: " ")
      }
      let listed = Set(
        words.flatMap { $0.dropFirst(4).split(separator: ",").compactMap { Int($0, radix: 36) } })
      for row in listed.intersection(lists) {
        let query = try RealVectors.corpus.get()[id: member.name]?.input["query"]?.arrayValue ?? []
        let names = Set(query.compactMap { $0.arrayValue?.first?.stringValue })
        #expect(rows[row]?.allSatisfy { names.contains($0.stringValue ?? "") } == true)
      }
    }
  }
}
