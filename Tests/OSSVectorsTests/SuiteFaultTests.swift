import OSSPrimitives
import OSSVectors
import Testing

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
