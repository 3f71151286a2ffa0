import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The reader of scripts` {
  @Test func `takes all there is, and writes it as it was`() throws {
    var json = ScriptSamples.json
    json["clock"] = 250
    json["held"] = ["token": "A", "obtained": -1000]
    json["jitter"] = 7
    json["completionsLast"] = true
    let script = try Script(json)
    #expect(script.events.count == 8)
    #expect(script.held == Script.Held(token: "A", obtained: -1000))
    #expect(script.fetch(0).result == .gives("A"))
    #expect(script.fetch(9).result == .fails(.torn))
    #expect(script.completionsLast)
    #expect(try Script(script.json) == script)
  }

  @Test func `takes null for what is left out`() throws {
    var json = ScriptSamples.json
    for name in ["clock", "held", "jitter", "completionsLast"] { json[name] = .some(.null) }
    #expect(try Script(json) == Script(ScriptSamples.json))
  }

  /// A name that nobody wants to read, and what a message shows of it.
  static let long = String(repeating: "a", count: 500)
  static let shown = String(repeating: "a", count: 100) + "…"
  private static let quoted = shown.replacing("…", with: #"\u2026"#)

  private static let most = 4_503_599_627_370_496

  private static func outside(_ first: Int, _ last: Int, _ member: String) -> String {
    "\(member): the value must be a whole number from \(first) to \(last)."
  }

  private static let unknown =
    "the format has no such member; it is misspelt, or newer than this kit."
  private static let action =
    "the value must be an object with one alone of ask, cancel, reject, replace, clock, offset."
  private static let result = "the value must be an object with one alone of gives, fails."

  /// What is changed, and the sentence behind "the script, member ".
  static let refused: [(name: String, value: JSONValue?, message: String)] = [
    ("police", "scaled", "police: \(unknown)"),
    (long, 1, "\(shown): \(unknown)"),
    (
      "held", ["token": .string(long), "obtained": 0],
      "held.token: \"\(quoted)\" is not among the tokens."
    ),
    ("tokens", [long: 1], "tokens: \"\(quoted)\" is not a name of a token, such as A."),
    (
      "tokens", ["A" + long: 1],
      "tokens.A\(shown.dropFirst(8)): the value must be an object."
    ),
    ("policy", nil, "policy: the member is missing."),
    ("policy", "Scaled", "policy: \"Scaled\" is not one of five-minutes, scaled."),
    ("policy", 5, "policy: the value must be a string."),
    ("start", -1, outside(0, most, "start")),
    ("start", 9_007_199_254_740_993, outside(0, most, "start")),
    ("until", "10", outside(0, most, "until")),
    ("tokens", nil, "tokens: the member is missing."),
    ("tokens", [], "tokens: the value must be an object."),
    ("tokens", ["a": ["expires": 1]], "tokens: \"a\" is not a name of a token, such as A."),
    ("tokens", ["A": 1], "tokens.A: the value must be an object."),
    ("tokens", ["A": ["expire": 1]], "tokens.A.expire: \(unknown)"),
    ("held", ["token": "Z", "obtained": 0], "held.token: \"Z\" is not among the tokens."),
    ("held", ["token": "A", "obtained": 1], outside(-most, 0, "held.obtained")),
    ("held", ["token": "A"], "held.obtained: the member is missing."),
    ("fetches", [], "fetches: the list must not be empty."),
    ("fetches", [["takes": 1]], "fetches[0]: \(result)"),
    ("fetches", [["takes": 1, "gives": "A", "fails": "torn"]], "fetches[0]: \(result)"),
    ("fetches", [["takes": 1, "gives": "C"]], "fetches[0].gives: \"C\" is not among the tokens."),
    (
      "fetches", [["takes": 1, "fails": "tired"]],
      "fetches[0].fails: \"tired\" is not one of transport, status, unreadable, torn, nothing."
    ),
    ("fetches", [["take": 1]], "fetches[0].take: \(unknown)"),
    ("fetches", [["takes": -1, "gives": "A"]], outside(0, most, "fetches[0].takes")),
    ("completionsLast", 1, "completionsLast: the value must be true or false."),
    ("events", nil, "events: the member is missing."),
    ("events", [["at": 0]], "events[0]: \(action)"),
    ("events", [["at": 0, "ask": "c1", "cancel": "c1"]], "events[0]: \(action)"),
    ("events", [["at": 0, "asks": "c1"]], "events[0].asks: \(unknown)"),
    (
      "events", [["at": 0, "ask": "C1"]],
      "events[0].ask: \"C1\" is not a name of a caller, such as c1."
    ),
    (
      "events", [["at": 5, "ask": "c1"], ["at": 4, "ask": "c2"]], outside(5, 10_000, "events[1].at")
    ),
    ("events", [["at": 10_001, "ask": "c1"]], outside(0, 10_000, "events[0].at")),
    (
      "events", [["at": 0, "ask": "c1"], ["at": 1, "ask": "c1"]],
      "events[1].ask: \"c1\" is there twice."
    ),
    (
      "events", [["at": 0, "cancel": "c1"]],
      "events[0].cancel: \"c1\" is not a caller that has asked."
    ),
    ("events", [["at": 0, "reject": "Z"]], "events[0].reject: \"Z\" is not among the tokens."),
    ("events", [["at": 0, "replace": "Z"]], "events[0].replace: \"Z\" is not among the tokens."),
    ("events", [["at": 0, "clock": "0"]], outside(-most, most, "events[0].clock")),
  ]

  @Test(arguments: refused)
  func `refuses what makes no sense, with the place`(
    name: String, value: JSONValue?, message: String
  ) throws {
    let json = ScriptSamples.json(name, value)
    let message = "the script, member \(message)"
    let error = #expect(throws: VectorError.self) { try Script(json) }
    #expect(error?.description == message)
    let reply = ReferenceAdapter().answer(.credentialTimeline, json)
    #expect(reply == .rejected(errorClass: "invalid-input", message: message))
  }
}
