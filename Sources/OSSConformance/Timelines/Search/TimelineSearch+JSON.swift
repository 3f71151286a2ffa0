internal import OSSPrimitives
internal import OSSVectors

extension TimelineSearch.Result {
  /// The result as a program reads it: the counts, and what was found, if anything was.
  var json: JSONValue {
    func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
    var object: JSONObject = [
      "timelines": count(timelines), "orders": count(orders), "cutShort": count(cutShort),
      "unsupported": count(unsupported), "failing": count(failing), "scripts": count(scripts),
      "steps": count(steps),
    ]
    object["finding"] = finding?.json
    return .object(object)
  }
}

extension TimelineSearch.Finding {
  /// What was found: the bound that is broken, the shortest script, and what happened in it.
  fileprivate var json: JSONValue {
    [
      "origin": .string(origin), "sentence": .string(violation.sentence),
      "expected": .string(violation.expected), "actual": .string(violation.actual),
      "script": .object(script.json), "output": .object(trace.members),
      "order": .array(
        happenings.map {
          ["at": .number(JSONNumber($0.moment)), "what": .string($0.words)]
        }),
    ]
  }
}
