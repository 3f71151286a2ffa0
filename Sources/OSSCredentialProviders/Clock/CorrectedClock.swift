internal import OSSCredentials
internal import OSSPrimitives

/// The device's clock, and how far it is known to be off.
struct CorrectedClock: Sendable {
  /// What reads the device's clock.
  let read: @Sendable () -> Moment
  /// What is added to it.
  var offset = ClockOffset.zero

  init(_ read: @escaping @Sendable () -> Moment) { self.read = read }

  /// The device's time, corrected.
  var now: Moment { offset.corrected(read()) }

  /// What an answer tells about the clock; nil where that is nothing new.
  func offset(toldBy answer: ServerAnswer, of source: ClockSource) -> ClockOffset? {
    let learned = ClockOffset.learned(
      from: answer, of: source, deviceTime: read(), known: offset)
    return learned == offset ? nil : learned
  }
}
