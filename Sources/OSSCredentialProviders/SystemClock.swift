internal import OSSCredentials
public import OSSPrimitives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#elseif canImport(Foundation)
  internal import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// The clock of the device.
  public enum SystemClock: Sendable {
    /// The moment that the device's clock shows.
    @Sendable public static func now() -> Moment {
      Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
  }
#endif

/// The device's clock, and how far it is known to be off.
struct CorrectedClock: Sendable {
  /// What reads the device's clock.
  let read: @Sendable () -> Moment
  /// What is added to it.
  var offset = ClockOffset.zero

  init(_ read: @escaping @Sendable () -> Moment) { self.read = read }

  /// The device's time, corrected.
  var now: Moment { offset.corrected(read()) }

  /// The greatest offset that fits what was learned, by which tokens are judged.
  ///
  /// Servers write whole seconds, so the true time may be up to a second later; a token would be
  /// handed out that long after it expired.
  var latestOffset: ClockOffset {
    offset == .zero ? .zero : ClockOffset(.milliseconds(offset.span.milliseconds &+ 999))
  }

  /// The corrected time at the latest.
  var latest: Moment { latestOffset.corrected(read()) }

  /// Takes in what an answer says about the clock; false where that is nothing new.
  mutating func learn(
    from answer: ServerAnswer, of source: ClockSource, _ log: (@Sendable (SigningEvent) -> Void)?
  ) -> Bool {
    let learned = ClockOffset.learned(
      from: answer, of: source, deviceTime: read(), known: offset)
    guard let learned, learned != offset else { return false }
    offset = learned
    log?(.clockCorrected(by: learned.span))
    return true
  }
}

extension TimeSpan {
  /// Waits for the span, an hour at most; not at all for a negative one.
  ///
  /// - Throws: `CancellationError`, at once when the task is cancelled.
  func sleep() async throws {
    let count = min(max(self, .zero), .hours(1)).milliseconds
    try await Task.sleep(nanoseconds: UInt64(count) * 1_000_000)
  }
}
