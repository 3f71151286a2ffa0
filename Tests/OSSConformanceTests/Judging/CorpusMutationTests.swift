import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

/// The real vectors and the reference, each expectation spoilt in turn.
struct CorpusMutationTests {
  static let folder =
    #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/vectors"

  @Test func `fails every vector of which one expected byte is changed`() throws {
    let corpus = try Corpus.read(from: Self.folder)
    let reference = ReferenceAdapter()
    var tried = 0
    var survivors: [String] = []
    for vector in corpus.vectors {
      guard case .answer(let answer) = vector.expectation.outcome else { continue }
      let reply = reference.answer(vector.operation, vector.input)
      #expect(Judge.verdict(of: vector, reply: reply).isPass, "\(vector.id)")
      for (index, member) in answer.members.members.enumerated() {
        for changed in Self.variants(of: member.value) {
          var spoilt = answer
          spoilt.members.members[index].value = changed
          var copy = vector
          // What is open passes by another answer; here the one that the clause gives is meant.
          copy.expectation = Expectation(
            outcome: .answer(spoilt), exact: vector.expectation.exact)
          tried += 1
          if Judge.verdict(of: copy, reply: reply).isPass { survivors.append(vector.id) }
        }
      }
    }
    #expect(survivors == [])
    #expect(tried > 2_000)
  }

  /// The value with one byte changed, for a byte in the first half and the last byte of each text in it.
  private static func variants(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .string(let text):
      let bytes = Bytes(text.utf8)
      return Set([bytes.count / 3, bytes.count - 1]).compactMap { index in
        guard bytes.indices.contains(index) else { return nil }
        var changed = bytes
        changed[index] = bytes[index] < 0x80 ? bytes[index] ^ 1 : 0x3f
        return .string(String(decoding: changed, as: UTF8.self))
      }
    case .array(let elements):
      return elements.indices.flatMap { index in
        variants(of: elements[index]).map { changed in
          var copy = elements
          copy[index] = changed
          return .array(copy)
        }
      }
    default: return []
    }
  }
}
