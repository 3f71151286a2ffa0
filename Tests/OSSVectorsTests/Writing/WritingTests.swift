import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The writer of suites` {
  @Test func `the writer of suites writes a canonical file as it was`() throws {
    let bytes = Bytes(Samples.full.utf8)
    let suite = try Suite(reading: bytes, file: "h.json")
    #expect(String(decoding: suite.canonicalBytes(), as: UTF8.self) == Samples.full)
  }

  @Test func `the writer of suites writes members in their order whatever the file's was`() throws {
    let text = Samples.suite("a", ids: ["one"])
    let moved = text.replacing(#""id":"one","#, with: "")
      .replacing(#""flags":[],"#, with: #""flags":[],"id":"one","#)
    #expect(moved != text)
    let left = try Suite(reading: Bytes(text.utf8), file: "a.json")
    let right = try Suite(reading: Bytes(moved.utf8), file: "a.json")
    #expect(left.canonicalBytes() == right.canonicalBytes())
  }
}

@Suite struct `The digest of a corpus` {
  @Test func `the digest of a corpus hashes paths and canonical bytes`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let corpus = try Corpus(suites: [suite])
    // printf 'v1/header.json\n' | cat - header.json | sha256sum
    #expect(corpus.digest() == "23942663f14b49b0bad626891e6a06da5a9fea57a59688f9e5bad4944ab63d38")
  }

  @Test func `the digest of a corpus differs for two names of the same vectors`() throws {
    var suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let before = try Corpus(suites: [suite]).digest()
    suite.name = "v1/other"
    #expect(try Corpus(suites: [suite]).digest() != before)
  }
}
