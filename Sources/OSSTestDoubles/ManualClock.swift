public import OSSPrimitives

/// A clock that a test sets, in place of that of the device.
///
/// It does not move until the test moves it, so a token expires when the test says so:
///
///     let clock = ManualClock()
///     let options = RefreshOptions(seed: 1, clock: clock.read)
///     clock.advance(by: .hours(1))
public final class ManualClock: Sendable {
  private let moment: Locked<Moment>

  /// Makes a clock.
  ///
  /// - Parameter start: what it shows at first, by default 2023-11-14T22:13:20Z.
  public init(_ start: Moment = Moment(milliseconds: 1_700_000_000_000)) {
    moment = Locked(start)
  }

  /// What the clock shows.
  public var now: Moment { moment.withLock { $0 } }

  /// The function with which a provider reads the clock.
  public var read: @Sendable () -> Moment { { self.now } }

  /// Moves the clock forward; a negative span moves it back.
  public func advance(by span: TimeSpan) {
    moment.withLock { $0 = $0.adding(span) }
  }

  /// Sets the clock.
  public func set(to moment: Moment) {
    self.moment.withLock { $0 = moment }
  }
}
