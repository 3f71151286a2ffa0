package import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
package import OSSVectors

/// Plays a script: the refresh machine over a virtual clock.
///
/// Whoever searches orders of events takes the steps by itself: ``due`` says what can happen next, and
/// ``perform(_:)`` lets one of these happen. ``run(_:)`` goes in the order of CRED-RUN-26.
package struct Simulator: Sendable {
  /// Something that can happen next.
  package enum Occurrence: Hashable, Sendable {
    /// The end of a fetch, by its number counted from 0.
    case end(fetch: Int)
    /// An event, by its place in the script.
    case event(Int)
  }

  package let script: Script
  /// What has come of the script so far.
  package private(set) var trace = Trace()
  /// The moment that it is.
  package private(set) var now: Int64 = 0

  private var machine: RefreshMachine
  private var clock: Int64
  /// The fetches in flight: their number, their name to the machine, and when they end.
  private var flights: [(number: Int, id: FetchID, ends: Int64)] = []
  private var remaining: [Int]
  /// Callers by their number to the machine.
  private var callers: [String] = []
  private var answered: Set<String> = []
  private var generations: [String: Int] = [:]

  /// Prepares a script.
  ///
  /// - Parameter script: What happens.
  package init(_ script: Script) {
    self.script = script
    clock = script.clock
    remaining = Array(script.events.indices)
    let held = script.held.flatMap { held in
      script.token(held.token).map { (token: $0, obtained: held.obtained) }
    }
    machine = RefreshMachine(
      policy: script.policy == .scaled ? .scaled : .fiveMinutes,
      seed: UInt64(bitPattern: script.jitter),
      holding: held.flatMap { Self.token($0.token, script) },
      obtainedAt: held.map { Self.moment($0.obtained, script.clock, script) })
    if let held { generations[held.token.name] = 1 }
  }

  /// How much may happen in one run: a machine with a mistake may fetch forever.
  package static let limit = 20_000

  /// Plays a script to its end, or until so much has happened that it has none.
  ///
  /// - Complexity: O(*n* · *f*) for *n* events and *f* fetches in flight at once.
  package static func run(_ script: Script) -> Trace { counted(script).trace }

  /// Plays a script as ``run(_:)`` does, and counts what happens.
  package static func counted(_ script: Script) -> (trace: Trace, length: Int) {
    var simulator = Simulator(script)
    var count = 0
    while count < limit, let next = simulator.due.first {
      simulator.perform(next)
      count += 1
    }
    return (simulator.trace, count)
  }

  /// What can happen next, all of it at one moment, in the order of CRED-RUN-26; nothing at the end.
  package var due: [Occurrence] {
    let event = remaining.first.map { script.events[$0].at }
    guard let moment = (flights.map(\.ends) + [event].compactMap { $0 }).min(),
      moment <= script.until
    else { return [] }
    let ends = flights.filter { $0.ends == moment }.map { Occurrence.end(fetch: $0.number) }
    let events = remaining.prefix { script.events[$0].at == moment }.map(Occurrence.event)
    return script.completionsLast ? events + ends : ends + events
  }

  /// Lets one of the things happen that are due.
  package mutating func perform(_ occurrence: Occurrence) {
    switch occurrence {
    case .end(let number):
      guard let place = flights.firstIndex(where: { $0.number == number }) else { return }
      let flight = flights.remove(at: place)
      now = flight.ends
      trace.fetches[number].ends = now
      tell(event(of: script.fetch(number).result, flight.id))
    case .event(let index):
      guard let place = remaining.firstIndex(of: index) else { return }
      remaining.remove(at: place)
      now = script.events[index].at
      perform(script.events[index].action)
    }
  }
}

extension Simulator {
  private mutating func perform(_ action: Script.Event.Action) {
    switch action {
    case .ask(let caller):
      callers.append(caller)
      tell(.asked(CallerID(UInt64(callers.count - 1))))
    case .cancel(let caller):
      guard let number = callers.firstIndex(of: caller), !answered.contains(caller) else { return }
      answer(caller, .cancelled)
      tell(.cancelled(CallerID(UInt64(number))))
    case .reject(let token):
      if let generation = generations[token] { tell(.rejected(generation: generation)) }
    case .replace(let name):
      if let token = script.token(name).flatMap({ Self.token($0, script) }) {
        tell(.replaced(token))
      }
    case .clock(let clock): self.clock = clock
    case .offset(let span): tell(.clockCorrected(ClockOffset(.milliseconds(span))))
    }
  }

  private mutating func tell(_ event: RefreshEvent) {
    for action in machine.handle(event, at: Self.moment(now, clock, script)) {
      switch action {
      case .fetch(let id):
        let number = trace.fetches.count
        trace.fetches.append(Trace.Fetch(at: now))
        flights.append((number, id, now + script.fetch(number).takes))
      case .handOut(let given, let caller):
        let name = Self.name(of: given)
        generations[name] = given.generation
        answer(caller, .gets(name))
      case .fail(let error, let caller):
        answer(caller, .fails(error.cause.reason))
      }
    }
  }

  /// Answers a caller of the script; a rule may let others wait, which nobody hears of.
  private mutating func answer(_ caller: CallerID, _ outcome: Trace.Outcome) {
    if caller.number < callers.count { answer(callers[Int(caller.number)], outcome) }
  }

  private mutating func answer(_ caller: String, _ outcome: Trace.Outcome) {
    answered.insert(caller)
    trace.answers.append(Trace.Answer(caller: caller, at: now, outcome: outcome))
  }

  private func event(of result: Script.Fetch.Result, _ id: FetchID) -> RefreshEvent {
    switch result {
    case .gives(let name):
      script.token(name).flatMap { Self.token($0, script) }.map { .fetched($0, id) }
        ?? .failed(.nothingReturned, id)
    case .fails(let reason): .failed(FetchFailure(reason), id)
    }
  }
}

extension Simulator {
  /// What the device's clock shows at a moment.
  private static func moment(_ at: Int64, _ clock: Int64, _ script: Script) -> Moment {
    Moment(milliseconds: script.start + at + clock)
  }

  /// The token of a name, its parts made of it; nil for a name that no access key ID can hold.
  private static func token(_ token: Script.Token, _ script: Script) -> FederationToken? {
    let credentials = try? Credentials(
      accessKeyID: "STS." + token.name, accessKeySecret: "secret-" + token.name,
      securityToken: "token-" + token.name)
    return credentials.map {
      FederationToken(
        $0,
        expiration: token.expires.map { Moment(milliseconds: script.start + $0) })
    }
  }

  private static func name(of given: ProvidedCredentials) -> String {
    String(given.credentials.accessKeyID.dropFirst(4))
  }
}

extension FetchFailure {
  /// The failure that a script names by a reason.
  package init(_ reason: Script.Fetch.Reason) {
    switch reason {
    case .transport: self = .transport("The connection was refused.")
    case .status: self = .response(.httpStatus(500, nil))
    case .unreadable: self = .response(.notObject(member: nil))
    case .torn: self = .response(.missingMember("SecurityToken"))
    case .nothing: self = .nothingReturned
    }
  }

  /// The reason as a trace names it.
  package var reason: String {
    switch self {
    case .transport, .timedOut, .cancelled: "transport"
    case .response(.httpStatus), .response(.bodyStatus): "status"
    case .response(.expired): "expired"
    case .response(.torn), .response(.missingMember), .response(.emptyMember): "torn"
    case .response: "unreadable"
    case .stsResponse(let error): FetchFailure.response(error).reason
    case .nothingReturned: "nothing"
    case .expired: "expired"
    case .sameAsRejected: "rejected"
    }
  }
}

/// Tries every order in which what is due at one moment can happen.
///
/// Callers of a concurrent program come in no order, and a fetch may end before, between or after
/// them. So a bound of a timeline holds for all orders, or it does not hold. What a script says to
/// happen to one caller keeps its order, and so does a rejection, a replacement or a change of the
/// clock among the other events: those orders mean different things.
struct OrderSearch {
  /// A run that breaks a bound.
  struct Finding {
    /// What happened, in its order.
    var order: [Simulator.Occurrence]
    /// What came of it.
    var trace: Trace
    /// The first bound that is broken.
    var violation: TimelineViolation
  }

  /// At how many moments of choice in a run the orders are tried; the script's order after that.
  var depth = 8
  /// How many runs one script may have.
  var limit = 2_000
  /// How many runs there were.
  private(set) var runs = 0
  /// Whether the last script had more orders than runs, or more moments of choice than ``depth``.
  private(set) var isCutShort = false

  /// The first run of a script that breaks a bound.
  mutating func finding(
    in script: Script, violation: (Script, Trace) -> TimelineViolation?
  ) -> Finding? {
    var rest = limit
    isCutShort = false
    return explore(Simulator(script), [], depth, &rest, violation)
  }

  private mutating func explore(
    _ start: Simulator, _ past: [Simulator.Occurrence], _ choices: Int, _ rest: inout Int,
    _ violation: (Script, Trace) -> TimelineViolation?
  ) -> Finding? {
    var simulator = start
    var order = past
    while order.count < Simulator.limit {
      let possible = simulator.possible
      guard let first = possible.first else { break }
      if choices > 0, possible.count > 1 {
        for next in possible {
          guard rest > 0 else {
            isCutShort = true
            return nil
          }
          var branch = simulator
          branch.perform(next)
          if let finding = explore(branch, order + [next], choices - 1, &rest, violation) {
            return finding
          }
        }
        return nil
      }
      if possible.count > 1 { isCutShort = true }
      simulator.perform(first)
      order.append(first)
    }
    rest -= 1
    runs += 1
    return violation(simulator.script, simulator.trace).map {
      Finding(order: order, trace: simulator.trace, violation: $0)
    }
  }
}

extension Simulator {
  /// What can happen next in some order of what is due.
  fileprivate var possible: [Occurrence] {
    let due = due
    return due.indices.filter { place in
      !due[..<place].contains { isTied($0, due[place]) }
    }.map { due[$0] }
  }

  private func isTied(_ first: Occurrence, _ second: Occurrence) -> Bool {
    guard case .event(let first) = first, case .event(let second) = second else { return false }
    return script.events[first].action.isTied(to: script.events[second].action)
  }
}

extension Script.Event.Action {
  /// Whether the order of two events at one moment is a part of what the script means.
  func isTied(to other: Script.Event.Action) -> Bool {
    guard let caller, let otherCaller = other.caller else { return true }
    return caller == otherCaller
  }

  /// The caller that it is about; nil where it concerns all.
  private var caller: String? {
    switch self {
    case .ask(let caller), .cancel(let caller): caller
    case .reject, .replace, .clock, .offset: nil
    }
  }
}

/// The orders of a script that can be written as scripts, for whoever plays scripts only.
///
/// A fetch ends before the events of its moment or after them; between them it cannot be put.
enum ScriptOrders {
  /// The script in its own order first, then in others, with fetches that end first and last.
  static func all(of script: Script, limit: Int) -> [Script] {
    var result: [Script] = []
    for events in orders(of: script.events, limit: (limit + 1) / 2) {
      for isLast in [script.completionsLast, !script.completionsLast] where result.count < limit {
        var variant = script
        variant.events = events
        variant.completionsLast = isLast
        result.append(variant)
      }
    }
    return result
  }

  /// The orders of events that keep each moment, and what is tied in its order.
  private static func orders(of events: [Script.Event], limit: Int) -> [[Script.Event]] {
    var result: [[Script.Event]] = []
    func extend(_ past: [Script.Event], _ rest: [Script.Event]) {
      guard result.count < limit else { return }
      guard let moment = rest.first?.at else {
        result.append(past)
        return
      }
      for place in rest.indices.prefix(while: { rest[$0].at == moment })
      where !rest[..<place].contains(where: { $0.action.isTied(to: rest[place].action) }) {
        var others = rest
        let next = others.remove(at: place)
        extend(past + [next], others)
      }
    }
    extend([], events)
    return result
  }
}
