import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// What asks for a callback is compared by its meaning, and by its text where a vector says so.
@Suite struct `The judge of callbacks` {
  private func judged(
    _ json: String,
    beside expected: String = #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}"#,
    exact: [String] = []
  ) -> Verdict {
    func text(_ json: String) -> JSONValue {
      let bytes = Bytes(json.utf8)
      return .string(Base64.encode(bytes.span))
    }
    let vector = Vector(
      id: "callback", operation: .callbackParameter, level: .must, clauses: ["CALL-PAR-1"],
      comment: "A mistake.", provenance: .derived(reason: "A reason."), input: [:],
      expectation: Expectation(
        outcome: .answer(Answer(members: ["callback": text(expected)])), exact: exact))
    return Judge.verdict(of: vector, reply: .ok(Answer(members: ["callback": text(json)])))
  }

  @Test(arguments: [
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}"#,
    #"{"callbackBody":"\u00E9","callbackUrl":"http:\/\/a\/b"}"#,
    "{ \"callbackUrl\" : \"http://a/b\",\n\"callbackBody\":\"\u{E9}\"}",
  ])
  func `the judge of callbacks passes any spelling of the members`(json: String) {
    #expect(judged(json).isPass)
  }

  @Test(arguments: [
    #"{"callbackUrl":"http://a/b"}"#, #"{"callbackUrl":"http://a/b","callbackBody":"e"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"e\u0301"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9","callbackHost":null}"#,
    #"{"callbackUrl":["http://a/b"],"callbackBody":"\u00e9"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9","callbackBody":"\u00e9"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}x"#, #"["callbackUrl"]"#, "", "null",
  ])
  func `the judge of callbacks fails other members and what is no object`(json: String) {
    #expect(!judged(json).isPass)
  }

  @Test func `the judge of callbacks names the member that differs`() throws {
    let failure = try #require(
      judged(#"{"callbackUrl":"http://a/c","callbackBody":"\u00e9"}"#).failure)
    #expect(failure.differences.map(\.part) == ["member callbackUrl"])
  }

  @Test func `the judge of callbacks compares the text where it is meant exactly`() {
    let text = #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}"#
    #expect(judged(text, exact: ["callback"]).isPass)
    #expect(!judged(text + " ", exact: ["callback"]).isPass)
  }
}
