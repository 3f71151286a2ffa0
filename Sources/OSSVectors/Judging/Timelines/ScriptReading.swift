package import OSSJSON
internal import OSSPrimitives

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
