package import OSSPrimitives

extension Script {
  /// The script as the input of `credential.timeline`; what has its default is left out.
  package var json: JSONObject {
    var object: JSONObject = [
      "policy": .string(policy.rawValue), "start": .number(JSONNumber(start)),
    ]
    if clock != 0 { object["clock"] = .number(JSONNumber(clock)) }
    object["tokens"] = .object(
      JSONObject(
        tokens.map { token in
          let expires = token.expires.map { JSONValue.number(JSONNumber($0)) }
          return JSONMember(name: token.name, value: ["expires": expires ?? .null])
        }))
    object["held"] = held.map { held in
      ["token": .string(held.token), "obtained": .number(JSONNumber(held.obtained))]
    }
    object["fetches"] = .array(fetches.map { .object($0.json) })
    if jitter != 0 { object["jitter"] = .number(JSONNumber(jitter)) }
    if completionsLast { object["completionsLast"] = true }
    object["events"] = .array(events.map { .object($0.json) })
    object["until"] = .number(JSONNumber(until))
    return object
  }
}

extension Script.Fetch {
  /// The fetch as it stands in a script.
  fileprivate var json: JSONObject {
    let takes = JSONValue.number(JSONNumber(takes))
    switch result {
    case .gives(let name): return ["takes": takes, "gives": .string(name)]
    case .fails(let reason): return ["takes": takes, "fails": .string(reason.rawValue)]
    }
  }
}

extension Script.Event {
  /// The event as it stands in a script.
  fileprivate var json: JSONObject {
    let at = JSONValue.number(JSONNumber(at))
    switch action {
    case .ask(let caller): return ["at": at, "ask": .string(caller)]
    case .cancel(let caller): return ["at": at, "cancel": .string(caller)]
    case .reject(let token): return ["at": at, "reject": .string(token)]
    case .replace(let token): return ["at": at, "replace": .string(token)]
    case .clock(let clock): return ["at": at, "clock": .number(JSONNumber(clock))]
    case .offset(let offset): return ["at": at, "offset": .number(JSONNumber(offset))]
    }
  }
}
