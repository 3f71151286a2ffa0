import OSSCredentials
import OSSPrimitives
import Testing

@Suite struct `Milliseconds and moments` {
  @Test func `seconds become milliseconds`() throws {
    #expect(Milliseconds.seconds(300).count == 300_000)
    #expect(Milliseconds.seconds(.max).count == .max)
    #expect(Milliseconds.seconds(.min).count == .min)
    let time = try UnixTime(seconds: 1_446_544_379)
    #expect(UnixMilliseconds(time).milliseconds == 1_446_544_379_000)
  }

  @Test(arguments: [(1999, 1), (2000, 2), (0, 0), (-1, -1), (-1000, -1), (-1001, -2)])
  func `a moment is in the second that began last`(milliseconds: Int64, seconds: Int64) {
    #expect(UnixMilliseconds(milliseconds: milliseconds).time?.seconds == seconds)
  }

  @Test func `a moment beyond the year 9999 is in no second that can be written`() {
    #expect(UnixMilliseconds(milliseconds: .max).time == nil)
  }

  @Test(
    arguments: [
      (1_446_544_379_000, "2015-11-03T09:52:59Z"), (1_446_544_379_250, "2015-11-03T09:52:59.250Z"),
      (1_446_544_379_007, "2015-11-03T09:52:59.007Z"), (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59Z"),
      (.max, "9223372036854775807 ms since 1970"), (.min, "-9223372036854775808 ms since 1970"),
    ] as [(Int64, String)])
  func `a moment is described in UTC, or by its count`(milliseconds: Int64, text: String) {
    #expect(UnixMilliseconds(milliseconds: milliseconds).description == text)
  }

  @Test func `sums and differences end at what can be counted`() {
    let last = UnixMilliseconds(milliseconds: .max)
    let first = UnixMilliseconds(milliseconds: .min)
    #expect(last.adding(.milliseconds(1)) == last)
    #expect(first.adding(.milliseconds(-1)) == first)
    #expect(last.since(first).count == .max)
    #expect(first.since(last).count == .min)
    #expect(UnixMilliseconds(milliseconds: 5).since(UnixMilliseconds(milliseconds: 7)).count == -2)
  }
}
