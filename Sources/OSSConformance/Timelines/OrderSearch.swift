internal import OSSCredentials
internal import OSSVectors

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
