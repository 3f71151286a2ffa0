import OSSCredentials
import OSSPrimitives
import Testing

@Suite struct `The back-off` {
  /// CRED-RUN-14: `d` after so many failures in a row, in milliseconds.
  static let bounds: [(failures: Int, milliseconds: Int64)] = [
    (1, 1000), (2, 2000), (3, 4000), (4, 8000), (5, 16_000), (6, 32_000), (7, 60_000),
    (8, 60_000), (64, 60_000), (1_000_000, 60_000),
  ]

  @Test(arguments: bounds)
  func `lies between half its bound and its bound`(failures: Int, milliseconds: Int64) {
    var shortest = Int64.max
    var longest = Int64.min
    for seed in 0..<2000 {
      var backOff = BackOff(seed: UInt64(seed))
      let delay = backOff.delay(afterFailures: failures).milliseconds
      shortest = min(shortest, delay)
      longest = max(longest, delay)
    }
    #expect(shortest >= milliseconds / 2)
    #expect(longest <= milliseconds)
    // Two thousand draws leave no more than a fiftieth of the range at either end.
    #expect(shortest < milliseconds / 2 + milliseconds / 50)
    #expect(longest > milliseconds - milliseconds / 50)
  }

  @Test func `is the same for the same seed, and another each time`() {
    var one = BackOff(seed: 42)
    var other = BackOff(seed: 42)
    var delays: [Int64] = []
    for _ in 0..<8 {
      let delay = one.delay(afterFailures: 7)
      #expect(delay == other.delay(afterFailures: 7))
      delays.append(delay.milliseconds)
    }
    #expect(Set(delays).count > 5)
    #expect(one == other)
  }
}
