import OSSPrimitives
import Testing

@Suite struct `Moments and spans` {
  @Test func `are counted in milliseconds`() throws {
    #expect(TimeSpan.seconds(300).milliseconds == 300_000)
    #expect(TimeSpan.minutes(-15).milliseconds == -900_000)
    #expect(TimeSpan.hours(12) == .seconds(43_200))
    #expect(TimeSpan.days(7) == .seconds(604_800))
    #expect(try Moment(seconds: 1_446_544_379).milliseconds == 1_446_544_379_000)
  }

  @Test(arguments: [(1999, 1), (2000, 2), (0, 0), (-1, -1), (-1000, -1), (-1001, -2)])
  func `are in the second that began last`(milliseconds: Int64, seconds: Int64) {
    #expect(Moment(milliseconds: milliseconds).seconds == seconds)
    #expect(TimeSpan.milliseconds(milliseconds).seconds == seconds)
  }

  @Test(
    arguments: [
      (1_446_544_379_000, "2015-11-03T09:52:59Z"), (1_446_544_379_250, "2015-11-03T09:52:59.250Z"),
      (1_446_544_379_007, "2015-11-03T09:52:59.007Z"), (0, "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59Z"),
      (.max, "9223372036854775807 ms since 1970"), (.min, "-9223372036854775808 ms since 1970"),
    ] as [(Int64, String)])
  func `are described in UTC, or by their count`(milliseconds: Int64, text: String) {
    #expect(Moment(milliseconds: milliseconds).description == text)
  }

  @Test func `end at what can be counted`() {
    let (first, last) = (Moment(milliseconds: .min), Moment(milliseconds: .max))
    #expect(last.adding(.milliseconds(1)) == last)
    #expect(first.adding(.milliseconds(-1)) == first)
    #expect(last.since(first) == .milliseconds(.max))
    #expect(first.since(last) == .milliseconds(.min))
    #expect(Moment(milliseconds: 5).since(Moment(milliseconds: 7)) == .milliseconds(-2))
  }

  @Test func `are written in the years 1 to 9999`() {
    #expect(Moment(milliseconds: .max).iso8601 == "9999-12-31T23:59:59Z")
    #expect(Moment(milliseconds: .min).iso8601 == "0001-01-01T00:00:00Z")
    #expect(throws: TimeError.outOfRange) { try Moment.latest.adding(seconds: 1) }
    #expect(throws: TimeError.outOfRange) { try Moment(milliseconds: .min).adding(seconds: .max) }
  }

  @Test func `count what cannot be counted as the longest span there is`() {
    #expect(TimeSpan.seconds(.max).milliseconds == .max)
    #expect(TimeSpan.days(.min).milliseconds == .min)
  }

  @Test(
    arguments: [(300_000, "300 s"), (0, "0 s"), (-1000, "-1 s"), (1, "1 ms"), (-1500, "-1500 ms")]
      as [(Int64, String)])
  func `say whether they count seconds or milliseconds`(milliseconds: Int64, text: String) {
    #expect(TimeSpan.milliseconds(milliseconds).description == text)
  }
}
