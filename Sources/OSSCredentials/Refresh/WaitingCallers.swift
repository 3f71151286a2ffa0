/// The callers that wait, in the order in which they came.
///
/// A caller that no longer waits leaves a gap, and gaps are closed when they are most of the list:
/// so joining and leaving take constant time on average, however many wait.
struct WaitingCallers: Sendable {
  private var places: [CallerID: Int] = [:]
  private var order: [CallerID?] = []

  /// Lets a caller wait behind the others; one that waits already keeps its place.
  mutating func append(_ caller: CallerID) {
    guard places[caller] == nil else { return }
    places[caller] = order.count
    order.append(caller)
  }

  /// Takes a caller out, if it waits.
  mutating func remove(_ caller: CallerID) {
    guard let place = places.removeValue(forKey: caller) else { return }
    order[place] = nil
    if order.count > 2 * places.count + 16 { closeGaps() }
  }

  /// Takes all callers out, in the order in which they came.
  mutating func removeAll() -> [CallerID] {
    let all = order.compactMap { $0 }
    places = [:]
    order = []
    return all
  }

  private mutating func closeGaps() {
    order = order.filter { $0 != nil }
    for (place, caller) in order.enumerated() {
      if let caller { places[caller] = place }
    }
  }
}
