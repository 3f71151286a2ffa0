package import OSSJSON
internal import OSSPrimitives

/// A script for a provider of credentials over a virtual clock: who asks when, what each fetch
/// brings, and what else happens.
///
/// Moments are milliseconds after ``start``; ``start`` itself is in milliseconds since 1970
/// (CRED-RUN-27). Events happen in their order (CRED-RUN-26), and a rejection names a token
/// (CRED-RUN-28). A value of this type may make no sense; ``init(_:)`` reads only those that do.
package struct Script: Hashable, Sendable {
  /// When the provider refreshes.
  package enum Policy: String, CaseIterable, Hashable, Sendable {
    case fiveMinutes = "five-minutes"
    case scaled
  }

  /// A token by its name, and when it expires.
  package struct Token: Hashable, Sendable {
    package var name: String
    package var expires: Int64?

    package init(name: String, expires: Int64?) {
      self.name = name
      self.expires = expires
    }
  }

  /// What the provider has at first.
  package struct Held: Hashable, Sendable {
    package var token: String
    package var obtained: Int64

    package init(token: String, obtained: Int64) {
      self.token = token
      self.obtained = obtained
    }
  }

  /// What a fetch brings, and how long it takes.
  package struct Fetch: Hashable, Sendable {
    package enum Result: Hashable, Sendable {
      case gives(String)
      case fails(Reason)
    }

    package enum Reason: String, CaseIterable, Hashable, Sendable {
      case transport, status, unreadable, torn, nothing
    }

    package var takes: Int64
    package var result: Result

    package init(takes: Int64, result: Result) {
      self.takes = takes
      self.result = result
    }
  }

  /// What happens at a moment.
  package struct Event: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
      case ask(String)
      case cancel(String)
      case reject(String)
      case replace(String)
      case clock(Int64)
      case offset(Int64)
    }

    package var at: Int64
    package var action: Action

    package init(at: Int64, action: Action) {
      self.at = at
      self.action = action
    }
  }

  package var policy: Policy
  package var start: Int64
  /// The device's clock minus the true one, at first.
  package var clock: Int64 = 0
  package var tokens: [Token] = []
  package var held: Held?
  /// The results of the first fetch, the second and so on; the last one repeats.
  package var fetches: [Fetch]
  /// The seed of what is random in the back-off.
  package var jitter: Int64 = 0
  /// Whether a fetch ends after the events of its moment; else before them.
  package var completionsLast = false
  package var events: [Event] = []
  package var until: Int64

  /// Makes a script in which nothing happens yet.
  package init(policy: Policy, start: Int64, fetches: [Fetch], until: Int64) {
    self.policy = policy
    self.start = start
    self.fetches = fetches
    self.until = until
  }

  /// The token of a name, if there is one.
  package func token(_ name: String) -> Token? { tokens.first { $0.name.hasSameBytes(as: name) } }

  /// The result of a fetch by its number, counted from 0.
  package func fetch(_ number: Int) -> Fetch { fetches[min(number, fetches.count - 1)] }

  /// When a caller asks; nil where it never does.
  package func moment(ofAsking caller: String) -> Int64? {
    events.first { $0.action == .ask(caller) }?.at
  }
}

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
  /// The fetch as it is in a script.
  fileprivate var json: JSONObject {
    let takes = JSONValue.number(JSONNumber(takes))
    switch result {
    case .gives(let name): return ["takes": takes, "gives": .string(name)]
    case .fails(let reason): return ["takes": takes, "fails": .string(reason.rawValue)]
    }
  }
}

extension Script.Event {
  /// The event as it is in a script.
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
