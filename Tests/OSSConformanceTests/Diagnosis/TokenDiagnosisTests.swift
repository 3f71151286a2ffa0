import OSSConformance
import OSSMistakes
import OSSVectors
import TestSupport
import Testing

/// Readers of token responses with planted mistakes, diagnosed from what they read and refuse.
@Suite struct `Diagnosis of readers of tokens` {
  private static let vectors = Result {
    try RealVectors.corpus.get().vectors.filter { $0.operation == .tokenParse }
  }

  @Test(
    arguments: [
      "response-mark-refused", "response-http-below-400", "response-status-converted",
      "response-not-trimmed", "response-distance-ignored", "response-fraction-dropped",
      "response-unreadable-is-1970", "response-null-is-text", "response-expired-accepted",
    ])
  func `diagnosis of readers of tokens names the mistake of a reader`(id: String) throws {
    let mistake = try #require(Catalogue.named(id))
    let vectors = try Self.vectors.get()
    #expect(vectors.count > 300)
    let diagnosis = Diagnosis(
      of: vectors.map {
        Finding(vector: $0, reply: mistake.answering($0.operation, $0.input))
      }, by: try Fingerprints.real.get())
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.mistakes.map(\.id) == [id])
    #expect(first.matches == first.possible)
    #expect(first.exceptions == [])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }
}
