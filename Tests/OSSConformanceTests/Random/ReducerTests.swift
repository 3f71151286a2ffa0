import OSSConformance
import OSSJSON
import Testing

@Suite struct `The reducer` {
  private static let input: JSONObject = [
    "list": [["name", "value"], ["other", "é value\t"], ["last", ""]],
    "object": ["flag": true, "number": 77, "moment": 1_800_000_000, "none": nil],
    "events": [
      ["at": 5_000, "what": "first"], ["at": 5_700, "what": "second"],
      ["at": 9_000, "what": "third"],
    ],
  ]

  /// What an input must hold, and all that is left of it.
  static let kept: [(needed: String, rest: String)] = [
    ("\\t", #"{"list":[["\t"]]}"#),
    ("u00e9", #"{"list":[["\u00e9"]]}"#),
    ("true", #"{"object":{"flag":true}}"#),
    ("number", #"{"object":{"number":0}}"#),
    ("moment", #"{"object":{"moment":1702743657}}"#),
    ("third", #"{"events":[{"what":"third"}]}"#),
    ("{", "{}"),
  ]

  @Test(arguments: kept)
  func `leaves nothing that can be taken away`(needed: String, rest: String) {
    var reducer = Reducer(limit: 2_000)
    let reduced = reducer.reduce(Self.input) { inputs in
      inputs.map { JSONValue.object($0).compact().contains(needed) }
    }
    #expect(JSONValue.object(reduced).compact() == rest)
    #expect((1...500).contains(reducer.tried))
  }

  @Test func `moves what happens together, so that what lies between stays`() {
    var reducer = Reducer(limit: 2_000)
    let reduced = reducer.reduce(Self.input) { inputs in
      inputs.map { input in
        let moments = (input["events"]?.arrayValue ?? []).map {
          $0.objectValue?["at"]?.integerValue
        }
        return zip(moments, moments.dropFirst()).contains { pair in
          guard let first = pair.0, let second = pair.1 else { return false }
          return second - first >= 700
        }
      }
    }
    #expect(JSONValue.object(reduced).compact() == #"{"events":[{"at":0},{"at":700}]}"#)
  }

  @Test func `ends at its limit with what it has by then`() {
    var reducer = Reducer(limit: 20)
    let reduced = reducer.reduce(Self.input) { inputs in
      inputs.map { JSONValue.object($0).compact().contains("u00e9") }
    }
    #expect(reducer.tried == 20)
    #expect(reduced != Self.input)
    #expect(JSONValue.object(reduced).compact().contains("u00e9"))
  }
}
