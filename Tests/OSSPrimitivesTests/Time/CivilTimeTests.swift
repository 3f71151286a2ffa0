import OSSPrimitives
import Testing

@Suite struct `Civil time` {
  @Test func `every 17th day of the years 1 to 9999 has its date and weekday`() throws {
    var hash = SHA256()
    var days = 0
    var line = Bytes()
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map { Bytes($0.utf8) }
    for seconds in stride(
      from: Moment.earliest.seconds, to: Moment.latest.seconds, by: 17 * 86_400)
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

  @Test func `the fields of a moment`() throws {
    let civil = CivilTime(try Moment(seconds: 1_702_743_657))
    #expect([civil.year, civil.month, civil.day] == [2023, 12, 16])
    #expect([civil.hour, civil.minute, civil.second, civil.weekday] == [16, 20, 57, 6])
  }

  @Test func `the ends of the range`() throws {
    #expect(Moment.earliest.iso8601 == "0001-01-01T00:00:00Z")
    #expect(Moment.latest.iso8601 == "9999-12-31T23:59:59Z")
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
