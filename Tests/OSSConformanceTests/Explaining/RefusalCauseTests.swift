import FoundationEssentials
import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The causes of refusals` {
  @Test func `the causes of refusals are each listed once, in sentences`() {
    let ids = RefusalCause.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 156)
    for mistake in RefusalCause.all {
      #expect(mistake.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(mistake.id)")
      #expect(mistake.sentence.hasSuffix(".") && mistake.change.hasSuffix("."), "\(mistake.id)")
      #expect(mistake.v1 != nil || mistake.v4 != nil || mistake.changeV4 == nil, "\(mistake.id)")
      #expect(mistake.changeV4?.hasSuffix(".") != false, "\(mistake.id)")
    }
  }

  @Test func `the causes of refusals name vectors that cite the clause of their version`() throws {
    let corpus = try RealVectors.corpus.get()
    var counted = (v1: 0, v4: 0)
    func check(_ mistake: RefusalCause, _ clause: String, _ id: String) throws {
      let vector = try #require(corpus[id: id], "\(mistake.id): \(id)")
      #expect(vector.clauses.contains(clause), "\(mistake.id): \(id) does not cite \(clause)")
    }
    for mistake in RefusalCause.all {
      if let clause = mistake.v1?.clause, let id = mistake.v1?.vector {
        try check(mistake, clause, id)
        counted.v1 += 1
      }
      if let ruling = mistake.v4 {
        let id = try #require(ruling.vector, "\(mistake.id): no vector for \(ruling.clause)")
        try check(mistake, ruling.clause, id)
        counted.v4 += 1
      }
    }
    #expect(counted.v1 > 70)
    #expect(counted.v4 > 95)
  }

  @Test func `the causes of refusals are listed on the page of the specification`() throws {
    let path = RealVectors.folder + "/../spec/explain.md"
    let page = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    for mistake in RefusalCause.all {
      let row =
        "| `\(mistake.id)` | \(mistake.sentence) | \(mistake.v1?.clause ?? "") | \(mistake.v4?.clause ?? "") |"
      #expect(page.contains(row), "\(row)")
    }
  }

  /// EXP-FIND-4.
  @Test func `the causes of refusals cite a clause of V4 for a request of V4`() throws {
    let others: Set = [
      "none", "signature-version-legacy", "signature-version-refused", "signature-version-mixed",
      "signature-of-the-secret",
    ]
    var counted = 0
    for vector in try RealVectors.suite("explain/v4").vectors
    where others.isDisjoint(with: vector.flags) {
      let members = vector.input
      func bytes(_ name: String) -> Bytes? { members[name]?.stringValue.map { Bytes($0.utf8) } }
      func secret(_ name: String) -> String {
        members["credentials"]?.objectValue?[name]?.stringValue ?? ""
      }
      let secrets = GivenCredentials(
        accessKeyID: secret("accessKeyId"), accessKeySecret: secret("accessKeySecret"),
        securityToken: nil)
      let found = Explainer.explain(
        Evidence(
          body: bytes("body"), request: bytes("request"), string: bytes("string"),
          url: bytes("url"), secrets: members["credentials"] == nil ? nil : secrets))
      let first = try #require(found.first, "\(vector.id)")
      #expect(first.clause?.hasPrefix("V4-") == true, "\(vector.id): \(first.mistake.id)")
      counted += 1
    }
    #expect(counted > 100)
  }
}
