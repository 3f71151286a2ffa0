/// How fast one operation is here, and how fast it is in an SDK.
public struct SpeedComparison: Hashable, Sendable {
  /// The operation's name in the protocol, and what is made anew each time.
  public let operation: String

  /// How many rounds were taken.
  public let rounds: Int

  /// The reference's nanoseconds for one operation, the median over the rounds.
  public let reference: Double

  /// The SDK's nanoseconds for one operation, the median over the rounds; none without an adapter.
  public let sdk: Double?

  /// How many times longer the SDK takes, the median of each round's ratio.
  ///
  /// Both sides of a ratio were measured a moment apart, so a machine that is slower for a while
  /// moves both. That is why it is not the quotient of the two medians.
  public let ratio: Double?

  /// How many blocks of memory the reference asks for in one operation; nil if nobody counted.
  public let allocations: Double?

  /// Why there is no number for the SDK although there is an adapter.
  public let objection: String?

  /// Draws the sum of the rounds.
  ///
  /// - Parameters:
  ///   - operation: The operation's name.
  ///   - samples: Each round's nanoseconds for one operation, of the reference and of the SDK.
  ///   - allocations: The reference's allocations in one operation.
  ///   - objection: Why the SDK has none.
  package init(operation: String, samples: [Sample], allocations: Double?, objection: String?) {
    self.operation = operation
    self.allocations = allocations
    self.objection = objection
    rounds = samples.count
    reference = Self.median(samples.map(\.reference)) ?? 0
    sdk = Self.median(samples.compactMap(\.sdk))
    ratio = Self.median(
      samples.compactMap { sample in
        sample.sdk.flatMap { sample.reference > 0 ? $0 / sample.reference : nil }
      })
  }

  /// One round: nanoseconds for one operation.
  package struct Sample: Hashable {
    package var reference: Double
    package var sdk: Double?

    /// Pairs the two sides of a round.
    package init(reference: Double, sdk: Double?) {
      self.reference = reference
      self.sdk = sdk
    }
  }

  /// The middle value, or the mean of the two in the middle.
  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let upper = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[upper - 1] + sorted[upper]) / 2 : sorted[upper]
  }
}
