public import OSSPrimitives
internal import OSSServices

extension ClockOffset {
  /// Learns the offset from an answer.
  ///
  /// Few answers say the time reliably: caches keep old `Date` headers, and devices were seen to
  /// get one of 1970. So only refusals for the time, and what a token server says itself, count.
  ///
  /// - Parameters:
  ///   - answer: what came back.
  ///   - source: who sent it.
  ///   - deviceTime: what the device's clock showed when it came.
  ///   - known: the offset known so far.
  /// - Returns: the offset to use from now on in place of the one known; nil where the answer teaches
  ///   nothing.
  /// - Complexity: O(*n*) in the size of the answer.
  public static func learned(
    from answer: ServerAnswer, of source: ClockSource, deviceTime: Moment,
    known: ClockOffset = .zero
  ) -> ClockOffset? {
    guard let time = answer.time(from: source, correctedTime: known.corrected(deviceTime)) else {
      return nil
    }
    return ClockOffset(of: time, from: deviceTime)
  }
}

extension ServerAnswer {
  /// The true time that the answer tells; nil where it tells none (CLK-SRC).
  fileprivate func time(
    from source: ClockSource, correctedTime: Moment
  ) -> Moment? {
    switch source {
    case .tokenServer:
      return status == 200 ? plausibleDate : nil
    case .oss:
      guard let error else { return nil }
      switch ClockFault(status: status, error: error) {
      case nil: return nil
      case .signingDate: return plausibleDate
      case .skewed:
        guard let time = error.serverTime.flatMap(Self.plausible) ?? plausibleDate else {
          return nil
        }
        // Near the time that was known, not the clock was wrong but the request old (CLK-TRUE-2).
        let distance = time.since(correctedTime)
        let isOld = .minutes(-15) <= distance && distance <= .minutes(15)
        return isOld ? nil : time
      }
    }
  }

  /// The time of the header `Date`, if no cache has answered (CLK-DATE-1, CLK-DATE-4).
  private var plausibleDate: Moment? {
    guard let date, age == nil, let time = try? Moment(rfc1123: HeaderText.trimmed(date)) else {
      return nil
    }
    return Self.plausible(time)
  }

  /// A time if it can be the true one: from 2020 to the first moment of 2100 (CLK-TRUE-1).
  private static func plausible(_ time: Moment) -> Moment? {
    1_577_836_800_000...4_102_444_800_000 ~= time.milliseconds ? time : nil
  }
}
