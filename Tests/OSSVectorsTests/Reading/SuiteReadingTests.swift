import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The reader of a suite` {
  @Test func `the reader of a suite reads every member of a vector`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    #expect(suite.name == "v1/header")
    #expect(suite.fileName == "v1/header.json")
    let vector = try #require(suite.vectors.first)
    #expect(suite.vectors.count == 1)
    #expect(vector.description == "get-plain")
    #expect(vector.operation == .v1Header)
    #expect(vector.level == .may)
    #expect(vector.reason == "The server accepts both.")
    #expect(vector.clauses == ["V1-RES-4", "V1-HDR-12"])
    #expect(vector.comment == "Catches a signer that encodes the key.")
    #expect(vector.flags == ["key", "utf-8"])
    #expect(
      vector.provenance
        == .agreed(
          sdks: ["oss2 2.19.1", "go-v2 1.3.0"], note: "Computed again with another id."))
    #expect(vector.input["key"]?.stringValue == "caf\u{e9}")
  }

  @Test func `the reader of a suite reads what a server showed, and writes it back`() throws {
    let provenance = Provenance.observed(
      source: "https://example.com/1", read: "2026-11-22", quote: "PUT text/plain", note: "A note.")
    let given = try #require(
      try Suite(reading: Bytes(Samples.full.utf8), file: "h.json").vectors.first)
    let written = given.with(provenance: provenance).json
    let read = try Vector(json: written, at: VectorLocation(file: "h.json"))
    #expect(read.provenance == provenance)
    #expect(written.objectValue?["provenance"]?.objectValue?["kind"] == "observed")
  }

  @Test func `the reader of a suite reads what is expected, and what is right too`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let expectation = try #require(suite.vectors.first).expectation
    let members: JSONObject = [
      "signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
      "headers": [["x-oss-meta-raw", ["base64": "/w=="]]],
    ]
    #expect(
      expectation.outcome
        == .answer(Answer(members: members, stages: ["stringToSign": "GET\n\n\n"])))
    #expect(expectation.exact == ["signature"])
    #expect(
      expectation.alternatives
        == [
          Alternative(
            reason: "Some refuse it.", outcome: .rejection(errorClass: "invalid-object-key"))
        ])
  }

  @Test func `the reader of a suite reads the least that a vector can be`() throws {
    let text = Samples.suite("primitives/sha1", ids: ["sha1-empty"])
    let vector = try #require(
      try Suite(reading: Bytes(text.utf8), file: "s.json").vectors.first)
    #expect(vector.reason == nil)
    #expect(vector.flags.isEmpty)
    #expect(vector.provenance == .published(source: "FIPS 180-4"))
    #expect(
      vector.expectation
        == Expectation(outcome: .answer(Answer(members: ["digest": "da39a3ee"]))))
  }
}
