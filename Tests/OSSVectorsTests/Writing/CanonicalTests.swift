import OSSPrimitives
import OSSVectors
import Testing

struct CanonicalTests {
  @Test func `writes a canonical file as it was`() throws {
    let bytes = Bytes(Samples.full.utf8)
    let suite = try Suite(reading: bytes, file: "h.json")
    #expect(String(decoding: suite.canonicalBytes(), as: UTF8.self) == Samples.full)
  }

  @Test func `writes members in their order whatever the file's was`() throws {
    let text = Samples.suite("a", ids: ["one"])
    let moved = text.replacing(#""id":"one","#, with: "")
      .replacing(#""flags":[],"#, with: #""flags":[],"id":"one","#)
    #expect(moved != text)
    let left = try Suite(reading: Bytes(text.utf8), file: "a.json")
    let right = try Suite(reading: Bytes(moved.utf8), file: "a.json")
    #expect(left.canonicalBytes() == right.canonicalBytes())
  }
}
