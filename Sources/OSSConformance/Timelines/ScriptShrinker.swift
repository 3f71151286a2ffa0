internal import OSSVectors

/// Makes a script that breaks a bound the shortest one that does.
///
/// Events go first, many at once where that is possible; then fetches, tokens and what is held; then
/// moments and spans become small and round. The result is minimal in one sense: no single step is
/// left that could be taken, unless ``limit`` came first.
struct ScriptShrinker {
  /// How often a script may be tried.
  var limit = 5_000
  /// How often one was tried so far.
  private(set) var tried = 0

  /// The shortest script of which a statement is true.
  mutating func shrink<Failure: Error>(
    _ script: Script, while isBroken: (Script) throws(Failure) -> Bool
  ) throws(Failure) -> Script {
    var current = script
    while true {
      let before = current
      current = try withoutEvents(current, isBroken)
      for candidates in Self.reductions { current = try first(candidates, current, isBroken) }
      if current == before || tried >= limit { return current }
    }
  }

  private mutating func withoutEvents<Failure: Error>(
    _ script: Script, _ isBroken: (Script) throws(Failure) -> Bool
  ) throws(Failure) -> Script {
    var current = script
    var size = max(1, current.events.count / 2)
    while size >= 1, !current.events.isEmpty {
      var start = 0
      var isShorter = false
      while start < current.events.count {
        var candidate = current
        candidate.events.removeSubrange(start..<min(start + size, current.events.count))
        if try holds(candidate, isBroken) {
          current = candidate
          isShorter = true
        } else {
          start += size
        }
      }
      if !isShorter { size /= 2 }
    }
    return current
  }

  /// Takes steps of one kind as long as one can be taken.
  private mutating func first<Failure: Error>(
    _ candidates: (Script) -> [Script], _ script: Script,
    _ isBroken: (Script) throws(Failure) -> Bool
  ) throws(Failure) -> Script {
    var current = script
    var isShorter = true
    while isShorter {
      isShorter = false
      for candidate in candidates(current) where candidate != current {
        if try holds(candidate, isBroken) {
          current = candidate
          isShorter = true
          break
        }
      }
    }
    return current
  }

  private mutating func holds<Failure: Error>(
    _ script: Script, _ isBroken: (Script) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    // A step may leave something that makes no sense, such as a caller that leaves and never came.
    guard tried < limit, (try? Script(script.json)) != nil else { return false }
    tried += 1
    return try isBroken(script)
  }
}

extension ScriptShrinker {
  private static let reductions: [@Sendable (Script) -> [Script]] = [
    withoutFetches, withoutSettings, withoutTokens, withSmallSpans, withEarlyEvents,
  ]

  private static func changed(_ script: Script, _ change: (inout Script) -> Void) -> Script {
    var result = script
    change(&result)
    return result
  }

  private static func withoutFetches(_ script: Script) -> [Script] {
    guard script.fetches.count > 1 else { return [] }
    return [changed(script) { $0.fetches.removeSubrange(1...) }]
      + script.fetches.indices.reversed().map { index in
        changed(script) { $0.fetches.remove(at: index) }
      }
  }

  private static func withoutSettings(_ script: Script) -> [Script] {
    [
      changed(script) { $0.held = nil }, changed(script) { $0.clock = 0 },
      changed(script) { $0.jitter = 0 }, changed(script) { $0.completionsLast = false },
      changed(script) { $0.policy = .scaled },
    ]
  }

  private static func withoutTokens(_ script: Script) -> [Script] {
    script.tokens.map { token in
      changed(script) { $0.tokens.removeAll { $0.name == token.name } }
    }.filter { candidate in
      !script.names.contains { candidate.token($0) == nil }
    }
  }

  private static func withSmallSpans(_ script: Script) -> [Script] {
    let takes = script.fetches.indices.flatMap { index in
      smaller(script.fetches[index].takes).map { span in
        changed(script) { $0.fetches[index].takes = span }
      }
    }
    let ends = script.tokens.indices.flatMap { index in
      smaller(script.tokens[index].expires ?? 0).map { moment in
        changed(script) { $0.tokens[index].expires = moment }
      }
    }
    return takes + ends
  }

  /// All events from one on come earlier together, so that what lies between them is kept.
  private static func withEarlyEvents(_ script: Script) -> [Script] {
    script.events.indices.flatMap { index -> [Script] in
      let before = index == 0 ? 0 : script.events[index - 1].at
      return smaller(script.events[index].at - before).map { gap in
        changed(script) { candidate in
          let change = script.events[index].at - before - gap
          for later in index..<candidate.events.count { candidate.events[later].at -= change }
          candidate.until -= change
        }
      }
    }
  }

  /// Spans that are shorter and rounder than one.
  private static func smaller(_ span: Int64) -> [Int64] {
    guard span > 0 else { return [] }
    let round = [1, 10, 100, 1_000, 10_000, 60_000, 600_000].filter { $0 < span }
    return [0] + round + [span / 2].filter { $0 > 0 && !round.contains($0) }
  }
}

extension Script {
  /// The names of the tokens that something in the script needs.
  fileprivate var names: Set<String> {
    var names = Set([held?.token].compactMap { $0 })
    for fetch in fetches {
      if case .gives(let name) = fetch.result { names.insert(name) }
    }
    for event in events {
      switch event.action {
      case .reject(let name), .replace(let name): names.insert(name)
      case .ask, .cancel, .clock, .offset: break
      }
    }
    return names
  }

  /// What the script has at first, in lines.
  var words: [String] {
    var lines = ["policy \(policy.rawValue)"]
    lines += tokens.map { token in
      "\(token.name) " + (token.expires.map { "expires at \($0) ms" } ?? "has no expiration")
    }
    if let held { lines.append("\(held.token) is held, obtained at \(held.obtained) ms") }
    if clock != 0 { lines.append("the device's clock is \(clock) ms ahead") }
    for (index, fetch) in fetches.enumerated() {
      let end =
        switch fetch.result {
        case .gives(let name): "gives \(name)"
        case .fails(let reason): "fails: \(reason.rawValue)"
        }
      let isLast = index == fetches.count - 1
      let which = isLast ? "each fetch from number \(index + 1) on" : "fetch \(index + 1)"
      lines.append("\(which) takes \(fetch.takes) ms and \(end)")
    }
    return lines
  }
}

extension Script.Event.Action {
  var words: String {
    switch self {
    case .ask(let caller): "\(caller) asks"
    case .cancel(let caller): "\(caller) no longer waits"
    case .reject(let token): "OSS rejects \(token)"
    case .replace(let token): "the application puts in \(token)"
    case .clock(let clock): "the device's clock is \(clock) ms ahead"
    case .offset(let offset): "\(offset) ms are learned as the correction of the clock"
    }
  }
}

extension Trace.Outcome {
  var shown: String {
    switch self {
    case .gets(let token): "gets \(token)"
    case .fails(let reason): "fails (\(reason))"
    case .cancelled: "left"
    }
  }
}
