public import OSSPrimitives

/// How far the true time is ahead of the device's clock: what is added to the device's time.
///
/// It is negative for a clock that is fast. SDKs part ways in the sign of the difference that they
/// keep; here it is always the true time less the device's (CLK-OFF-1).
public struct ClockOffset: Hashable, Sendable {
  /// The offset of a clock that is right, or of which nothing is known.
  public static let zero = ClockOffset(.zero)

  /// The span to add to the device's clock.
  public let span: TimeSpan

  /// Makes an offset of the span to add to the device's clock.
  public init(_ span: TimeSpan) { self.span = span }

  /// Makes the offset that turns one reading of the device's clock into the true time.
  ///
  /// - Parameters:
  ///   - time: the true time.
  ///   - deviceTime: what the device's clock showed then.
  public init(of time: Moment, from deviceTime: Moment) {
    span = time.since(deviceTime)
  }

  /// The true time, as far as it is known, when the device's clock shows a moment.
  public func corrected(_ deviceTime: Moment) -> Moment {
    deviceTime.adding(span)
  }
}
