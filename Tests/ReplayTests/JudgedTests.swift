import OSSVectors
import Testing

@Suite struct `The vectors` {
  @Test func `are answered as the specification says`() throws {
    for vector in try Corpus.read(from: vectorsFolder).vectors {
      let verdict = Judge.verdict(of: vector, reply: reply(to: vector))
      #expect(verdict.failure == nil, "\(vector.id)")
    }
  }
}
