import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// `provenance.sdks` says what runs of SDKs show, in both directions.
@Suite struct `Reports of SDKs` {
  private static let older = "aliyun-oss-go-sdk 3.0.2"

  private func suite(_ provenance: Provenance, alternatives: [Alternative] = []) throws -> Suite {
    var suite = try RealVectors.suite("primitives/sha1")
    suite.vectors = [try #require(suite.vectors.first)]
    var expectation = suite.vectors[0].expectation
    expectation.alternatives = alternatives
    suite.vectors[0] = suite.vectors[0].with(provenance: provenance, expectation: expectation)
    return suite
  }

  /// What becomes of the provenance of a vector by reports of two SDKs.
  private func confirmed(
    _ suite: Suite, one: String, other: String = "unsupported", notes: JSONValue = []
  ) throws -> (provenance: Provenance?, faults: [GenerationError]) {
    let folder = try ScratchFolder([suite])
    try folder.generate()
    var generator = folder.generator
    for (name, standing) in [("one", one), ("other", other)] {
      let report: JSONValue = [
        "sdk": ["name": .string(name), "version": "1.0"],
        "vectors": [
          ["id": .string(suite.vectors[0].id), "standing": .string(standing), "notes": notes]
        ],
      ]
      try folder.write(report.canonical(), to: "report-\(name).json")
      generator.reports.append("\(folder.path)/report-\(name).json")
    }
    let result = try generator.run()
    let file = result.files.first { $0.count != nil }
    let made = try file.map { try Suite(reading: $0.bytes, file: suite.fileName) }
    return (made?.vectors.first?.provenance, result.faults)
  }

  private static let unconfirmed = Provenance.derived(
    reason: "No SDK at hand does this operation by itself.")

  @Test func `add the SDKs that pass, in their order`() throws {
    let result = try confirmed(suite(Self.unconfirmed), one: "passed", other: "passed")
    #expect(result.provenance == .agreed(sdks: ["one 1.0", "other 1.0"]))
    #expect(result.faults == [])
  }

  @Test func `take away the SDKs that fail, and the last one with a reason`() throws {
    let both = Provenance.agreed(sdks: ["other 1.0", "one 1.0"])
    #expect(
      try confirmed(suite(both), one: "failed", other: "passed").provenance
        == .agreed(sdks: ["other 1.0"]))
    guard case .derived = try confirmed(suite(both), one: "failed").provenance else {
      Issue.record("nobody passed")
      return
    }
  }

  @Test(arguments: [
    Provenance.published(source: "a document"), .derived(reason: "People wrote this reason."),
    .agreed(sdks: [older]),
  ])
  func `leave what people state`(provenance: Provenance) throws {
    let result = try confirmed(suite(provenance), one: "passed")
    #expect(result.provenance == provenance)
    #expect(result.faults == [])
  }

  @Test func `contradict an older list that names them`() throws {
    let sdks = Provenance.agreed(sdks: [Self.older, "one 1.0"])
    #expect(try confirmed(suite(sdks), one: "passed").faults == [])
    let faults = try confirmed(suite(sdks), one: "failed").faults
    guard case .notConfirmed(let place, sdk: "one 1.0") = faults.first else {
      Issue.record("\(faults)")
      return
    }
    #expect(place.path == "provenance")
  }

  @Test func `confirm nothing where several answers are right`() throws {
    let note: JSONValue = ["Another answer of any_of is given."]
    #expect(
      try confirmed(suite(Self.unconfirmed), one: "passed", notes: note).provenance
        == Self.unconfirmed)
    let open = try suite(
      Self.unconfirmed,
      alternatives: [Alternative(reason: "It is open.", outcome: .rejection(.invalidInput))])
    #expect(try confirmed(open, one: "passed").provenance == Self.unconfirmed)
  }

  @Test(arguments: ["", "{}", "{\"sdk\":{\"name\":\"a\",\"version\":\"1\"}}"])
  func `are refused where they are none`(text: String) throws {
    let folder = try ScratchFolder([suite(Self.unconfirmed)])
    try folder.write(text, to: "report")
    var generator = folder.generator
    generator.reports = ["\(folder.path)/report"]
    #expect(throws: GenerationError.self) { try generator.run() }
  }
}
