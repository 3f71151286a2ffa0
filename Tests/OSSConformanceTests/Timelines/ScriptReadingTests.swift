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

  private static let most = 4_503_599_627_370_496

  private static func outside(_ first: Int, _ last: Int, _ member: String) -> String {
    "\(member) is not a whole number from \(first) to \(last)."
  }

  static let refused: [(name: String, value: JSONValue?, message: String)] = [
    ("police", "scaled", "the script has a member 'police' that no script has."),
    (long, 1, "the script has a member '\(shown)' that no script has."),
    (
      "held", ["token": .string(long), "obtained": 0],
      "The token '\(shown)' of held is not among the tokens."
    ),
    ("tokens", [long: 1], "'\(shown)' is no name of a token, such as A."),
    ("tokens", ["A" + long: 1], "the token A\(shown.dropFirst()) is not an object."),
    ("policy", nil, "the script lacks the member 'policy'."),
    ("policy", "Scaled", "The policy is neither five-minutes nor scaled."),
    ("policy", 5, "The member 'policy' of the script is not a string."),
    ("start", -1, outside(0, most, "The member 'start' of the script")),
    ("start", 9_007_199_254_740_993, outside(0, most, "The member 'start' of the script")),
    ("until", "10", outside(0, most, "The member 'until' of the script")),
    ("tokens", nil, "the script lacks the member 'tokens'."),
    ("tokens", [], "tokens is not an object."),
    ("tokens", ["a": ["expires": 1]], "'a' is no name of a token, such as A."),
    ("tokens", ["A": 1], "the token A is not an object."),
    ("tokens", ["A": ["expire": 1]], "the token A has a member 'expire' that no script has."),
    ("held", ["token": "Z", "obtained": 0], "The token 'Z' of held is not among the tokens."),
    ("held", ["token": "A", "obtained": 1], outside(-most, 0, "The member 'obtained' of held")),
    ("held", ["token": "A"], "held lacks the member 'obtained'."),
    ("fetches", [], "The script has no result for a fetch."),
    ("fetches", [["takes": 1]], "fetches[0] has neither or both of 'gives' and 'fails'."),
    (
      "fetches", [["takes": 1, "gives": "A", "fails": "torn"]],
      "fetches[0] has neither or both of 'gives' and 'fails'."
    ),
    (
      "fetches", [["takes": 1, "gives": "C"]],
      "The token 'C' of fetches[0] is not among the tokens."
    ),
    (
      "fetches", [["takes": 1, "fails": "tired"]], "The member 'fails' of fetches[0] is no reason."
    ),
    ("fetches", [["take": 1]], "fetches[0] has a member 'take' that no script has."),
    (
      "fetches", [["takes": -1, "gives": "A"]], outside(0, most, "The member 'takes' of fetches[0]")
    ),
    ("completionsLast", 1, "The member 'completionsLast' of the script is neither true nor false."),
    ("events", nil, "the script lacks the member 'events'."),
    ("events", [["at": 0]], "events[0] has not one action alone."),
    ("events", [["at": 0, "ask": "c1", "cancel": "c1"]], "events[0] has not one action alone."),
    ("events", [["at": 0, "asks": "c1"]], "events[0] has a member 'asks' that no script has."),
    (
      "events", [["at": 0, "ask": "C1"]],
      "The member 'ask' of events[0] is no name of a caller, such as c1."
    ),
    (
      "events", [["at": 5, "ask": "c1"], ["at": 4, "ask": "c2"]],
      outside(5, 10_000, "The member 'at' of events[1]")
    ),
    ("events", [["at": 10_001, "ask": "c1"]], outside(0, 10_000, "The member 'at' of events[0]")),
    (
      "events", [["at": 0, "ask": "c1"], ["at": 1, "ask": "c1"]],
      "The caller 'c1' of events[1] asks a second time."
    ),
    ("events", [["at": 0, "cancel": "c1"]], "The caller 'c1' of events[0] has not asked."),
    ("events", [["at": 0, "reject": "Z"]], "The token 'Z' of events[0] is not among the tokens."),
    ("events", [["at": 0, "replace": "Z"]], "The token 'Z' of events[0] is not among the tokens."),
    ("events", [["at": 0, "clock": "0"]], outside(-most, most, "The member 'clock' of events[0]")),
  ]

  @Test(arguments: refused)
  func `refuses what makes no sense, with the place`(
    name: String, value: JSONValue?, message: String
  ) throws {
    let json = ScriptSamples.json(name, value)
    #expect(throws: ScriptError(message)) { try Script(json) }
    let reply = ReferenceAdapter().answer(.credentialTimeline, json)
    #expect(reply == .rejected(errorClass: "invalid-input", message: message))
  }
}
