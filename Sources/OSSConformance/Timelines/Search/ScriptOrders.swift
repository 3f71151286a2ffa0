internal import OSSVectors

/// The orders of a script that can be written as scripts, for whoever plays scripts only.
///
/// A fetch ends before the events of its moment or after them; between them it cannot be put.
enum ScriptOrders {
  /// The script in its own order first, then in others, with fetches that end first and last.
  ///
  /// - Parameters:
  ///   - script: What happens.
  ///   - limit: How many to give at most.
  /// - Complexity: O(*k* · *n*²) for *k* orders of *n* events.
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
