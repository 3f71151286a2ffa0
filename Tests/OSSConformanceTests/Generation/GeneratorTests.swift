import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The generator` {
  /// The unit tests of eight SDKs publish what is expected of this request.
  static let entry: JSONObject = [
    "id": "my-case", "operation": "v1.header", "clauses": ["V1-STS-1"],
    "comment": "Catches a signer that was not tried.",
    "input": [
      "method": "PUT", "bucket": "examplebucket", "key": "nelson",
      "headers": [
        ["Content-MD5", "eB5eJF1ptWaXm4bijSPyxw=="], ["Content-Type", "text/html"],
        ["x-oss-meta-author", "alice"], ["x-oss-meta-magic", "abracadabra"],
        ["x-oss-date", "Wed, 28 Dec 2022 10:27:41 GMT"],
      ],
      "credentials": ["accessKeyId": "ak", "accessKeySecret": "sk"], "time": 1_672_223_261,
    ],
  ]

  /// The vector that the generator makes of an entry.
  private func vector(_ change: (inout JSONObject) -> Void) throws -> Vector {
    var entry = Self.entry
    change(&entry)
    let folder = try ScratchFolder([RealVectors.suite("primitives/sha1")])
    let result = try folder.generator.run(adding: entry, to: "v1/mine")
    if let fault = result.faults.first { throw fault }
    let file = try #require(result.files.first { $0.path.hasSuffix("v1/mine.json") })
    return try #require(Suite(reading: file.bytes, file: "v1/mine.json").vectors.first)
  }

  @Test func `completes an entry of id, operation, clauses, comment and input`() throws {
    let vector = try vector { _ in }
    #expect(vector.level == .must)
    #expect(vector.flags == [])
    guard case .derived = vector.provenance else {
      Issue.record("\(vector)")
      return
    }
    let answer = try #require(vector.expectation.outcome.answer)
    #expect(answer.members["signature"] == "kSHKmLxlyEAKtZPkJhG9bZb5k7M=")
    #expect(answer.members["authorization"] == "OSS ak:kSHKmLxlyEAKtZPkJhG9bZb5k7M=")
    #expect(
      answer.stages.members.map(\.name)
        == ["canonicalizedHeaders", "canonicalizedResource", "stringToSign"])
  }

  @Test func `keeps what an entry states, and adds the steps alone`() throws {
    let vector = try vector { entry in
      entry["level"] = "may"
      entry["reason"] = "It is open."
      entry["provenance"] = ["kind": "published", "source": "a document"]
      entry["expect"] = ["signature": "kSHKmLxlyEAKtZPkJhG9bZb5k7M="]
    }
    #expect(vector.level == .may)
    #expect(vector.provenance == .published(source: "a document"))
    let answer = try #require(vector.expectation.outcome.answer)
    #expect(answer.members.members.map(\.name) == ["signature"])
    #expect(answer.stages.members.count == 3)
  }

  @Test func `states no refusal by itself, and takes one that is stated`() throws {
    let refused: (inout JSONObject) -> Void = { entry in
      entry["input"] = ["method": "GET", "credentials": ["accessKeyId": "ak"], "time": 0]
    }
    let error = #expect(throws: GenerationError.self) { try vector(refused) }
    guard case .refused(_, "missing-secret", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      error?.description.contains(#""expect": {"error": {"class": "missing-secret"}}"#) == true)
    let stated = try vector { entry in
      refused(&entry)
      entry["expect"] = ["error": ["class": "missing-secret"]]
    }
    #expect(stated.expectation.outcome == .rejection(.missingSecret))
  }

  @Test func `asks people for what no program can compute`() {
    let error = #expect(throws: GenerationError.self) {
      try vector { $0["operation"] = "credential.timeline" }
    }
    #expect(error?.description.contains("bounds") == true)
    #expect(error?.description.contains("vector my-case") == true)
  }

  static let typingErrors: [(member: String, value: JSONValue?)] = [
    ("id", nil), ("operation", nil), ("clauses", nil), ("comment", nil), ("input", nil),
    ("level", "maybe"), ("id", "My Case"), ("clauses", ["clause"]), ("operation", "v9.header"),
    ("comment", ""), ("levle", "may"), ("expct", [:]), ("expect", "x"), ("input", []),
    ("provenance", ["kind": "guessed"]),
  ]

  @Test(arguments: typingErrors)
  func `names file, vector and member of a typing error`(member: String, value: JSONValue?) throws {
    let error = #expect(throws: GenerationError.self) { try vector { $0[member] = value } }
    let text = try #require(error?.description)
    #expect(text.contains("v1/mine.json, vector "), "\(text)")
    #expect(text.contains("member \(member)"), "\(text)")
    #expect(text.hasSuffix("."), "\(text)")
    if !member.hasSameBytes(as: "id") { #expect(text.contains("vector my-case"), "\(text)") }
  }

  @Test func `adds the steps that a vector lacks, in their order`() throws {
    var suite = try RealVectors.suite("v1/published")
    let original = try RealVectors.bytes(of: suite.name)
    var stripped = 0
    for index in suite.vectors.indices {
      guard case .answer(var answer) = suite.vectors[index].expectation.outcome,
        !answer.stages.members.isEmpty
      else { continue }
      answer.stages.members.removeAll { stripped.isMultiple(of: 2) || $0.name < "d" }
      var expectation = suite.vectors[index].expectation
      expectation.outcome = .answer(answer)
      suite.vectors[index] = suite.vectors[index].with(expectation: expectation)
      stripped += 1
    }
    #expect(stripped == 21)
    let folder = try ScratchFolder([suite])
    try folder.generate()
    #expect(folder.bytes(of: suite.name) == original)
  }

  @Test func `writes the count, the canonical layout and escapes`() throws {
    let suite = try RealVectors.suite("v1/resource")
    let original = try RealVectors.bytes(of: suite.name)
    let folder = try ScratchFolder([suite])
    let text = String(decoding: original, as: UTF8.self)
      .replacing("\"count\": \(suite.vectors.count)", with: "\"count\":  0")
      .replacing("\\u4e2d", with: "中")
    #expect(text.contains("中"))
    try folder.write(text, to: "vectors/" + suite.fileName)
    try folder.generate()
    #expect(folder.bytes(of: suite.name) == original)
  }

  @Test(arguments: ["v1/published", "primitives/sha1", "v1/new"])
  func `refuses an id that is taken`(suite: String) throws {
    let folder = try ScratchFolder(
      ["primitives/sha1", "v1/published"].map(RealVectors.suite))
    var entry = Self.entry
    entry["id"] = "published-v1h-nelson"
    let faults = try folder.generator.run(adding: entry, to: suite).faults
    guard case .vectors(.duplicateID("published-v1h-nelson", _, _)) = faults.first else {
      Issue.record("\(faults)")
      return
    }
  }
}

/// `oss-conform generate --check` spoils the expectations of every vector.
@Suite struct `Changed expectations` {
  @Test func `are as many as a vector has bytes, and one refusal`() throws {
    let gate = JudgeGate(vectors: [try Self.vector("sha1-abc")])
    #expect(gate.tried == 41)
    #expect(gate.faults == [])
  }

  @Test func `that pass are named: a step that nobody shows`() throws {
    var vector = try Self.vector("sha1-abc")
    var answer = try #require(vector.expectation.outcome.answer)
    answer.stages["colour"] = "red"
    vector = vector.with(expectation: Expectation(outcome: .answer(answer)))
    #expect(JudgeGate(vectors: [vector]).faults == ["sha1-abc has no note of another colour."])
  }

  @Test func `are not made of a vector that the reference fails`() throws {
    let vector = try Self.vector("sha1-abc").with(
      expectation: Expectation(outcome: .rejection(.invalidTime)))
    let gate = JudgeGate(vectors: [vector])
    #expect(gate.faults == ["The reference fails sha1-abc."])
    #expect(gate.tried == 0)
  }

  private static func vector(_ id: String) throws -> Vector {
    try #require(RealVectors.corpus.get()[id: id])
  }
}

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
