internal import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// Why a scenario cannot be used: a sentence that names the file and the member.
package struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

extension Scenario {
  /// Reads a scenario strictly: a member that is not known, an answer that OSS could not give, or members
  /// that contradict each other are an error.
  ///
  /// - Parameters:
  ///   - bytes: those of the file.
  ///   - file: the name of the file, for errors; its last part without `.json` is the scenario's name.
  ///   - known: the ids of all clauses, where they are known: another one is an error.
  package init(
    _ bytes: Bytes, file: String, clauses known: Set<String>? = nil
  ) throws(ScenarioError) {
    do throws(VectorError) {
      let reader = try MemberReader(bytes, file: file)
      try reader.allow(only: [
        "title", "right", "group", "clauses", "task", "credentials", "clock", "objects", "tokens",
        "faults", "seen", "succeeds", "broken",
      ])
      let last = file.split(separator: "/").last.map(String.init) ?? file
      name = last.hasSuffix(".json") ? String(last.dropLast(5)) : last
      (title, right) = (try reader.text("title"), try reader.text("right"))
      group = try reader.word("group")
      task = try reader.word("task")
      start = reader.object["credentials"] == nil ? .lasting : try reader.word("credentials")
      clauses = try reader.texts("clauses")
      clock = try reader.optionalInteger("clock", in: -100_000_000...100_000_000) ?? 0
      objects = try reader.strings("objects").map { ($0, ($1 ?? "").bytes) }
      tokens = try reader.all("tokens") { (one) throws(VectorError) in try TokenGrant(one) }
      faults = try reader.all("faults") { (one) throws(VectorError) in try ScenarioFault(one) }
      seen = try reader.all("seen") { (one) throws(VectorError) in try Seen(one) }
      succeeds = try reader.optionalBool("succeeds")
      broken =
        try reader.object["broken"] == nil ? nil : Broken(reader.members("broken"))
      try checkFaults(reader.place.member("faults"))
      try checkTokens(reader.place.member("tokens"), areGiven: reader.object["tokens"] != nil)
      if let known { try checkClauses(known, reader.place) }
    } catch {
      throw ScenarioError(description: error.description)
    }
  }

  /// Refuses tokens that nobody fetches, and a token of which nothing is said.
  private func checkTokens(_ place: VectorLocation, areGiven: Bool) throws(VectorError) {
    switch start {
    case .lasting where areGiven:
      throw .wrongType(place, expected: "left out where the credentials are 'static'")
    case .token where tokens.isEmpty:
      throw .wrongType(place, expected: "a list of tokens where the credentials are 'token'")
    case .token where tokens[0].repeatsFormer:
      throw .wrongType(
        place.element(0).member("same"), expected: "left out: no token comes before the first")
    case .lasting, .token: break
    }
  }

  /// Refuses two faults that change the answer of one call.
  private func checkFaults(_ place: VectorLocation) throws(VectorError) {
    for (index, fault) in faults.enumerated() {
      for (former, earlier) in faults[..<index].enumerated() where fault.clashes(with: earlier) {
        throw .wrongType(
          place.element(index),
          expected: "a fault of calls whose answer faults[\(former)] does not change")
      }
    }
  }

  private func checkClauses(_ known: Set<String>, _ place: VectorLocation) throws(VectorError) {
    let breaks = place.member("broken").member("breaks")
    let cited =
      clauses.enumerated().map { (place.member("clauses").element($0), $1) }
      + seen.enumerated().map { (place.member("seen").element($0).member("clause"), $1.clause) }
      + (broken?.breaks ?? []).enumerated().map { (breaks.element($0), $1) }
    for (place, clause) in cited where !known.contains(clause) {
      throw .unknownWord(place, text: clause, list: "a clause of the specification")
    }
  }
}

extension Scenario.Seen {
  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    try reader.allow(only: ["on", "exactly", "atMost", "atLeast", "clause"])
    calls = try CallFilter(reader)
    clause = try reader.text("clause")
    let exactly = try reader.optionalInteger("exactly", in: 0...10_000)
    let least = try reader.optionalInteger("atLeast", in: 0...10_000)
    let most = try reader.optionalInteger("atMost", in: 0...10_000)
    let range = (exactly ?? least ?? 0, exactly ?? most ?? 10_000)
    if exactly == nil, least == nil, most == nil {
      throw .wrongType(
        reader.place, expected: "an object with a count: 'exactly', 'atLeast' or 'atMost'")
    }
    guard exactly == nil || least == nil && most == nil else {
      throw .wrongType(
        reader.place, expected: "an object with 'exactly', or with 'atLeast' and 'atMost'")
    }
    guard range.0 <= range.1 else {
      throw .wrongType(reader.place, expected: "an object whose 'atLeast' is not over its 'atMost'")
    }
    self.range = Int(range.0)...Int(range.1)
  }
}

extension Scenario.Broken {
  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    try reader.allow(only: ["replace", "by", "breaks"])
    replaced = try reader.text("replace")
    _ = try reader.value("by")
    replacement = try reader.optionalString("by") ?? ""
    breaks = try reader.texts("breaks")
  }
}

extension CallFilter {
  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    self.init(try reader.text("on"))
    for name in names where !Self.known.contains(name) {
      throw .unknownWord(
        reader.place.member("on"), text: name,
        list: "an operation as the documents of OSS name it, such as PutObject, or one of "
          + Self.others.joined(separator: ", "))
    }
  }

  fileprivate var isOfTokens: Bool { names.allSatisfy { (Self.givers + ["Sign"]).contains($0) } }
}

extension TokenGrant {
  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    let isSame = try reader.optionalBool("same") == true
    try reader.allow(
      only: ["same", "spelling", "zone"] + (isSame ? [] : ["lives", "actions"]))
    let lives = try reader.optionalInteger("lives", in: -1_000_000...1_000_000)
    self.init(lifetime: lives ?? 3600, repeatsFormer: isSame)
    if reader.object["actions"] != nil { actions = try reader.texts("actions") }
    if let word = try reader.optionalText("spelling") {
      guard word.hasSameBytes(as: "second") else {
        throw .unknownWord(reader.place.member("spelling"), text: word, list: "'second'")
      }
      spelling = .second
    }
    if let text = try reader.optionalText("zone") {
      guard let zone = Zone(text) else {
        throw .unknownWord(reader.place.member("zone"), text: text, list: "a zone as +08:00")
      }
      self.zone = zone
    }
  }
}

extension ScenarioFault {
  private static let acts = ["answer", "headers", "body", "transport", "redirect"]

  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    let beside = reader.object["redirect"] == nil ? [] : ["status"]
    try reader.allow(only: ["on", "call", "times", "before", "after"] + beside + Self.acts)
    calls = try CallFilter(reader)
    call = Int(try reader.optionalInteger("call", in: 1...10_000) ?? 1)
    times = Int(try reader.optionalInteger("times", in: 0...10_000) ?? 1)
    (before, after) = (try reader.changes("before"), try reader.changes("after"))
    let acts = Self.acts.filter { reader.object[$0] != nil }
    let list = Self.acts.joined(separator: ", ")
    if acts.count > 1 {
      throw .wrongType(reader.place, expected: "a fault with only one of \(list)")
    }
    if acts.isEmpty, before.isEmpty, after.isEmpty {
      throw .wrongType(
        reader.place, expected: "a fault that does something: with one of \(list), before, after")
    }
    switch acts.first {
    case "answer": act = .answer(try InjectedAnswer(reader.members("answer"), for: calls))
    case "headers":
      let headers = try reader.strings("headers", orNull: true)
      if headers.isEmpty {
        throw .wrongType(reader.place.member("headers"), expected: "an object with a header")
      }
      act = .headers(headers)
    case "body":
      let body = try reader.members("body")
      try body.allow(only: ["cut", "drop"])
      let cut = try body.optionalInteger("cut", in: 0...1_000_000_000)
      let drop = try body.optionalInteger("drop", in: 1...1_000_000_000)
      switch (cut, drop) {
      case (let cut?, nil): act = .transport(.closedAfter(Int(cut)))
      case (nil, let drop?): act = .drop(Int(drop))
      default: throw .wrongType(body.place, expected: "either 'cut' or 'drop'")
      }
    case "transport": act = try Self.transport(reader.members("transport"))
    case "redirect":
      let status = try reader.optionalInteger("status", in: 301...307) ?? 307
      guard try reader.text("redirect") == "stranger", [301, 302, 307].contains(status) else {
        throw .unknownWord(
          reader.place.member("redirect"), text: "\(status)",
          list: "'stranger' with the status 301, 302 or 307")
      }
      act = .redirect(Int(status))
    default: act = nil
    }
  }

  private static func transport(_ reader: MemberReader) throws(VectorError) -> Act {
    try reader.allow(only: ["reset", "delay", "closes", "silent", "withholdContinue"])
    guard reader.object.members.count == 1, let member = reader.object.members.first else {
      throw .wrongType(reader.place, expected: "an object with one member")
    }
    switch (member.name, member.value.stringValue, member.value.boolValue) {
    case ("reset", "before", _): return .transport(.reset)
    case ("reset", "body", _): return .resetInBody
    case ("closes", _, true): return .transport(.closed)
    case ("silent", _, true): return .transport(.silent)
    case ("withholdContinue", _, true): return .withholdContinue
    case ("delay", _, _):
      return .transport(.delay(try reader.optionalInteger("delay", in: 0...50) ?? 0))
    default:
      throw .wrongType(
        reader.place.member(member.name),
        expected: member.name == "reset" ? "'before' or 'body'" : "true")
    }
  }
}

extension ScenarioFault {
  /// Whether both change the answer of a call that is surely the same: they count the same calls.
  fileprivate func clashes(with other: ScenarioFault) -> Bool {
    guard act != nil, other.act != nil, calls.includes(other.calls), other.calls.includes(calls)
    else { return false }
    return fires(at: other.call) || other.fires(at: call)
  }
}

extension InjectedAnswer {
  fileprivate init(_ reader: MemberReader, for calls: CallFilter) throws(VectorError) {
    try reader.allow(only: ["status", "code", "headers", "body"])
    let fields = try reader.strings("headers").map { WireResponse.Field($0, $1 ?? "") }
    let status = try reader.optionalInteger("status", in: 200...599)
    self.init(
      Int(status ?? 0), try reader.optionalText("code"), fields: fields,
      body: try reader.optionalString("body")?.bytes)
    let isRight =
      calls.isOfTokens ? status != nil && code == nil : isPossible && body == nil
    guard isRight else {
      throw .unknownWord(
        reader.place, text: "\(self.status) \(code ?? "")",
        list: calls.isOfTokens
          ? "an answer of the token server: a status and a body"
          : "an answer that OSS could give: a status with its code, or one of a proxy alone")
    }
  }
}

extension MemberReader {
  fileprivate func optionalInteger(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(VectorError) -> Int64? {
    object[name] == nil ? nil : try integer(name, in: range)
  }

  fileprivate func optionalBool(_ name: String) throws(VectorError) -> Bool? {
    object[name] == nil ? nil : try bool(name)
  }

  /// The text of a member that may be absent or empty.
  fileprivate func optionalString(_ name: String) throws(VectorError) -> String? {
    object[name] == nil ? nil : try string(name)
  }

  /// The members of an object of strings, or of nulls; none where it is absent.
  fileprivate func strings(
    _ name: String, orNull: Bool = false
  ) throws(VectorError) -> [(name: String, value: String?)] {
    guard object[name] != nil else { return [] }
    let reader = try members(name)
    var strings: [(name: String, value: String?)] = []
    for member in reader.object.members {
      guard member.value.stringValue != nil || orNull && member.value.isNull else {
        throw .wrongType(
          reader.place.member(member.name), expected: orNull ? "a string or null" : "a string")
      }
      strings.append((member.name, member.value.stringValue))
    }
    return strings
  }

  /// What the objects of a list are read as; nothing where there is no list.
  fileprivate func all<Value>(
    _ name: String, _ read: (MemberReader) throws(VectorError) -> Value
  ) throws(VectorError) -> [Value] {
    var values: [Value] = []
    for reader in object[name] == nil ? [] : try readers(name) { values.append(try read(reader)) }
    return values
  }

  /// The changes of the world in a member.
  fileprivate func changes(_ name: String) throws(VectorError) -> [ScenarioFault.Change] {
    if object[name] == nil { return [] }
    let reader = try members(name)
    try reader.allow(only: ["advance", "endToken", "dropKey"])
    if reader.object.members.isEmpty {
      throw .wrongType(reader.place, expected: "an object with advance, endToken or dropKey")
    }
    var changes: [ScenarioFault.Change] = []
    if let seconds = try reader.optionalInteger("advance", in: -100_000_000...100_000_000) {
      changes.append(.advance(seconds))
    }
    if try reader.optionalBool("endToken") == true { changes.append(.endToken) }
    if try reader.optionalBool("dropKey") == true { changes.append(.dropKey) }
    return changes
  }
}
