public import OSSPrimitives
internal import OSSServices

/// How far the true time is ahead of the device's clock: what is added to the device's time.
///
/// It is negative for a clock that is fast. SDKs part ways in the sign of the difference that they
/// keep; here it is always the true time less the device's (CLK-OFF-1).
public struct ClockOffset: Equatable, Sendable {
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
  ///
  /// Credentials are judged by it too (CRED-EXP-2).
  public func corrected(_ deviceTime: Moment) -> Moment {
    deviceTime.adding(span)
  }
}

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
  /// - Returns: the offset to use from now on in place of the one known (CLK-OFF-2); nil where the
  ///   answer teaches nothing, so that the known one stays (CLK-OFF-3).
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
  /// The true time that the answer gives; nil where it gives none.
  ///
  /// Its `Date` is read where a refusal has no `ServerTime` (CLK-SRC-2). No other answer gives the
  /// time (CLK-SRC-6).
  fileprivate func time(
    from source: ClockSource, correctedTime: Moment
  ) -> Moment? {
    switch source {
    case .tokenServer:
      return status == 200 ? plausibleDate : nil  // CLK-SRC-5.
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

  /// The time of the header `Date`, if no cache has answered (CLK-DATE-1, CLK-DATE-4); nil for any
  /// text that is not the one form of HTTP (CLK-DATE-2, CLK-DATE-3).
  private var plausibleDate: Moment? {
    guard let date, age == nil, let time = try? Moment(rfc1123: date.trimmingBlanks) else {
      return nil
    }
    return Self.plausible(time)
  }

  /// A time if it can be the true one: from 2020 to the first moment of 2100 (CLK-TRUE-1).
  private static func plausible(_ time: Moment) -> Moment? {
    1_577_836_800_000...4_102_444_800_000 ~= time.milliseconds ? time : nil
  }
}

/// What OSS says about the clock of a request that it refuses.
enum ClockFault: Equatable, Sendable {
  /// The request's time and that of OSS are too far apart (CLK-SRC-1).
  case skewed
  /// The signing date, the day in the scope of a V4 signature, is not that of OSS (CLK-SRC-3).
  case signingDate

  /// What an error says about the clock (CLK-SRC-1, CLK-SRC-3); nil where it is about something else.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - error: the error of the answer.
  init?(status: Int, error: ServerError) {
    guard let code = error.code else { return nil }
    if status == 403, code.hasSameBytes(as: "RequestTimeTooSkewed") {
      self = .skewed
    } else if status == 400, code.hasSameBytes(as: "InvalidArgument"),
      error.message?.hasSameBytes(as: Self.signingDateMessage) == true
    {
      self = .signingDate
    } else {
      return nil
    }
  }

  private static let signingDateMessage = "Invalid signing date in Authorization header."
}

/// Who sent an answer from which the time may be learned.
public enum ClockSource: String, CaseIterable, Hashable, Sendable {
  /// OSS: only what it says when it refuses a request for its time (CLK-SRC-1, CLK-SRC-3).
  case oss
  /// The server that hands out temporary credentials: its successful answers (CLK-SRC-5).
  case tokenServer = "token-server"
}
