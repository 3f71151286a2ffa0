package import OSSJSON
import OSSPrimitives
package import OSSVectors

/// A script that the tests change in one place.
package enum ScriptSamples {
  /// Two callers wait for a fetch of a second; a third asks after it.
  package static let json: JSONObject = [
    "policy": "scaled", "start": 1_700_000_000_000,
    "tokens": ["A": ["expires": 3_600_000], "B": ["expires": nil]],
    "fetches": [["takes": 1000, "gives": "A"], ["takes": 500, "fails": "torn"]],
    "events": [
      ["at": 0, "ask": "c1"], ["at": 100, "ask": "c2"], ["at": 2000, "ask": "c3"],
      ["at": 2000, "cancel": "c3"], ["at": 3000, "reject": "A"], ["at": 3001, "replace": "B"],
      ["at": 3002, "clock": -5], ["at": 3003, "offset": 5],
    ],
    "until": 10_000,
  ]

  /// The script with a member changed.
  package static func json(_ name: String, _ value: JSONValue?) -> JSONObject {
    var changed = json
    changed[name] = value
    return changed
  }

  /// The script of these events alone.
  package static func script(
    _ events: [Script.Event], fetches: [Script.Fetch], tokens: [Script.Token] = [],
    until: Int64 = 10_000
  ) -> Script {
    var script = Script(
      policy: .scaled, start: 1_700_000_000_000, fetches: fetches, until: until)
    script.tokens = tokens
    script.events = events
    return script
  }
}
