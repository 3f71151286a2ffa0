import OSSPrimitives
import OSSVectors
import Testing

/// One change to the full sample and the sentence that it must give.
struct Fault: Sendable, CustomTestStringConvertible {
  var change: (String, String)
  var sentence: String

  init(_ old: String, _ new: String, _ sentence: String) {
    change = (old, new)
    self.sentence = sentence
  }

  var testDescription: String { sentence }

  static let all: [Fault] = fileFaults + memberFaults + expectationFaults

  static let fileFaults: [Fault] = [
    Fault(
      #""format": 1"#, #""format": 2"#,
      "h.json: the format is 2, and this kit reads format 1."),
    Fault(
      #""count": 1"#, #""count": 2"#, "h.json: the count says 2 and there are 1 vectors."),
    Fault(
      #""v1/header""#, #""v1//header""#,
      #"h.json, member suite: "v1//header" must be lower-case words and digits joined by single hyphens."#
    ),
    Fault(
      #""count": 1,"#, #""count": 1, "owner": 1,"#,
      "h.json, member owner: the format has no such member; it is misspelt, or newer than this kit."
    ),
    Fault(
      "Catches", "Catch\u{e9}s",
      "h.json: byte 316 is not ASCII; write the character as an escape."),
    Fault(
      #""count": 1,"#, #""count": 1,,"#,
      "h.json: this is not JSON. The byte 0x2c is out of place at byte 74."),
  ]

  static let memberFaults: [Fault] = [
    Fault(
      #""get-plain""#, #""Get plain""#,
      #"h.json, vector vectors[0], member id: "Get plain" must be lower-case words and digits joined by single hyphens."#
    ),
    Fault(
      #""id": "get-plain","#, "",
      "h.json, vector vectors[0], member id: the member is missing."),
    Fault(
      #""v1.header","#, #""v9.header","#,
      #"h.json, vector get-plain, member operation: "v9.header" is not an operation of this kit."#),
    Fault(
      #""level": "may""#, #""level": "most""#,
      #"h.json, vector get-plain, member level: "most" is not one of must, should, may."#),
    Fault(
      #""reason": "The server accepts both.","#, "",
      "h.json, vector get-plain, member reason: the member is missing."),
    Fault(
      "V1-HDR-12", "V1-HDR-x",
      #"h.json, vector get-plain, member clauses[1]: "V1-HDR-x" is not the id of a clause, such as V1-RES-4."#
    ),
    Fault(
      "V1-HDR-12", "V1-RES-4",
      #"h.json, vector get-plain, member clauses: "V1-RES-4" is there twice."#),
    Fault(
      #"["V1-RES-4", "V1-HDR-12"]"#, "[]",
      "h.json, vector get-plain, member clauses: the list must not be empty."),
    Fault(
      "Catches a signer that encodes the key.", " ",
      "h.json, vector get-plain, member comment: the text must not be empty."),
    Fault(
      #""flags": ["key", "utf-8"]"#, #""flags": "key""#,
      "h.json, vector get-plain, member flags: the value must be an array."),
    Fault(
      #""utf-8""#, #""utf--8""#,
      #"h.json, vector get-plain, member flags[1]: "utf--8" must be lower-case words and digits joined by single hyphens."#
    ),
    Fault(
      #""kind": "agreed""#, #""kind": "guessed""#,
      #"h.json, vector get-plain, member provenance.kind: "guessed" is not one of published, agreed, observed, derived."#
    ),
    Fault(
      #"["oss2 2.19.1", "go-v2 1.3.0"]"#, "[]",
      "h.json, vector get-plain, member provenance.sdks: the list must not be empty."),
    Fault(
      #""comment": "#, #""coment": "#,
      "h.json, vector get-plain, member coment: the format has no such member; it is misspelt, or newer than this kit."
    ),
    Fault(
      #""method": "#, #""methodd": "#,
      "h.json, vector get-plain, member input.methodd: the format has no such member; it is misspelt, or newer than this kit."
    ),
  ]

  static let expectationFaults: [Fault] = [
    Fault(
      #""signature": "e7"#, #""signatur": "e7"#,
      "h.json, vector get-plain, member expect.signatur: the format has no such member; it is misspelt, or newer than this kit."
    ),
    Fault(
      #""signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=""#, #""signature": 7"#,
      "h.json, vector get-plain, member expect.signature: the value must be a string, or an object with base64 alone."
    ),
    Fault(
      "/w==", "/w=",
      "h.json, vector get-plain, member expect.headers[0][1].base64: the text is not base64."),
    Fault(
      #""stringToSign""#, #""stringToSing""#,
      "h.json, vector get-plain, member expect.stages.stringToSing: the format has no such member; it is misspelt, or newer than this kit."
    ),
    Fault(
      #"["signature"]"#, #"["url"]"#,
      #"h.json, vector get-plain, member expect.exact[0]: "url" is not a member of the expected answer."#
    ),
    Fault(
      "invalid-object-key", "invalid-objectkey",
      #"h.json, vector get-plain, member expect.any_of[0].error.class: "invalid-objectkey" is not a class of errors."#
    ),
    Fault(
      #""reason": "Some refuse it.","#, "",
      "h.json, vector get-plain, member expect.any_of[0].reason: the member is missing."),
  ]
}

@Suite struct `The reader of broken suites` {
  @Test(arguments: Fault.all)
  func `names the file, the vector and the member at fault`(fault: Fault) throws {
    let parts = Samples.full.split(separator: fault.change.0, maxSplits: 1)
    try #require(parts.count == 2)
    let text = parts.joined(separator: fault.change.1)
    let error = #expect(throws: VectorError.self) {
      try Suite(reading: Bytes(text.utf8), file: "h.json")
    }
    #expect(error?.description == fault.sentence)
  }

  @Test func `refuses an id that is twice in a file`() {
    let text = Samples.suite("a", ids: ["one", "two", "one"])
    #expect(throws: VectorError.duplicateID("one", file: "a.json", firstFile: "a.json")) {
      try Suite(reading: Bytes(text.utf8), file: "a.json")
    }
  }
}
