/// How fast an adapter replies, and how long it may be left alone.
///
/// An adapter that writes its replies one by one would wake the runner for each, and both pay for
/// it. As long as much of its window is still to be done, the runner can sleep through some replies
/// and then take them all at once, and the adapter does not run out of work.
package struct AdapterPace {
  /// The mean time between replies lately; 0 while it is not known.
  private var interval: Int64 = 0
  private var lastReply: Int64 = 0
  /// How many replies the last sleep was meant for; 0 if there was none.
  private var expected = 0
  /// How many more times to look for replies without a sleep.
  private var unpaused = 8
  /// How often it turned out to be faster than it seemed.
  private var mistakes = 0

  /// A reply that comes sooner than this is not worth a sleep.
  private static let shortestInterval: Int64 = 40_000
  /// However slow an adapter seems, the runner looks after it this often.
  private static let longestPause: Int64 = 1_000_000

  /// Begins without knowledge.
  package init() {}

  /// Notes that replies have come.
  ///
  /// - Parameters:
  ///   - count: How many, at least one.
  ///   - now: When.
  package mutating func received(_ count: Int, now: Int64) {
    defer { expected = 0 }
    if expected > 0, count > expected + expected / 2 {
      // It is faster than it seemed. The sleep itself hides by how much, so measure without one for
      // a while, and the longer the more often this happens.
      interval = 0
      mistakes += 1
      unpaused = 8 << min(mistakes, 10)
    } else if lastReply > 0 {
      let latest = (now - lastReply) / Int64(count)
      interval = interval == 0 ? latest : (3 * interval + latest) / 4
    }
    lastReply = now
  }

  /// Decides how long to sleep before looking for replies, in nanoseconds.
  ///
  /// - Parameters:
  ///   - outstanding: How many requests the adapter still has.
  ///   - window: How many it may have; half of them are left as a reserve.
  package mutating func pause(outstanding: Int, window: Int) -> Int64 {
    let spare = outstanding - (window + 1) / 2
    guard unpaused == 0 else {
      unpaused -= 1
      return 0
    }
    guard spare > 0, interval >= Self.shortestInterval else { return 0 }
    let pause = min(interval * Int64(spare), Self.longestPause)
    expected = Int(pause / interval)
    return pause
  }
}
