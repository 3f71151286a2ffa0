import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// No byte of a vector changes unseen: computed, stated, or layout.
@Suite struct `A changed vector` {
  /// Vectors that have every kind of member between them.
  static let samples: [(suite: String, id: String)] = [
    ("v1/published", "published-v1h-nelson"), ("v1/agreed-presign", "agreed-presign-0410"),
    ("v1/refusals", "v1-ref-empty-id"), ("v4/presign", "v4-pre-hash-of-caller"),
    ("v4/authorization", "v4-auth-form-with-list"),
    ("credentials/timeline-clock", "timeline-clock-ahead-then-served"),
    ("v1/observed", "observed-v1-put-content-type"), ("post/form-check", "post-check-passes"),
    ("primitives/base64", "base64-encode-f"),
  ]

  /// A folder with the sample alone, and its ledger.
  private func folder(_ sample: (suite: String, id: String)) throws -> (ScratchFolder, Suite) {
    var suite = try RealVectors.suite(sample.suite)
    let vector = suite.vectors.first { $0.id == sample.id } ?? suite.vectors.first
    suite.vectors = [try #require(vector)]
    let folder = try ScratchFolder([suite])
    try folder.generate()
    return (folder, suite)
  }

  @Test(arguments: samples)
  func `is refused, whichever value or name it is`(suite: String, id: String) throws {
    let (folder, sample) = try folder((suite, id))
    let json = try #require(sample.vectors.first).json
    var tried = 0
    for changed in json.withOneChange {
      let file: JSONValue = [
        "format": 1, "suite": .string(suite), "count": 1, "vectors": .array([changed]),
      ]
      try folder.write(file.canonical(), to: "vectors/" + sample.fileName)
      let faults = try folder.generator.run().faults
      #expect(!faults.isEmpty, "\(changed.compact())")
      for fault in faults {
        #expect(fault.description.contains(suite), "\(fault)")
        #expect(fault.description.hasSuffix("."), "\(fault)")
      }
      tried += 1
    }
    #expect(tried >= 12)
  }

  @Test(arguments: ["\n ", "  ", " \n"])
  func `is noticed where only the layout changes`(blank: String) throws {
    let (folder, sample) = try folder(Self.samples[0])
    let text = String(decoding: try #require(folder.bytes(of: sample.name)), as: UTF8.self)
    try folder.write(
      text.replacing(": ", with: ":" + blank, maxReplacements: 1),
      to: "vectors/" + sample.fileName)
    let result = try folder.generator.run()
    #expect(result.faults.isEmpty)
    #expect(result.files.filter { !$0.isCurrent }.map(\.count) == [1])
  }

  @Test func `is taken where its id is accepted, and computed again`() throws {
    let (folder, sample) = try folder(("v1/headers", ""))
    let id = try #require(sample.vectors.first?.id)
    let change = ("\"method\": \"GET\"", "\"method\": \"PUT\"")
    let faults = try folder.faults(replacing: change.0, with: change.1, in: sample.name)
    #expect(faults.first?.differing?.path == "expect.stages.stringToSign")
    var generator = folder.generator
    generator.accepted = [Glob(id)]
    let result = try generator.run()
    // These bytes were confirmed by SDKs, so nobody but the SDKs can change them.
    #expect(!result.faults.isEmpty)
    let text = String(decoding: try #require(folder.bytes(of: sample.name)), as: UTF8.self)
    let start = try #require(text.firstRange(of: "\"provenance\"")).lowerBound
    let end = try #require(text.firstRange(of: "\"input\"")).lowerBound
    try folder.write(String(text[..<start] + text[end...]), to: "vectors/" + sample.fileName)
    let accepted = try generator.run()
    #expect(accepted.faults == [])
    try generator.write(accepted.files)
    let suite = try Suite(reading: #require(folder.bytes(of: sample.name)), file: sample.fileName)
    let answer = try #require(suite.vectors[0].expectation.outcome.answer)
    #expect(answer.stages["stringToSign"]?.stringValue?.hasPrefix("PUT\n") == true)
    #expect(try folder.generator.run().faults == [])
  }

  @Test func `keeps its alternatives true to their own strings`() throws {
    let (folder, sample) = try folder(("v4/presign", "v4-pre-hash-of-caller"))
    let signature = "87c77c7761ae41194ffeb6497d798d0d004d53f3ceddbe9c084e6f3b2ae96665"
    let faults = try folder.faults(
      replacing: "\"signature\": \"\(signature)\"",
      with: "\"signature\": \"\(signature.dropLast())6\"", in: sample.name, accepting: "*")
    #expect(faults.first?.differing?.path == "expect.any_of[0].signature")
  }

  @Test func `is asked for where what is to be accepted does not exist`() throws {
    let (folder, sample) = try folder(Self.samples[0])
    let faults = try folder.faults(
      replacing: "\"format\": 1", with: "\"format\": 1", in: sample.name,
      accepting: "published-v1h-nelsom")
    #expect(faults == [.unknownID("published-v1h-nelsom", nearest: "published-v1h-nelson")])
  }
}

@Suite struct `The ledger` {
  private func folder() throws -> (ScratchFolder, Suite) {
    let suite = try RealVectors.suite("primitives/sha1")
    let folder = try ScratchFolder([suite])
    try folder.generate()
    return (folder, suite)
  }

  /// Runs the generator on a suite in place of the first one, and writes what it takes.
  private func faults(
    _ folder: ScratchFolder, _ suite: Suite, accepting id: String? = nil
  ) throws -> [GenerationError] {
    try folder.write(suite.canonicalBytes(), to: "vectors/" + suite.fileName)
    var generator = folder.generator
    generator.accepted = id.map { [Glob($0)] } ?? []
    let result = try generator.run()
    if result.faults.isEmpty { try generator.write(result.files) }
    return result.faults
  }

  @Test func `keeps the id of a vector that is withdrawn, forever`() throws {
    let (folder, suite) = try folder()
    var rest = suite
    let gone = rest.vectors.removeLast()
    #expect(try faults(folder, rest) == [.gone(id: gone.id, suite: suite.name)])
    #expect(try faults(folder, rest, accepting: gone.id) == [])
    let ledger = try #require(folder.read("vectors/ledger.txt"))
    #expect(ledger.contains("primitives/sha1 \(rest.vectors.count)\n"))
    #expect(ledger.contains("  \(gone.id) retired\n"))
    #expect(try faults(folder, rest) == [])
    for id in [nil, gone.id] {
      let again = try faults(folder, suite, accepting: id)
      guard case .reused(let place) = again.first else {
        Issue.record("\(again)")
        return
      }
      #expect(place.vector == gone.id)
    }
  }

  @Test func `keeps the ids of a file that is gone`() throws {
    let (gone, rest) = (
      try RealVectors.suite("primitives/md5"), try RealVectors.suite("primitives/sha1")
    )
    let before = try ScratchFolder([gone, rest])
    try before.generate()
    let after = try ScratchFolder([rest])
    try after.write(#require(before.read("vectors/ledger.txt")), to: "vectors/ledger.txt")
    let missing = gone.vectors.map { GenerationError.gone(id: $0.id, suite: gone.name) }
    #expect(try faults(after, rest) == missing)
    #expect(try faults(after, rest, accepting: "md5-*") == [])
    let ids = gone.vectors.map { "  \($0.id) retired\n" }.joined()
    let ledger = try #require(after.read("vectors/ledger.txt"))
    #expect(ledger.contains("\nprimitives/md5 0\n\(ids)primitives/sha1 \(rest.vectors.count)\n"))
    #expect(try faults(after, rest) == [])
  }

  @Test func `refuses a vector that moves to another file, unless that is accepted`() throws {
    let (folder, suite) = try folder()
    var rest = suite
    let moved = rest.vectors.removeLast()
    _ = try faults(folder, rest)
    let other = Suite(name: "primitives/other", vectors: [moved])
    let found = try faults(folder, other)
    guard case .moved(let place, from: "primitives/sha1") = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(place.vector == moved.id)
    #expect(try faults(folder, other, accepting: moved.id) == [])
  }

  static let lines = [
    "primitives/sha1", "  id", " id 0", "primitives/sha1 x", "a b c", "x 0\n  id 0",
  ]

  @Test(arguments: lines)
  func `is refused where a line is not one`(line: String) throws {
    let (folder, _) = try folder()
    try folder.write(line + "\n", to: "vectors/ledger.txt")
    let error = #expect(throws: GenerationError.self) { try folder.generator.run() }
    guard case .ledger(let file, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file.hasSuffix("/ledger.txt"))
  }
}

extension JSONValue {
  /// The value once for each name and scalar in it, with that one changed in its last byte.
  var withOneChange: [JSONValue] {
    switch self {
    case .string(let text): [.string(text.withOtherEnd)]
    case .number(let number): [.number(JSONNumber((number.integer ?? 0) + 1))]
    case .bool(let value): [.bool(!value)]
    case .null: ["x"]
    case .array(let elements):
      elements.indices.flatMap { index in
        elements[index].withOneChange.map { changed -> JSONValue in
          var copy = elements
          copy[index] = changed
          return .array(copy)
        }
      }
    case .object(let object):
      object.members.indices.flatMap { index -> [JSONValue] in
        let member = object.members[index]
        var renamed = object
        renamed.members[index] = JSONMember(name: member.name.withOtherEnd, value: member.value)
        let changed = member.value.withOneChange.map { value -> JSONValue in
          var copy = object
          copy.members[index].value = value
          return .object(copy)
        }
        return [.object(renamed)] + changed
      }
    }
  }
}

extension String {
  /// The text with its last byte changed to another letter or digit; "x" for no text.
  fileprivate var withOtherEnd: String {
    guard let last = utf8.last else { return "x" }
    return String(decoding: utf8.dropLast(), as: UTF8.self) + (last == 0x61 ? "b" : "a")
  }
}
