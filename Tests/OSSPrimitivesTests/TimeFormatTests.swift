import OSSPrimitives
import Testing

@Suite struct `Time formats` {
  /// Moments as the date library of another language writes them.
  static let rows: [(seconds: Int64, rfc1123: String, iso8601: String)] = [
    (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00Z"),
    (-2_203_891_201, "Wed, 28 Feb 1900 23:59:59 GMT", "1900-02-28T23:59:59Z"),
    (-2_203_891_200, "Thu, 01 Mar 1900 00:00:00 GMT", "1900-03-01T00:00:00Z"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT", "1969-12-31T23:59:59Z"),
    (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT", "2000-02-29T00:00:00Z"),
    (1_702_743_657, "Sat, 16 Dec 2023 16:20:57 GMT", "2023-12-16T16:20:57Z"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59Z"),
  ]

  @Test(arguments: rows)
  func `a moment is written and read in each format`(
    seconds: Int64, rfc1123: String, iso8601: String
  ) throws {
    let basic = iso8601.filter { !"-:".contains($0) }
    let time = try Moment(seconds: seconds)
    #expect(time.rfc1123 == rfc1123)
    #expect(time.iso8601 == iso8601)
    #expect(time.description == iso8601)
    #expect(time.iso8601Basic == basic)
    #expect(time.iso8601BasicDate == String(basic.prefix(8)))
    #expect(try Moment(rfc1123: rfc1123) == time)
    #expect(try Moment(iso8601: iso8601) == time)
    #expect(try Moment(iso8601Basic: basic) == time)
    let midnight = seconds - (seconds % 86_400 + 86_400) % 86_400
    #expect(try Moment(iso8601BasicDate: String(basic.prefix(8))).seconds == midnight)
  }

  /// All years, and each second beside a midnight of 1999 to 2004: SHA-256 of the texts in a row, as
  /// the module datetime of Python writes them.
  @Test(
    arguments: [
      (
        -62_135_596_800, 77_760_013, 4_058,
        "46df3d770b382aae5922b0d6fb8fe9fe8ed46761254f3e8a01c7da39c43aa14a"
      ),
      (
        915_148_799, 86_400, 2_000,
        "aba889a9d158d61fe0acc8ec01ff4c32d8f9fbdfa02e237e86b40c38e6cfd1d1"
      ),
      (
        915_148_800, 86_400, 2_000,
        "9b1b41ae9d2fe2bc89ac6a356ee34f78004c39ffff07df001bd5dc44978981b1"
      ),
    ] as [(Int64, Int64, Int, String)])
  func `moments of all years are written and read`(
    first: Int64, step: Int64, count: Int, digest: String
  ) throws {
    var hash = SHA256()
    for index in 0..<count {
      let time = try Moment(seconds: first + step * Int64(index))
      hash.update(Bytes((time.rfc1123 + time.iso8601).utf8).span)
      #expect(try Moment(rfc1123: time.rfc1123) == time && Moment(iso8601: time.iso8601) == time)
    }
    #expect(hash.finalize().hexadecimal == digest)
  }

  /// Moments as servers send them.
  static let variants: [(String, Int64)] = [
    ("2023-12-16T16:20:57Z", 1_702_743_657), ("2023-12-16T16:20:57.000Z", 1_702_743_657),
    ("2023-12-16T16:20:57.9Z", 1_702_743_657), ("2023-12-16T16:20:57.123456789Z", 1_702_743_657),
    ("2023-12-17T00:20:57+08:00", 1_702_743_657), ("2023-12-17T00:20:57+0800", 1_702_743_657),
    ("2023-12-17T00:20:57.5+08:00", 1_702_743_657), ("2023-12-16T16:20:57+00:00", 1_702_743_657),
    ("2023-12-16T16:20:57-00:00", 1_702_743_657), ("2023-12-16T10:50:57-0530", 1_702_743_657),
    ("2024-01-01T00:00:00+23:59", 1_703_980_860), ("1969-12-31T23:59:59.999Z", -1),
  ]

  @Test(arguments: variants)
  func `ISO 8601 is read with fractions and offsets`(text: String, seconds: Int64) throws {
    #expect(try Moment(iso8601: text).seconds == seconds)
  }

  @Test(
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050, 520), ("1996-12-19T16:39:57-08:00", 851_042_397, 0),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, 870), ("1970-01-01t00:00:00z", 0, 0),
      ("2015-11-03T17:52:59.0009+0800", 1_446_544_379, 0),
      ("2015-11-03T09:52:59+00", 1_446_544_379, 0),
    ] as [(String, Int64, Int64)])
  func `RFC 3339 is read to the millisecond`(text: String, second: Int64, milliseconds: Int64)
    throws
  {
    #expect(try Moment(rfc3339: text).milliseconds == second * 1000 + milliseconds)
  }
}

@Suite struct `Time format errors` {
  static let rfc1123: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)), ("Sat, 16 Dec 2023 16:20:57", .unexpectedEnd(offset: 25)),
    ("Sat, 16 Dec 2023 16:20:57 UTC", .unexpectedByte(0x55, offset: 26)),
    ("Sat, 16 Dec 2023 16:20:57 +0000", .unexpectedByte(0x2b, offset: 26)),
    ("Sat, 16 Dec 2023 16:20:57 GMT ", .unexpectedByte(0x20, offset: 29)),
    (" Sat, 16 Dec 2023 16:20:57 GMT", .unknownName(offset: 0)),
    ("Sun, 16 Dec 2023 16:20:57 GMT", .wrongWeekday(offset: 0)),
    ("sat, 16 Dec 2023 16:20:57 GMT", .unknownName(offset: 0)),
    ("Sat, 16 DEC 2023 16:20:57 GMT", .unknownName(offset: 8)),
    ("Saturday, 16-Dec-23 16:20:57 GMT", .unexpectedByte(0x75, offset: 3)),
    ("Sat Dec 16 16:20:57 2023", .unexpectedByte(0x20, offset: 3)),
    ("Fri, 1 Dec 2023 16:20:57 GMT", .unexpectedByte(0x20, offset: 6)),
    ("Fri,  1 Dec 2023 16:20:57 GMT", .unexpectedByte(0x20, offset: 5)),
    ("Thu, 30 Feb 2023 16:20:57 GMT", .fieldOutOfRange(offset: 5)),
    ("Thu, 00 Feb 2023 16:20:57 GMT", .fieldOutOfRange(offset: 5)),
    ("Sat, 16 Dec 0000 16:20:57 GMT", .fieldOutOfRange(offset: 12)),
    ("Sat, 16 Dec 2023 24:00:00 GMT", .fieldOutOfRange(offset: 17)),
    ("Sat, 16 Dec 2023 16:60:57 GMT", .fieldOutOfRange(offset: 20)),
    ("Sat, 31 Dec 2016 23:59:60 GMT", .fieldOutOfRange(offset: 23)),
    ("Sat, 16 Dec 2023 6:20:57 GMT", .unexpectedByte(0x3a, offset: 18)),
    ("Sat, 16 Dec 2023 16:20:57 gmt", .unexpectedByte(0x67, offset: 26)),
  ]

  static let iso8601: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)), ("2023-12-16", .unexpectedEnd(offset: 10)),
    ("2023-12-16T16:20:57", .unexpectedEnd(offset: 19)),
    ("2023-12-16T16:20Z", .unexpectedByte(0x5a, offset: 16)),
    ("2023-12-16 16:20:57Z", .unexpectedByte(0x20, offset: 10)),
    ("2023-12-16t16:20:57Z", .unexpectedByte(0x74, offset: 10)),
    ("2023-12-16T16:20:57z", .unexpectedByte(0x7a, offset: 19)),
    ("2023-12-16T16:20:57.Z", .unexpectedByte(0x5a, offset: 20)),
    ("2023-12-16T16:20:57,5Z", .unexpectedByte(0x2c, offset: 19)),
    ("2023-12-16T16:20:57Z ", .unexpectedByte(0x20, offset: 20)),
    ("2023-12-16T16:20:57+08", .unexpectedEnd(offset: 22)),
    ("2023-12-16T16:20:57+8:00", .unexpectedByte(0x3a, offset: 21)),
    ("2023-12-16T16:20:57+24:00", .fieldOutOfRange(offset: 20)),
    ("2023-12-16T16:20:57+08:60", .fieldOutOfRange(offset: 23)),
    ("2023-02-29T00:00:00Z", .fieldOutOfRange(offset: 8)),
    ("1900-02-29T00:00:00Z", .fieldOutOfRange(offset: 8)),
    ("2024-02-30T00:00:00Z", .fieldOutOfRange(offset: 8)),
    ("2023-04-31T00:00:00Z", .fieldOutOfRange(offset: 8)),
    ("2023-13-01T00:00:00Z", .fieldOutOfRange(offset: 5)),
    ("2023-00-01T00:00:00Z", .fieldOutOfRange(offset: 5)),
    ("0000-01-01T00:00:00Z", .fieldOutOfRange(offset: 0)),
    ("23-12-16T16:20:57Z", .unexpectedByte(0x2d, offset: 2)),
    ("+2023-12-16T16:20:57Z", .unexpectedByte(0x2b, offset: 0)),
    ("20231216T162057Z", .unexpectedByte(0x31, offset: 4)),
    ("0001-01-01T00:00:00+00:01", .outOfRange), ("9999-12-31T23:59:59-00:01", .outOfRange),
    ("２０２３-12-16T16:20:57Z", .unexpectedByte(0xef, offset: 0)),
  ]

  static let basic: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)), ("20231216T162057", .unexpectedEnd(offset: 15)),
    ("20231216T1620Z", .unexpectedByte(0x5a, offset: 13)),
    ("20231216T162057.0Z", .unexpectedByte(0x2e, offset: 15)),
    ("20231216T162057+0800", .unexpectedByte(0x2b, offset: 15)),
    ("20231216T162057ZZ", .unexpectedByte(0x5a, offset: 16)),
    ("2023-12-16T16:20:57Z", .unexpectedByte(0x2d, offset: 4)),
    ("20230229T000000Z", .fieldOutOfRange(offset: 6)),
    ("20231216T240000Z", .fieldOutOfRange(offset: 9)),
  ]

  static let date: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)), ("2023121", .unexpectedEnd(offset: 7)),
    ("202312160", .unexpectedByte(0x30, offset: 8)), ("20231316", .fieldOutOfRange(offset: 4)),
    ("2023-12-16", .unexpectedByte(0x2d, offset: 4)), ("20230229", .fieldOutOfRange(offset: 6)),
  ]

  static let rfc3339: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)), ("2015-11-03", .unexpectedEnd(offset: 10)),
    ("2015-11-03 09:52:59Z", .unexpectedByte(0x20, offset: 10)),
    ("2015-11-03T09:52:59", .unexpectedEnd(offset: 19)),
    ("2015-11-03T09:52:59.Z", .unexpectedByte(0x5A, offset: 20)),
    ("2015-11-03T09:52:60Z", .fieldOutOfRange(offset: 17)),
    ("2015-11-31T09:52:59Z", .fieldOutOfRange(offset: 8)),
    ("2015-11-03T09:52:59+8", .unexpectedEnd(offset: 21)),
    ("2015-11-03T09:52:59+08:", .unexpectedEnd(offset: 23)),
    ("2015-11-03T09:52:59+24", .fieldOutOfRange(offset: 20)),
    ("2015-11-03T09:52:59+08:60", .fieldOutOfRange(offset: 23)),
    ("2015-11-03T09:52:59ZZ", .unexpectedByte(0x5A, offset: 20)),
    ("0001-01-01T00:00:00+00:01", .outOfRange),
  ]

  /// A format: what reads it, and the texts that it refuses.
  struct Format: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let read: @Sendable (String) throws(TimeError) -> Moment
    let refused: [(text: String, error: TimeError)]
    let valid: String
  }

  static let formats = [
    Format(
      testDescription: "RFC 1123", read: { text throws(TimeError) in try Moment(rfc1123: text) },
      refused: rfc1123, valid: "Sat, 16 Dec 2023 16:20:57 GMT"),
    Format(
      testDescription: "ISO 8601", read: { text throws(TimeError) in try Moment(iso8601: text) },
      refused: iso8601, valid: "2023-12-16T16:20:57Z"),
    Format(
      testDescription: "basic ISO 8601",
      read: { text throws(TimeError) in try Moment(iso8601Basic: text) },
      refused: basic, valid: "20231216T162057Z"),
    Format(
      testDescription: "basic date of ISO 8601",
      read: { text throws(TimeError) in try Moment(iso8601BasicDate: text) },
      refused: date, valid: "20231216"),
    Format(
      testDescription: "RFC 3339", read: { text throws(TimeError) in try Moment(rfc3339: text) },
      refused: rfc3339, valid: "2023-12-16T16:20:57Z"),
  ]

  @Test(arguments: formats)
  func `a time in another form is refused, and the error says where`(format: Format) throws {
    for (text, error) in format.refused {
      #expect(throws: error, "\(text)") { try format.read(text) }
    }
    _ = try format.read(format.valid)
  }

  @Test(arguments: formats)
  func `a time that is cut anywhere is refused`(format: Format) {
    for length in 0..<format.valid.count {
      let text = String(format.valid.prefix(length))
      #expect(throws: TimeError.unexpectedEnd(offset: length)) { try format.read(text) }
    }
  }
}

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
