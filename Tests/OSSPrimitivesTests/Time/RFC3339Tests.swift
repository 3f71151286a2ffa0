import OSSPrimitives
import Testing

@Suite struct `Times of RFC 3339` {
  @Test(
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050, 520), ("1996-12-19T16:39:57-08:00", 851_042_397, 0),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, 870), ("1970-01-01t00:00:00z", 0, 0),
      ("2015-11-03T17:52:59.0009+0800", 1_446_544_379, 0),
      ("2015-11-03T09:52:59+00", 1_446_544_379, 0),
    ] as [(String, Int64, Int64)])
  func `are read to the millisecond`(text: String, second: Int64, milliseconds: Int64) throws {
    #expect(try Moment(rfc3339: text).milliseconds == second * 1000 + milliseconds)
  }

  @Test(arguments: [
    ("", TimeError.unexpectedEnd(offset: 0)), ("2015-11-03", .unexpectedEnd(offset: 10)),
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
  ])
  func `are refused at the place of the fault`(text: String, fault: TimeError) {
    #expect(throws: fault) { try Moment(rfc3339: text) }
  }
}
