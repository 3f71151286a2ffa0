import OSSPrimitives
import OSSVectors
import Testing

struct CorpusDigestTests {
  @Test func `hashes paths and canonical bytes`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let corpus = try Corpus(suites: [suite])
    // printf 'v1/header.json\n' | cat - header.json | sha256sum
    #expect(corpus.digest() == "895239d0ed070a3d93054b20b67f0b5986b0d081a0e8ec03b575ade0905660cc")
  }

  @Test func `differs for two names of the same vectors`() throws {
    var suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let before = try Corpus(suites: [suite]).digest()
    suite.name = "v1/other"
    #expect(try Corpus(suites: [suite]).digest() != before)
  }
}
