import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The reader of a suite` {
  @Test func `reads every member of a vector`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    #expect(suite.name == "v1/header")
    #expect(suite.fileName == "v1/header.json")
    let vector = try #require(suite.vectors.first)
    #expect(suite.vectors.count == 1)
    #expect(vector.description == "get-plain")
    #expect(vector.operation == .v1Header)
    #expect(vector.level == .may)
    #expect(vector.reason == "The server accepts both.")
    #expect(vector.clauses == ["V1-RES-4", "V1-HDR-12"])
    #expect(vector.comment == "Catches a signer that encodes the key.")
    #expect(vector.flags == ["key", "utf-8"])
    #expect(
      vector.provenance
        == .agreed(
          sdks: ["oss2 2.19.1", "go-v2 1.3.0"], note: "Computed again with another id."))
    #expect(vector.input["key"]?.stringValue == "caf\u{e9}")
  }

  @Test func `reads what a server showed, and writes it back`() throws {
    let provenance = Provenance.observed(
      source: "https://example.com/1", read: "2026-11-22", quote: "PUT text/plain", note: "A note.")
    let given = try #require(
      try Suite(reading: Bytes(Samples.full.utf8), file: "h.json").vectors.first)
    let written = given.with(provenance: provenance).json
    let read = try Vector(json: written, at: VectorLocation(file: "h.json"))
    #expect(read.provenance == provenance)
    #expect(written.objectValue?["provenance"]?.objectValue?["kind"] == "observed")
  }

  @Test func `reads what is expected, and what is right too`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let expectation = try #require(suite.vectors.first).expectation
    let members: JSONObject = [
      "signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
      "headers": [["x-oss-meta-raw", ["base64": "/w=="]]],
    ]
    #expect(
      expectation.outcome
        == .answer(Answer(members: members, stages: ["stringToSign": "GET\n\n\n"])))
    #expect(expectation.exact == ["signature"])
    #expect(
      expectation.alternatives
        == [
          Alternative(
            reason: "Some refuse it.", outcome: .rejection(errorClass: "invalid-object-key"))
        ])
  }

  @Test func `reads the least that a vector can be`() throws {
    let text = Samples.suite("primitives/sha1", ids: ["sha1-empty"])
    let vector = try #require(try Suite(reading: Bytes(text.utf8), file: "s.json").vectors.first)
    #expect(vector.reason == nil)
    #expect(vector.flags.isEmpty)
    #expect(vector.provenance == .published(source: "FIPS 180-4"))
    #expect(
      vector.expectation == Expectation(outcome: .answer(Answer(members: ["digest": "da39a3ee"]))))
  }
}

@Suite struct `The reader of a corpus` {
  @Test func `reads suites in the order of their paths`() throws {
    let folder = try ScratchFolder()
    try folder.write(Samples.suite("v1/header", ids: ["c", "d"]), to: "v1/header.json")
    try folder.write(Samples.suite("b", ids: ["b"]), to: "b.json")
    try folder.write(Samples.suite("v1-extra", ids: ["a"]), to: "v1-extra.json")
    try folder.write("{}", to: "schema.json")
    try folder.write("text", to: "README.md")
    let corpus = try Corpus.read(from: folder.path)
    #expect(corpus.suites.map(\.name) == ["b", "v1-extra", "v1/header"])
    #expect(corpus.vectors.map(\.id) == ["b", "a", "c", "d"])
    #expect(corpus[id: "d"]?.id == "d")
    #expect(corpus[id: "e"] == nil)
  }

  @Test func `refuses an id that is in two files`() throws {
    let folder = try ScratchFolder()
    try folder.write(Samples.suite("a", ids: ["one"]), to: "a.json")
    try folder.write(Samples.suite("b", ids: ["one"]), to: "b.json")
    #expect(throws: VectorError.duplicateID("one", file: "b.json", firstFile: "a.json")) {
      try Corpus.read(from: folder.path)
    }
  }

  @Test func `refuses a suite under another name than its file's`() throws {
    let folder = try ScratchFolder()
    try folder.write(Samples.suite("a", ids: ["one"]), to: "b.json")
    #expect(throws: VectorError.misnamedSuite(file: folder.path + "/b.json", suite: "a")) {
      try Corpus.read(from: folder.path)
    }
  }

  @Test func `says that a folder is missing or empty`() throws {
    let folder = try ScratchFolder()
    #expect(throws: VectorError.missingFolder(path: folder.path + "/none")) {
      try Corpus.read(from: folder.path + "/none")
    }
    try folder.write("{}", to: "schema.json")
    #expect(throws: VectorError.missingFolder(path: folder.path + "/schema.json")) {
      try Corpus.read(from: folder.path + "/schema.json")
    }
    #expect(throws: VectorError.emptyFolder(path: folder.path)) {
      try Corpus.read(from: folder.path)
    }
  }

  @Test func `says that a file cannot be read`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "a.json/inner.txt")
    #expect(throws: VectorError.unreadable(path: folder.path + "/a.json")) {
      try Corpus.read(from: folder.path)
    }
  }
}

@Suite struct `The writer of suites` {
  @Test func `writes a canonical file as it was`() throws {
    let bytes = Bytes(Samples.full.utf8)
    let suite = try Suite(reading: bytes, file: "h.json")
    #expect(String(decoding: suite.canonicalBytes(), as: UTF8.self) == Samples.full)
  }

  @Test func `writes members in their order whatever the file's was`() throws {
    let text = Samples.suite("a", ids: ["one"])
    let moved = text.replacing(#""id":"one","#, with: "")
      .replacing(#""flags":[],"#, with: #""flags":[],"id":"one","#)
    #expect(moved != text)
    let left = try Suite(reading: Bytes(text.utf8), file: "a.json")
    let right = try Suite(reading: Bytes(moved.utf8), file: "a.json")
    #expect(left.canonicalBytes() == right.canonicalBytes())
  }
}

@Suite struct `The digest of a corpus` {
  @Test func `hashes paths and canonical bytes`() throws {
    let suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let corpus = try Corpus(suites: [suite])
    // printf 'v1/header.json\n' | cat - header.json | sha256sum
    #expect(corpus.digest() == "23942663f14b49b0bad626891e6a06da5a9fea57a59688f9e5bad4944ab63d38")
  }

  @Test func `differs for two names of the same vectors`() throws {
    var suite = try Suite(reading: Bytes(Samples.full.utf8), file: "h.json")
    let before = try Corpus(suites: [suite]).digest()
    suite.name = "v1/other"
    #expect(try Corpus(suites: [suite]).digest() != before)
  }
}

/// One change to the full sample and the end of the sentence that it must give.
private struct Fault: Sendable, CustomTestStringConvertible {
  let old: String
  let new: String
  let sentence: String

  init(_ old: String, _ new: String, _ sentence: String) {
    self.old = old
    self.new = new
    self.sentence = sentence
  }

  var testDescription: String { sentence }

  private static let unknown =
    "the format has no such member; it is misspelt, or newer than this kit."

  /// After the name of the file.
  static let ofFile = [
    Fault(#""format": 1"#, #""format": 2"#, ": the format is 2, and this kit reads format 1."),
    Fault(#""count": 1"#, #""count": 2"#, ": the count says 2 and there are 1 vectors."),
    Fault(
      #""v1/header""#, #""v1//header""#,
      #", member suite: "v1//header" must be lower-case words and digits joined by single hyphens."#
    ),
    Fault(#""count": 1,"#, #""count": 1, "owner": 1,"#, ", member owner: \(unknown)"),
    Fault("Catches", "Catch\u{e9}s", ": byte 316 is not ASCII; write the character as an escape."),
    Fault(
      #""count": 1,"#, #""count": 1,,"#,
      ": this is not JSON. The byte 0x2c is out of place at byte 74."),
    Fault(
      #""get-plain""#, #""Get plain""#,
      #", vector vectors[0], member id: "Get plain" must be lower-case words and digits joined by single hyphens."#
    ),
    Fault(#""id": "get-plain","#, "", ", vector vectors[0], member id: the member is missing."),
  ]

  /// After the file and the vector.
  static let ofMember = [
    Fault(
      #""v1.header","#, #""v9.header","#,
      #"operation: "v9.header" is not an operation of this kit."#),
    Fault(
      #""level": "may""#, #""level": "most""#, #"level: "most" is not one of must, should, may."#),
    Fault(#""reason": "The server accepts both.","#, "", "reason: the member is missing."),
    Fault(
      "V1-HDR-12", "V1-HDR-x",
      #"clauses[1]: "V1-HDR-x" is not the id of a clause, such as V1-RES-4."#),
    Fault("V1-HDR-12", "V1-RES-4", #"clauses: "V1-RES-4" is there twice."#),
    Fault(#"["V1-RES-4", "V1-HDR-12"]"#, "[]", "clauses: the list must not be empty."),
    Fault("Catches a signer that encodes the key.", " ", "comment: the text must not be empty."),
    Fault(#""flags": ["key", "utf-8"]"#, #""flags": "key""#, "flags: the value must be an array."),
    Fault(
      #""utf-8""#, #""utf--8""#,
      #"flags[1]: "utf--8" must be lower-case words and digits joined by single hyphens."#),
    Fault(
      #""kind": "agreed""#, #""kind": "guessed""#,
      #"provenance.kind: "guessed" is not one of published, agreed, observed, derived."#),
    Fault(#"["oss2 2.19.1", "go-v2 1.3.0"]"#, "[]", "provenance.sdks: the list must not be empty."),
    Fault(#""comment": "#, #""coment": "#, "coment: \(unknown)"),
    Fault(#""method": "#, #""methodd": "#, "input.methodd: \(unknown)"),
    Fault(#""signature": "e7"#, #""signatur": "e7"#, "expect.signatur: \(unknown)"),
    Fault(
      #""signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=""#, #""signature": 7"#,
      "expect.signature: the value must be a string, or an object with base64 alone."),
    Fault("/w==", "/w=", "expect.headers[0][1].base64: the text is not base64."),
    Fault(#""stringToSign""#, #""stringToSing""#, "expect.stages.stringToSing: \(unknown)"),
    Fault(
      #"["signature"]"#, #"["url"]"#,
      #"expect.exact[0]: "url" is not a member of the expected answer."#),
    Fault(
      "invalid-object-key", "invalid-objectkey",
      #"expect.any_of[0].error.class: "invalid-objectkey" is not a class of errors."#),
    Fault(#""reason": "Some refuse it.","#, "", "expect.any_of[0].reason: the member is missing."),
  ]
}

@Suite struct `The reader of broken suites` {
  @Test(
    arguments: Fault.ofFile.map { ("h.json", $0) }
      + Fault.ofMember.map { ("h.json, vector get-plain, member ", $0) })
  private func `names the file, the vector and the member at fault`(
    place: String, fault: Fault
  ) throws {
    let parts = Samples.full.split(separator: fault.old, maxSplits: 1)
    try #require(parts.count == 2)
    let text = parts.joined(separator: fault.new)
    let error = #expect(throws: VectorError.self) {
      try Suite(reading: Bytes(text.utf8), file: "h.json")
    }
    #expect(error?.description == place + fault.sentence)
  }

  @Test func `refuses an id that is twice in a file`() {
    let text = Samples.suite("a", ids: ["one", "two", "one"])
    #expect(throws: VectorError.duplicateID("one", file: "a.json", firstFile: "a.json")) {
      try Suite(reading: Bytes(text.utf8), file: "a.json")
    }
  }
}

/// Files of vectors as text, to be read and changed by the tests.
enum Samples {
  /// One vector with every member that the format knows, canonical.
  static let full = #"""
    {
      "format": 1,
      "suite": "v1/header",
      "profile": "ios",
      "count": 1,
      "vectors": [
        {
          "id": "get-plain",
          "operation": "v1.header",
          "level": "may",
          "reason": "The server accepts both.",
          "profile": "hardening",
          "clauses": ["V1-RES-4", "V1-HDR-12"],
          "comment": "Catches a signer that encodes the key.",
          "flags": ["key", "utf-8"],
          "provenance": {
            "kind": "agreed",
            "sdks": ["oss2 2.19.1", "go-v2 1.3.0"],
            "note": "Computed again with another id."
          },
          "input": {
            "method": "GET",
            "headers": [
              ["Date", "Sat, 16 Dec 2023 16:20:57 GMT"]
            ],
            "key": "caf\u00e9"
          },
          "expect": {
            "signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
            "headers": [
              [
                "x-oss-meta-raw",
                {
                  "base64": "/w=="
                }
              ]
            ],
            "stages": {
              "stringToSign": "GET\n\n\n"
            },
            "exact": ["signature"],
            "any_of": [
              {
                "reason": "Some refuse it.",
                "error": {
                  "class": "invalid-object-key"
                }
              }
            ]
          }
        }
      ]
    }

    """#

  /// The least that a vector can be.
  static func small(_ id: String) -> String {
    """
    {"id":"\(id)","operation":"sha1","level":"must","clauses":["PRIM-SHA-1"],"comment":"Empty input.",\
    "flags":[],"provenance":{"kind":"published","source":"FIPS 180-4"},"input":{"data":""},\
    "expect":{"digest":"da39a3ee"}}
    """
  }

  /// A suite of small vectors.
  static func suite(_ name: String, ids: [String]) -> String {
    """
    {"format":1,"suite":"\(name)","count":\(ids.count),\
    "vectors":[\(ids.map(small).joined(separator: ","))]}
    """
  }
}
