internal import OSSPrimitives
package import OSSSigning

/// The steps by which the time is learned from an answer, so that one of them can be replaced.
package struct ClockSteps: Sendable {
  /// The error of an answer (CLK-SRC-4).
  package var error: @Sendable (ServerAnswer) -> ServerError?
  /// What an error says about the clock (CLK-SRC-1, CLK-SRC-3, CLK-SRC-6).
  package var fault: @Sendable (_ status: Int, ServerError) -> ClockFault?
  /// Whether an answer of the token server tells the time, by its status (CLK-SRC-5, CLK-SRC-6).
  package var teaches: @Sendable (_ status: Int) -> Bool
  /// The time in the body of an error (CLK-SRC-1).
  package var serverTime: @Sendable (ServerError) -> UnixMilliseconds?
  /// The time of a header `Date` (CLK-DATE-1).
  package var date: @Sendable (String) -> UnixMilliseconds?
  /// Whether a cache has answered, given the header `Age` (CLK-DATE-4).
  package var isCached: @Sendable (_ age: String?) -> Bool
  /// Whether a time can be the true one (CLK-TRUE-1).
  package var isPlausible: @Sendable (UnixMilliseconds) -> Bool
  /// Whether not the clock was wrong but the request old (CLK-TRUE-2).
  package var isOld: @Sendable (_ time: UnixMilliseconds, _ corrected: UnixMilliseconds) -> Bool
  /// The offset to use from now on (CLK-OFF-1, CLK-OFF-2).
  package var offset:
    @Sendable (_ time: UnixMilliseconds, _ deviceTime: UnixMilliseconds, _ known: ClockOffset) ->
      ClockOffset

  /// The steps as the specification has them.
  package static let standard = ClockSteps(
    error: { $0.error },
    fault: { ClockFault(status: $0, error: $1) },
    teaches: { $0 == 200 },
    serverTime: { $0.serverTime.map(UnixMilliseconds.init) },
    date: { text in
      guard let time = try? UnixTime(rfc1123: HeaderText.trimmed(text)) else { return nil }
      return UnixMilliseconds(time)
    },
    isCached: { $0 != nil },
    isPlausible: { earliest <= $0 && $0 <= latest },
    isOld: { time, corrected in
      let distance = time.since(corrected)
      return .milliseconds(-900_000) <= distance && distance <= .milliseconds(900_000)
    },
    offset: { time, deviceTime, _ in ClockOffset(of: time, from: deviceTime) })

  /// 2020-01-01T00:00:00Z: no server's clock shows less today.
  private static let earliest = UnixMilliseconds(milliseconds: 1_577_836_800_000)
  /// 2100-01-01T00:00:00Z.
  private static let latest = UnixMilliseconds(milliseconds: 4_102_444_800_000)
}
