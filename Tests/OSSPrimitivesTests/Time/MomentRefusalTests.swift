import OSSPrimitives
import Testing

@Suite struct `Time formats refuse` {
  static let rfc1123: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)),
    ("Sat, 16 Dec 2023 16:20:57", .unexpectedEnd(offset: 25)),
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
    ("", .unexpectedEnd(offset: 0)),
    ("2023-12-16", .unexpectedEnd(offset: 10)),
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
    ("0001-01-01T00:00:00+00:01", .outOfRange),
    ("9999-12-31T23:59:59-00:01", .outOfRange),
    ("２０２３-12-16T16:20:57Z", .unexpectedByte(0xef, offset: 0)),
  ]

  static let basic: [(String, TimeError)] = [
    ("", .unexpectedEnd(offset: 0)),
    ("20231216T162057", .unexpectedEnd(offset: 15)),
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

  @Test(arguments: rfc1123)
  func `dates of HTTP that are not exact`(text: String, error: TimeError) {
    #expect(throws: error) { try Moment(rfc1123: text) }
  }

  @Test(arguments: iso8601)
  func `times of the extended format that are not exact`(text: String, error: TimeError) {
    #expect(throws: error) { try Moment(iso8601: text) }
  }

  @Test(arguments: basic)
  func `times of the basic format that are not exact`(text: String, error: TimeError) {
    #expect(throws: error) { try Moment(iso8601Basic: text) }
  }

  @Test(arguments: date)
  func `dates of the basic format that are not exact`(text: String, error: TimeError) {
    #expect(throws: error) { try Moment(iso8601BasicDate: text) }
  }

  @Test func `tables of 21, 27, 9 and 6 texts`() {
    #expect(Self.rfc1123.count == 21)
    #expect(Self.iso8601.count == 27)
    #expect(Self.basic.count == 9)
    #expect(Self.date.count == 6)
  }

  @Test func `every part of a time`() {
    var refused = 0
    for length in 0..<20 {
      if (try? Moment(iso8601: String("2023-12-16T16:20:57Z".prefix(length)))) == nil {
        refused += 1
      }
    }
    for length in 0..<29 {
      if (try? Moment(rfc1123: String("Sat, 16 Dec 2023 16:20:57 GMT".prefix(length)))) == nil {
        refused += 1
      }
    }
    #expect(refused == 49)
  }
}
