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

extension MemberReader {
  /// No number of a script or of a trace may be larger, so that no sum of a few overflows.
  static let numbers: ClosedRange<Int64> = -(1 << 52)...(1 << 52)
  /// Moments and durations.
  static let times: ClosedRange<Int64> = 0...(1 << 52)

  /// Whether a member is there and is not null: scripts and traces may have null for what is left out.
  func has(_ name: String) -> Bool { object[name].map { !$0.isNull } ?? false }

  /// The one of some members that is there.
  fileprivate func one(of names: [String]) throws(VectorError) -> String {
    let given = names.filter(has)
    guard given.count == 1 else { throw .wrongType(place, expected: Self.one(of: names)) }
    return given[0]
  }

  /// What a fault expects where one of some members must be there.
  static func one(of names: [String]) -> String {
    "an object with one alone of \(names.joined(separator: ", "))"
  }

  /// The name of a caller: a small letter, then small letters and digits.
  fileprivate func caller(_ name: String) throws(VectorError) -> String {
    let text = try string(name)
    guard Self.isName(text, firstIn: 0x61...0x7A) else {
      throw .unknownWord(place.member(name), text: text, list: "a name of a caller, such as c1")
    }
    return text
  }

  /// The name of a token that the script has.
  fileprivate func token(_ name: String, of script: Script) throws(VectorError) -> String {
    let text = try string(name)
    guard script.token(text) != nil else {
      throw .unknownWord(place.member(name), text: text, list: "among the tokens")
    }
    return text
  }

  /// Whether a text is a name whose first letter is in a range.
  fileprivate static func isName(_ text: String, firstIn letters: ClosedRange<UInt8>) -> Bool {
    guard let first = text.utf8.first, letters.contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        || (letters.contains(0x41) && (0x41...0x5A).contains(byte))
    }
  }
}

extension Script {
  /// Reads a script from the input of `credential.timeline`.
  ///
  /// - Throws: ``VectorError`` for a member that no script has, one of another type, and for a script
  ///   that makes no sense: a caller that asks twice, events out of order, an unknown token.
  /// - Complexity: O(*n*²) in the number of events.
  package init(_ input: JSONObject) throws(VectorError) {
    let reader = try MemberReader(.object(input), at: VectorLocation(file: "the script"))
    try reader.allow(only: [
      "policy", "start", "clock", "tokens", "held", "fetches", "jitter", "completionsLast",
      "events", "until",
    ])
    self.init(
      policy: try reader.word("policy"), start: try reader.integer("start", in: MemberReader.times),
      fetches: [], until: try reader.integer("until", in: MemberReader.times))
    if reader.has("clock") { clock = try reader.integer("clock", in: MemberReader.numbers) }
    if reader.has("jitter") { jitter = try reader.integer("jitter", in: MemberReader.numbers) }
    if reader.has("completionsLast") { completionsLast = try reader.bool("completionsLast") }
    tokens = try Self.tokens(reader.members("tokens"))
    if reader.has("held") { held = try held(reader.members("held")) }
    for one in try reader.readers("fetches") { fetches.append(try fetch(one)) }
    if fetches.isEmpty { throw .emptyList(reader.place.member("fetches")) }
    for one in try reader.readers("events") { try append(one) }
  }

  private static func tokens(_ reader: MemberReader) throws(VectorError) -> [Token] {
    var result: [Token] = []
    for member in reader.object.members {
      guard MemberReader.isName(member.name, firstIn: 0x41...0x5A) else {
        throw .unknownWord(reader.place, text: member.name, list: "a name of a token, such as A")
      }
      if result.contains(where: { $0.name == member.name }) {
        throw .repeatedEntry(reader.place, entry: member.name)
      }
      let token = try MemberReader(member.value, at: reader.place.member(member.name))
      try token.allow(only: ["expires"])
      let expires =
        token.has("expires") ? try token.integer("expires", in: MemberReader.numbers) : nil
      result.append(Token(name: member.name, expires: expires))
    }
    return result
  }

  private func held(_ reader: MemberReader) throws(VectorError) -> Held {
    try reader.allow(only: ["token", "obtained"])
    return Held(
      token: try reader.token("token", of: self),
      obtained: try reader.integer("obtained", in: MemberReader.numbers.lowerBound...0))
  }

  private func fetch(_ reader: MemberReader) throws(VectorError) -> Fetch {
    try reader.allow(only: ["takes", "gives", "fails"])
    let takes = try reader.integer("takes", in: MemberReader.times)
    return switch try reader.one(of: ["gives", "fails"]) {
    case "gives": Fetch(takes: takes, result: .gives(try reader.token("gives", of: self)))
    default: Fetch(takes: takes, result: .fails(try reader.word("fails")))
    }
  }
}

extension Script {
  private static let actions = ["ask", "cancel", "reject", "replace", "clock", "offset"]

  private mutating func append(_ reader: MemberReader) throws(VectorError) {
    try reader.allow(only: ["at"] + Self.actions)
    let at = try reader.integer("at", in: (events.last?.at ?? 0)...until)
    events.append(Event(at: at, action: try action(reader.one(of: Self.actions), reader)))
  }

  private func action(
    _ name: String, _ reader: MemberReader
  ) throws(VectorError) -> Event.Action {
    switch name {
    case "ask":
      let caller = try reader.caller(name)
      if moment(ofAsking: caller) != nil {
        throw .repeatedEntry(reader.place.member(name), entry: caller)
      }
      return .ask(caller)
    case "cancel":
      let caller = try reader.caller(name)
      if moment(ofAsking: caller) == nil {
        throw .unknownWord(
          reader.place.member(name), text: caller, list: "a caller that has asked")
      }
      return .cancel(caller)
    case "reject": return .reject(try reader.token(name, of: self))
    case "replace": return .replace(try reader.token(name, of: self))
    case "clock": return .clock(try reader.integer(name, in: MemberReader.numbers))
    default: return .offset(try reader.integer(name, in: MemberReader.numbers))
    }
  }
}
