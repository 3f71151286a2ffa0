package import OSSJSON
internal import OSSPrimitives

/// Why a script cannot be played, in a sentence.
package struct ScriptError: Error, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Reads one object of a script strictly: each member is known, and none has another type.
struct ScriptReader {
  let object: JSONObject
  let place: String

  init(_ value: JSONValue, _ place: String) throws(ScriptError) {
    guard let object = value.objectValue else { throw ScriptError("\(place) is not an object.") }
    self.object = object
    self.place = place
  }

  /// No number may be larger, so that no sum of a few overflows.
  private static let largest: Int64 = 1 << 52

  /// Refuses every member that is not named here.
  func allow(only names: String...) throws(ScriptError) {
    for member in object.members where !names.contains(where: member.name.hasSameBytes(as:)) {
      throw ScriptError("\(place) has a member \(member.name.quoted) that no script has.")
    }
  }

  /// Whether a member is there and is not null.
  func has(_ name: String) -> Bool { object[name].map { !$0.isNull } ?? false }

  func value(_ name: String) throws(ScriptError) -> JSONValue {
    guard let value = object[name], !value.isNull else {
      throw ScriptError("\(place) lacks the member '\(name)'.")
    }
    return value
  }

  func text(_ name: String) throws(ScriptError) -> String {
    guard let text = try value(name).stringValue else {
      throw ScriptError("The member '\(name)' of \(place) is not a string.")
    }
    return text
  }

  func integer(
    _ name: String, atLeast least: Int64 = -ScriptReader.largest,
    atMost most: Int64 = ScriptReader.largest
  ) throws(ScriptError) -> Int64 {
    guard let number = try value(name).integerValue, number >= least, number <= most else {
      throw ScriptError(
        "The member '\(name)' of \(place) is not a whole number from \(least) to \(most).")
    }
    return number
  }

  func elements(_ name: String) throws(ScriptError) -> [JSONValue] {
    guard let elements = try value(name).arrayValue else {
      throw ScriptError("The member '\(name)' of \(place) is not an array.")
    }
    return elements
  }

  func truth(_ name: String) throws(ScriptError) -> Bool {
    guard has(name) else { return false }
    guard let truth = try value(name).boolValue else {
      throw ScriptError("The member '\(name)' of \(place) is neither true nor false.")
    }
    return truth
  }

  /// The name of a caller: a small letter, then small letters and digits.
  func caller(_ name: String) throws(ScriptError) -> String {
    let text = try text(name)
    guard Self.isName(text, firstIn: 0x61...0x7A) else {
      throw ScriptError("The member '\(name)' of \(place) is no name of a caller, such as c1.")
    }
    return text
  }

  /// The name of a token that the script has.
  func token(_ name: String, of script: Script) throws(ScriptError) -> String {
    let text = try text(name)
    guard script.token(text) != nil else {
      throw ScriptError("The token \(text.quoted) of \(place) is not among the tokens.")
    }
    return text
  }

  /// Whether a text is a name whose first letter is in a range.
  static func isName(_ text: String, firstIn letters: ClosedRange<UInt8>) -> Bool {
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
  /// - Throws: ``ScriptError`` for a member that no script has, one of another type, and for a script
  ///   that makes no sense: a caller that asks twice, events out of order, an unknown token.
  /// - Complexity: O(*n*²) in the number of events.
  package init(_ input: JSONObject) throws(ScriptError) {
    let reader = try ScriptReader(.object(input), "the script")
    try reader.allow(
      only: "policy", "start", "clock", "tokens", "held", "fetches", "jitter", "completionsLast",
      "events", "until")
    guard let policy = Policy(rawValue: try reader.text("policy")) else {
      throw ScriptError("The policy is neither five-minutes nor scaled.")
    }
    self.init(
      policy: policy, start: try reader.integer("start", atLeast: 0), fetches: [],
      until: try reader.integer("until", atLeast: 0))
    if reader.has("clock") { clock = try reader.integer("clock") }
    if reader.has("jitter") { jitter = try reader.integer("jitter") }
    completionsLast = try reader.truth("completionsLast")
    tokens = try Self.tokens(reader)
    if reader.has("held") { held = try held(ScriptReader(reader.value("held"), "held")) }
    for (index, value) in try reader.elements("fetches").enumerated() {
      fetches.append(try fetch(ScriptReader(value, "fetches[\(index)]")))
    }
    if fetches.isEmpty { throw ScriptError("The script has no result for a fetch.") }
    for (index, value) in try reader.elements("events").enumerated() {
      try append(ScriptReader(value, "events[\(index)]"))
    }
  }

  private static func tokens(_ reader: ScriptReader) throws(ScriptError) -> [Token] {
    let tokens = try ScriptReader(reader.value("tokens"), "tokens")
    var result: [Token] = []
    for member in tokens.object.members {
      guard ScriptReader.isName(member.name, firstIn: 0x41...0x5A) else {
        throw ScriptError("\(member.name.quoted) is no name of a token, such as A.")
      }
      if result.contains(where: { $0.name == member.name }) {
        throw ScriptError("The token \(member.name.quoted) is there twice.")
      }
      let token = try ScriptReader(member.value, "the token \(member.name.shortened)")
      try token.allow(only: "expires")
      result.append(
        Token(
          name: member.name, expires: token.has("expires") ? try token.integer("expires") : nil))
    }
    return result
  }

  private func held(_ reader: ScriptReader) throws(ScriptError) -> Held {
    try reader.allow(only: "token", "obtained")
    return Held(
      token: try reader.token("token", of: self),
      obtained: try reader.integer("obtained", atMost: 0))
  }

  private func fetch(_ reader: ScriptReader) throws(ScriptError) -> Fetch {
    try reader.allow(only: "takes", "gives", "fails")
    let takes = try reader.integer("takes", atLeast: 0)
    switch (reader.has("gives"), reader.has("fails")) {
    case (true, false):
      return Fetch(takes: takes, result: .gives(try reader.token("gives", of: self)))
    case (false, true):
      guard let reason = Fetch.Reason(rawValue: try reader.text("fails")) else {
        throw ScriptError("The member 'fails' of \(reader.place) is no reason.")
      }
      return Fetch(takes: takes, result: .fails(reason))
    default: throw ScriptError("\(reader.place) has neither or both of 'gives' and 'fails'.")
    }
  }
}

extension Script {
  private static let actions = ["ask", "cancel", "reject", "replace", "clock", "offset"]

  private mutating func append(_ reader: ScriptReader) throws(ScriptError) {
    try reader.allow(only: "at", "ask", "cancel", "reject", "replace", "clock", "offset")
    let at = try reader.integer("at", atLeast: events.last?.at ?? 0, atMost: until)
    let names = Self.actions.filter(reader.has)
    guard let name = names.first, names.count == 1 else {
      throw ScriptError("\(reader.place) has not one action alone.")
    }
    events.append(Event(at: at, action: try action(name, reader)))
  }

  private func action(
    _ name: String, _ reader: ScriptReader
  ) throws(ScriptError) -> Event.Action {
    switch name {
    case "ask":
      let caller = try reader.caller(name)
      if moment(ofAsking: caller) != nil {
        throw ScriptError("The caller \(caller.quoted) of \(reader.place) asks a second time.")
      }
      return .ask(caller)
    case "cancel":
      let caller = try reader.caller(name)
      if moment(ofAsking: caller) == nil {
        throw ScriptError("The caller \(caller.quoted) of \(reader.place) has not asked.")
      }
      return .cancel(caller)
    case "reject": return .reject(try reader.token(name, of: self))
    case "replace": return .replace(try reader.token(name, of: self))
    case "clock": return .clock(try reader.integer(name))
    default: return .offset(try reader.integer(name))
    }
  }
}
