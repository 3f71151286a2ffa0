package import OSSPrimitives

/// How long to wait after fetches that failed in a row, drawn from a seeded source (CRED-RUN-14).
///
/// Devices that lose a token server all at once must not all come back at once; so the wait is
/// random. The source is a part of the state, so a run with the same seed is the same run.
package struct BackOff: Equatable, Sendable {
  /// The wait after the first failure, before chance shortens it.
  package static let shortest = TimeSpan.seconds(1)
  /// The longest wait of all.
  package static let longest = TimeSpan.seconds(60)

  private var source: SplitMix64

  /// Makes a source; each seed gives another row of waits.
  package init(seed: UInt64) { source = SplitMix64(seed: seed) }

  /// The bound of the wait after so many failures in a row: it doubles up to the longest.
  ///
  /// A count below 1 means the same as 1.
  package static func bound(afterFailures count: Int) -> TimeSpan {
    let doublings = Int64(min(max(1, count), 7) - 1)
    return min(longest, .milliseconds(shortest.milliseconds << doublings))
  }

  /// Draws a wait of at least half the bound and at most all of it.
  package mutating func delay(afterFailures count: Int) -> TimeSpan {
    let bound = Self.bound(afterFailures: count).milliseconds
    let half = bound / 2
    return .milliseconds(bound - half + source.below(half + 1))
  }
}
