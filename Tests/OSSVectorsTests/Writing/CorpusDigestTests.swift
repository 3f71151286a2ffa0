import OSSPrimitives
import OSSVectors
import Testing

struct CorpusDigestTests {
  @Test func `hashes paths and canonical bytes`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let corpus = try Corpus(suites: [suite])
    // printf 'v1/header.json\n' | cat - header.json | sha256sum
    #expect(corpus.digest() == "599bd9b9785b1252a78d33cb88160563329dab4a5e8108c9032ce43a5d243dfb")
  }

  @Test func `tells two names of the same vectors apart`() throws {
    var suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let before = try Corpus(suites: [suite]).digest()
    suite.name = "v1/other"
    #expect(try Corpus(suites: [suite]).digest() != before)
  }
}
