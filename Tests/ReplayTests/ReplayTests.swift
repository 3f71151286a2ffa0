import OSSConformance
import OSSJSON
import OSSVectors
import TestSupport
import Testing

/// Where the lines of `vectors/README.md` find the vectors.
let vectorsFolder = RealVectors.folder

/// What the libraries answer to a vector; each operation is one function of
/// `Sources/OSSConformance/Reference`, which `oss-conform check` calls too.
func reply(to vector: Vector) -> Reply {
  ReferenceAdapter().answer(vector.operation, vector.input)
}

/// What the judge leaves free is compared here byte by byte, but for the order of headers and of a
/// URL's parameters.
@Suite struct `The libraries` {
  /// The file of each suite in `vectors/`; a failure names its vector.
  private static let files = ((try? RealVectors.corpus.get().suites) ?? []).map(\.name)

  @Test(arguments: files)
  func `answer as the vectors say`(file: String) throws {
    for vector in try RealVectors.suite(file).vectors { compare(vector, reply(to: vector)) }
    #expect(Self.files.count > 80)
  }

  @Test func `say in a sentence of its own what they refuse`() throws {
    var sentences: Set<String> = []
    for vector in try RealVectors.corpus.get().vectors {
      guard case .rejection = vector.expectation.outcome,
        case .rejected(_, let message?) = reply(to: vector)
      else { continue }
      #expect(message.first?.isUppercase == true && message.last == ".", "\(vector.id)")
      #expect(!message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      // Those that differ in names and numbers alone are one.
      let parts = message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      let words = parts.filter { $0.offset % 2 == 0 }.map(\.element).joined()
      sentences.insert(words.filter { !$0.isNumber })
    }
    #expect(sentences.count >= 270)
  }

  private func compare(_ vector: Vector, _ reply: Reply) {
    switch (vector.expectation.outcome, reply) {
    case (.answer, .ok) where vector.operation == .credentialTimeline:
      // Its vectors have bounds, and no one answer.
      #expect(Judge.verdict(of: vector, reply: reply).isPass, "\(vector.id)")
    case (.answer(let expected), .ok(let given)):
      #expect(!expected.members.members.isEmpty, "\(vector.id)")
      for member in expected.members.members where !["url", "headers"].contains(member.name) {
        #expect(given.members[member.name] == member.value, "\(vector.id): \(member.name)")
      }
      for stage in expected.stages.members {
        #expect(given.stages[stage.name] == stage.value, "\(vector.id): \(stage.name)")
      }
    case (.rejection(let expected), .rejected(let errorClass, _)):
      #expect(errorClass == expected, "\(vector.id)")
    default: Issue.record("\(vector.id): \(reply)")
    }
  }
}
