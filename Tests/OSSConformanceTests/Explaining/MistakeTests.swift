import FoundationEssentials
import OSSConformance
import OSSVectors
import TestSupport
import Testing

@Suite struct `The list of mistakes` {
  @Test func `names each once, in sentences`() {
    let ids = RefusalCause.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 144)
    for mistake in RefusalCause.all {
      #expect(mistake.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(mistake.id)")
      #expect(mistake.sentence.hasSuffix(".") && mistake.change.hasSuffix("."), "\(mistake.id)")
      #expect(mistake.v1 != nil || mistake.v4 != nil || mistake.changeV4 == nil, "\(mistake.id)")
      #expect(mistake.changeV4?.hasSuffix(".") != false, "\(mistake.id)")
    }
  }

  @Test func `names vectors that cite the clause`() throws {
    let corpus = try RealVectors.corpus.get()
    var counted = 0
    for mistake in RefusalCause.all {
      guard let clause = mistake.v1?.clause, let id = mistake.v1?.vector else { continue }
      counted += 1
      let vector = try #require(corpus[id: id], "\(mistake.id): \(id)")
      #expect(vector.clauses.contains(clause), "\(mistake.id): \(id) does not cite \(clause)")
    }
    #expect(counted > 70)
  }

  @Test func `names vectors of V4 that cite the clause of V4`() throws {
    let corpus = try RealVectors.corpus.get()
    var counted = 0
    for mistake in RefusalCause.all {
      guard let ruling = mistake.v4 else { continue }
      counted += 1
      let id = try #require(ruling.vector, "\(mistake.id): no vector for \(ruling.clause)")
      let vector = try #require(corpus[id: id], "\(mistake.id): \(id)")
      #expect(vector.clauses.contains(ruling.clause), "\(id) does not cite \(ruling.clause)")
    }
    #expect(counted > 95)
  }

  @Test func `is on the page of the specification`() throws {
    let path = RealVectors.folder + "/../spec/explain.md"
    let page = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    for mistake in RefusalCause.all {
      let row =
        "| `\(mistake.id)` | \(mistake.sentence) | \(mistake.v1?.clause ?? "") | \(mistake.v4?.clause ?? "") |"
      #expect(page.contains(row), "\(row)")
    }
  }
}
