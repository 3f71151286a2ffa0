import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `Drafts of vectors` {
  /// The unit tests of eight SDKs publish what is expected of this request.
  static let request: JSONObject = [
    "operation": "v1.header",
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
  static let names: JSONObject = [
    "id": "my-case", "clauses": ["V1-STS-1"], "comment": "Catches a signer that was not tried.",
  ]

  @Test func `become vectors with every step, and say who computed it`() throws {
    let vector = try VectorDraft(Self.request, overrides: Self.names).vector(for: "f.json")
    #expect(vector.id == "my-case")
    #expect(vector.level == .must)
    #expect(vector.flags == [])
    guard case .answer(let answer) = vector.expectation.outcome,
      case .derived(let reason, nil) = vector.provenance
    else {
      Issue.record("\(vector.expectation)")
      return
    }
    #expect(reason.contains("oss-conform vector"))
    #expect(answer.members["signature"] == "kSHKmLxlyEAKtZPkJhG9bZb5k7M=")
    #expect(answer.members["authorization"] == "OSS ak:kSHKmLxlyEAKtZPkJhG9bZb5k7M=")
    #expect(
      answer.stages.members.map(\.name)
        == ["canonicalizedHeaders", "canonicalizedResource", "stringToSign"])
  }

  @Test func `that are refused become vectors of a refusal`() throws {
    var request = Self.request
    request["input"] = ["method": "GET", "credentials": ["accessKeyId": "ak"], "time": 0]
    let vector = try VectorDraft(request, overrides: Self.names).vector(for: "f.json")
    #expect(vector.expectation.outcome == .rejection(.missingSecret))
  }

  @Test func `may say what is expected, if the reference agrees`() throws {
    var draft = Self.request
    draft["provenance"] = ["kind": "published", "source": "a document"]
    draft["expect"] = ["signature": "kSHKmLxlyEAKtZPkJhG9bZb5k7M="]
    let vector = try VectorDraft(draft, overrides: Self.names).vector(for: "f.json")
    #expect(vector.provenance == .published(source: "a document"))
    guard case .answer(let answer) = vector.expectation.outcome else { return }
    #expect(answer.members.members.map(\.name) == ["signature"])
    #expect(answer.stages.members.count == 3)

    draft["expect"] = ["signature": "kSHKmLxlyEAKtZPkJhG9bZb5k7A="]
    let error = #expect(throws: GenerationError.self) {
      try VectorDraft(draft, overrides: Self.names).vector(for: "f.json")
    }
    guard case .recordedDiffers("my-case", "signature", _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["id", "operation", "clauses", "comment", "input"])
  func `say which member is missing`(member: String) throws {
    var draft = Self.request
    for name in Self.names.members { draft[name.name] = name.value }
    draft[member] = nil
    let error = #expect(throws: GenerationError.self) {
      try VectorDraft(draft).vector(for: "f.json")
    }
    let text = try #require(error?.description)
    #expect(text.contains("f.json"))
    #expect(text.contains(member), "\(text)")
    #expect(text.hasSuffix("."))
  }

  @Test(
    arguments: [
      ("level", "maybe"), ("id", "My Case"), ("clauses", ["clause"]), ("operation", "v9.header"),
      ("comment", ""), ("levle", "may"), ("expct", [:]),
    ] as [(String, JSONValue)])
  func `say which member is wrong`(member: String, value: JSONValue) {
    var overrides = Self.names
    overrides[member] = value
    let error = #expect(throws: GenerationError.self) {
      try VectorDraft(Self.request, overrides: overrides).vector(for: "f.json")
    }
    #expect(error?.description.contains(member) == true)
  }
}

@Suite struct `Adding a vector` {
  private var draft: VectorDraft {
    VectorDraft(`Drafts of vectors`.request, overrides: `Drafts of vectors`.names)
  }

  @Test func `to a recorded suite puts it last and changes nothing else`() throws {
    let suite = try RealVectors.suite("primitives/sha1")
    let folder = try VectorFolder(suite)
    let file = try Generator(directory: folder.path).file(adding: draft, to: suite.name)
    let result = try Suite(reading: file.bytes, file: suite.fileName)
    #expect(result.vectors.dropLast() == suite.vectors[...])
    #expect(result.vectors.last?.id == "my-case")
    #expect(file.count == suite.vectors.count + 1)
    #expect(folder.bytes(of: suite.name) == suite.canonicalBytes())
  }

  @Test func `to a suite that is not there makes it`() throws {
    let folder = try VectorFolder(try RealVectors.suite("primitives/sha1"))
    let file = try Generator(directory: folder.path).file(adding: draft, to: "v1/my-cases")
    let result = try Suite(reading: file.bytes, file: "v1/my-cases.json")
    #expect(result.name == "v1/my-cases")
    #expect(result.kind == .recorded)
    #expect(result.vectors.map(\.id) == ["my-case"])
  }

  @Test(arguments: ["v1/date", "v1/headers", "v1/refusals", "v1/self-signed"])
  func `to a built suite is refused`(suite: String) throws {
    let error = GenerationError.builtSuite(suite)
    let generator = Generator(directory: RealVectors.folder)
    #expect(throws: error) { try generator.file(adding: draft, to: suite) }
    #expect(error.description.contains("\(suite) is a built suite"))
  }

  @Test(arguments: ["v1/published", "primitives/sha1", "v1/new"])
  func `with an ID that is taken is refused`(suite: String) throws {
    let draft = VectorDraft(
      `Drafts of vectors`.request,
      overrides: [
        "id": "published-v1h-nelson", "clauses": ["V1-STS-1"], "comment": "It is taken.",
      ])
    let folder = try VectorFolder(
      RealVectors.suite("primitives/sha1"), RealVectors.suite("v1/published"))
    let error = #expect(throws: GenerationError.self) {
      try Generator(directory: folder.path).file(adding: draft, to: suite)
    }
    guard case .vectors(.duplicateID("published-v1h-nelson", _, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
