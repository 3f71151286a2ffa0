import OSSConformance
import OSSJSON
import OSSVectors
import TestSupport
import Testing

/// Where README's lines find the vectors.
let vectorsFolder = RealVectors.folder

/// What the libraries answer to a vector; each operation is one function of
/// `Sources/OSSConformance/Reference`, which `oss-conform check` calls too.
func reply(to vector: Vector) -> Reply {
  ReferenceAdapter().answer(vector.operation, vector.input)
}

/// One test for each kind of vectors, with a case for each file; a failure names its vector.
///
/// What the judge leaves free is compared here byte by byte, but for the order of headers and of a
/// URL's parameters.
@Suite struct `The libraries` {
  @Test(arguments: files("primitives"))
  func `the libraries hash and encode as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("v1"))
  func `the libraries sign with V1 as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("v2"))
  func `the libraries sign with V2 as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("v4"))
  func `the libraries sign with V4 as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("post"))
  func `the libraries make upload forms as the vectors say`(file: String) throws {
    try replay(file)
  }

  @Test(arguments: files("sts"))
  func `the libraries call STS as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("live-channel"))
  func `the libraries publish streams as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("callback"))
  func `the libraries ask for callbacks as the vectors say`(file: String) throws {
    try replay(file)
  }

  @Test(arguments: files("errors"))
  func `the libraries read error bodies as the vectors say`(file: String) throws {
    try replay(file)
  }

  @Test(arguments: files("explain"))
  func `the libraries explain refusals as the vectors say`(file: String) throws { try replay(file) }

  @Test(arguments: files("credentials"))
  func `the libraries keep credentials as the vectors say`(file: String) throws { try replay(file) }

  @Test func `the libraries are asked every file of these kinds, and there are no others`() throws {
    let kinds = [
      "primitives", "v1", "v2", "v4", "post", "sts", "live-channel", "callback", "errors",
      "explain", "credentials",
    ]
    let found = kinds.flatMap { Self.files($0) }
    #expect(found.count > 80)
    #expect(Set(found) == Set(try RealVectors.corpus.get().suites.map(\.name)))
  }

  @Test func `the libraries say in a sentence of its own what they refuse`() throws {
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

  /// The suites of a folder of `vectors/`.
  private static func files(_ kind: String) -> [String] {
    ((try? RealVectors.corpus.get().suites) ?? []).map(\.name).filter { $0.hasPrefix(kind + "/") }
  }

  private func replay(_ file: String) throws {
    for vector in try RealVectors.suite(file).vectors { compare(vector, reply(to: vector)) }
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
