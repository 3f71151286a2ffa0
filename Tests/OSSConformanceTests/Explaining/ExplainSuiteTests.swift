import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// The cases of `vectors/explain/`: their causes were found by people, in threads or by design.
@Suite struct `Explaining real refusals` {
  static let counts = ["explain/cases": 51, "explain/threads": 65, "explain/v4": 126]

  static func vectors(_ name: String) throws -> [Vector] { try RealVectors.suite(name).vectors }

  @Test func `are replayed file by file`() throws {
    let suites = try RealVectors.corpus.get().suites
    #expect(Set(suites.map(\.name).filter { $0.hasPrefix("explain/") }) == Set(Self.counts.keys))
  }

  @Test(arguments: counts)
  func `names the cause that the thread found or that the case was made to have`(
    suite: String, count: Int
  ) throws {
    let vectors = try Self.vectors(suite)
    for vector in vectors {
      guard case .answer(let expected) = vector.expectation.outcome,
        case .ok(let actual) = ReferenceAdapter().answer(vector.operation, vector.input)
      else {
        Issue.record("\(vector.id): There is no answer.")
        continue
      }
      #expect(expected.members["finding"] == actual.members["finding"], "\(vector.id)")
      #expect(expected.members.members.count == 1, "\(vector.id)")
    }
    #expect(vectors.count == count)
  }

  /// EXP-FIND-4.
  @Test func `cites a clause of V4 for a request of V4`() throws {
    let others: Set = [
      "none", "signature-version-legacy", "signature-version-refused", "signature-version-mixed",
      "signature-of-the-secret",
    ]
    var counted = 0
    for vector in try Self.vectors("explain/v4") where others.isDisjoint(with: vector.flags) {
      let members = vector.input
      func bytes(_ name: String) -> Bytes? { members[name]?.stringValue.map { Bytes($0.utf8) } }
      let found = Explainer.explain(
        Evidence(
          body: bytes("body"), request: bytes("request"), string: bytes("string"),
          url: bytes("url"), secrets: Self.secrets(members["credentials"])))
      let first = try #require(found.first, "\(vector.id)")
      #expect(first.clause?.hasPrefix("V4-") == true, "\(vector.id): \(first.mistake.id)")
      counted += 1
    }
    #expect(counted > 100)
  }

  private static func secrets(_ value: JSONValue?) -> GivenCredentials? {
    guard let object = value?.objectValue else { return nil }
    return GivenCredentials(
      accessKeyID: object["accessKeyId"]?.stringValue ?? "",
      accessKeySecret: object["accessKeySecret"]?.stringValue ?? "", securityToken: nil)
  }

  @Test func `hold no real access key ID`() throws {
    var counted = 0
    for name in Self.counts.keys {
      for vector in try Self.vectors(name) {
        counted += 1
        #expect(
          !vector.input.members.contains { $0.value.compact().contains("LT" + "AI") },
          "\(vector.id)")
      }
    }
    #expect(counted == 242)
  }
}
