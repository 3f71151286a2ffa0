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
  func `milliseconds belong to the second that began last`(milliseconds: Int64, seconds: Int64) {
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
  func `a moment is described in UTC, or by its count`(milliseconds: Int64, text: String) {
    #expect(Moment(milliseconds: milliseconds).description == text)
  }

  @Test func `saturate`() {
    let (first, last) = (Moment(milliseconds: .min), Moment(milliseconds: .max))
    #expect(last.adding(.milliseconds(1)) == last)
    #expect(first.adding(.milliseconds(-1)) == first)
    #expect(last.since(first) == .milliseconds(.max))
    #expect(first.since(last) == .milliseconds(.min))
    #expect(TimeSpan.seconds(.max).milliseconds == .max)
    #expect(TimeSpan.days(.min).milliseconds == .min)
    #expect(Moment(milliseconds: 5).since(Moment(milliseconds: 7)) == .milliseconds(-2))
  }

  @Test(
    arguments: [(300_000, "300 s"), (0, "0 s"), (-1000, "-1 s"), (1, "1 ms"), (-1500, "-1500 ms")]
      as [(Int64, String)])
  func `a span is described in seconds or milliseconds`(milliseconds: Int64, text: String) {
    #expect(TimeSpan.milliseconds(milliseconds).description == text)
  }

  @Test func `the range of moments is the years 1 to 9999`() throws {
    #expect(Moment.earliest.iso8601 == "0001-01-01T00:00:00Z")
    #expect(Moment.latest.iso8601 == "9999-12-31T23:59:59Z")
    #expect(Moment(milliseconds: .max).iso8601 == Moment.latest.iso8601)
    #expect(Moment(milliseconds: .min).iso8601 == Moment.earliest.iso8601)
    #expect(throws: TimeError.outOfRange) { try Moment(milliseconds: .min).adding(seconds: .max) }
    #expect(Moment.epoch.iso8601 == "1970-01-01T00:00:00Z")
    #expect(throws: TimeError.outOfRange) { try Moment(seconds: -62_135_596_801) }
    #expect(throws: TimeError.outOfRange) { try Moment(seconds: 253_402_300_800) }
    #expect(throws: TimeError.outOfRange) { try Moment(seconds: .min) }
    #expect(throws: TimeError.outOfRange) { try Moment(seconds: .max) }
  }

  @Test func `moments are ordered and can be moved`() throws {
    let later = try Moment.epoch.adding(seconds: 60)
    #expect(Moment.epoch < later)
    #expect(later.seconds == 60)
    #expect(try later.adding(seconds: -60) == .epoch)
    #expect(throws: TimeError.outOfRange) { try Moment.latest.adding(seconds: 1) }
    #expect(throws: TimeError.outOfRange) { try Moment.latest.adding(seconds: .max) }
    #expect(throws: TimeError.outOfRange) { try Moment.earliest.adding(seconds: .min) }
  }
}

@Suite struct `Civil time` {
  @Test func `every 17th day of the years 1 to 9999 has its date and weekday`() throws {
    var hash = SHA256()
    var days = 0
    var line = Bytes()
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map { Bytes($0.utf8) }
    for seconds in stride(from: Moment.earliest.seconds, to: Moment.latest.seconds, by: 17 * 86_400)
    {
      let time = try Moment(seconds: seconds)
      time.append(iso8601BasicDateTo: &line)
      line.append(contentsOf: names[CivilTime(time).weekday])
      days += 1
      if days & 1023 == 0 {
        hash.update(line.span)
        line.removeAll(keepingCapacity: true)
      }
    }
    hash.update(line.span)
    #expect(days == 214_827)
    // The digest of 00010101Mon00010118Thu… as another language's date library writes it.
    #expect(
      hash.finalize().hexadecimal
        == "549bd10ed86d6c9a6058d55f89521f8845c99176f93cc903edd616b0af8c52d2")
  }

  @Test func `a moment has a date, a time of day and a weekday`() throws {
    let civil = CivilTime(try Moment(seconds: 1_702_743_657))
    #expect([civil.year, civil.month, civil.day] == [2023, 12, 16])
    #expect([civil.hour, civil.minute, civil.second, civil.weekday] == [16, 20, 57, 6])
  }
}
