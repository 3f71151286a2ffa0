import OSSConformance
import Testing

@Suite struct AdapterPaceTests {
  /// A pace after twenty replies, one each, at some interval in microseconds.
  static func pace(every interval: Int64) -> AdapterPace {
    var pace = AdapterPace()
    for reply in 1...20 {
      _ = pace.pause(outstanding: 1, window: 1)
      pace.received(1, now: Int64(reply) * interval * 1_000)
    }
    return pace
  }

  @Test(
    arguments: [
      // Half of the window stays in reserve: eight replies may be slept through.
      (80, 16, 16, Int64(640_000)), (80, 12, 16, 320_000), (80, 8, 16, 0), (80, 1, 1, 0),
      (80, 2, 2, 80_000), (50, 3, 3, 50_000),
      // Never longer than a millisecond, and never for a fast adapter.
      (500, 16, 16, 1_000_000), (90_000, 16, 16, 1_000_000), (39, 16, 16, 0),
    ] as [(Int64, Int, Int, Int64)])
  func `sleeps through what the reserve allows`(
    interval: Int64, outstanding: Int, window: Int, pause: Int64
  ) {
    var pace = Self.pace(every: interval)
    #expect(pace.pause(outstanding: outstanding, window: window) == pause)
  }

  /// How many times a pace looks without a sleep before its first one.
  static func looksBeforeSleep(_ pace: inout AdapterPace, from now: Int64) -> Int {
    var looks = 0
    while looks < 1_000, pace.pause(outstanding: 16, window: 16) == 0 {
      looks += 1
      pace.received(1, now: now + Int64(looks) * 100_000)
    }
    return looks
  }

  @Test func `measures first, and longer after each mistake`() {
    var pace = AdapterPace()
    #expect(Self.looksBeforeSleep(&pace, from: 0) == 8)
    // Eight replies were expected; twelve are near enough, thirteen are not.
    pace.received(12, now: 2_000_000)
    #expect(pace.pause(outstanding: 16, window: 16) > 0)
    pace.received(16, now: 3_000_000)
    #expect(Self.looksBeforeSleep(&pace, from: 3_000_000) == 16)
    pace.received(16, now: 6_000_000)
    #expect(Self.looksBeforeSleep(&pace, from: 6_000_000) == 32)
  }
}
