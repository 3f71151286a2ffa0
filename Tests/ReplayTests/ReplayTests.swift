import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// One case for each file in `vectors/`; a failure names its vector.
@Suite struct `The bytes of the vectors` {
  /// What explains refusals is no part of the libraries; the kit's own tests replay it. The ledger
  /// says which vectors there are, so that none is lost.
  static let names = Result {
    try RealVectors.corpus.get().suites.map(\.name).filter { !$0.hasPrefix("explain/") }
  }

  @Test func `are those of more than eighty files`() throws {
    #expect(try Self.names.get().count > 80)
  }

  @Test(arguments: (try? names.get()) ?? [])
  func `answers each vector of a file with its very bytes`(suite: String) throws {
    for vector in try RealVectors.suite(suite).vectors { try Self.compare(vector) }
  }

  /// Compares what the libraries give with the bytes of the file, without any judge.
  private static func compare(_ vector: Vector) throws {
    if vector.operation == .credentialTimeline { return try TimelineReplay.check(vector) }
    switch (vector.expectation.outcome, reply(to: vector)) {
    case (.answer(let expected), .ok(let given)):
      #expect(!expected.members.members.isEmpty, "\(vector.id)")
      for member in expected.members.members {
        let value = given.members[member.name]
        if member.name == "url" {
          // The order of the parameters is free.
          let urls = (try #require(member.value.stringValue), try #require(value?.stringValue))
          #expect(try ReceivedURL(urls.0) == ReceivedURL(urls.1), "\(vector.id): url")
        } else {
          #expect(value == member.value, "\(vector.id): \(member.name)")
        }
      }
      for stage in expected.stages.members {
        #expect(given.stages[stage.name] == stage.value, "\(vector.id): \(stage.name)")
      }
    case (.rejection(let expected), .rejected(let errorClass, _)):
      #expect(errorClass == expected, "\(vector.id)")
    case (_, let reply): Issue.record("\(vector.id): \(reply)")
    }
  }
}
