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
  func `a moment is written in each format`(seconds: Int64, rfc1123: String, iso8601: String) throws
  {
    let basic = iso8601.filter { !"-:".contains($0) }
    let time = try Moment(seconds: seconds)
    #expect(time.rfc1123 == rfc1123)
    #expect(time.iso8601 == iso8601)
    #expect(time.description == iso8601)
    #expect(time.iso8601Basic == basic)
    #expect(time.iso8601BasicDate == String(basic.prefix(8)))
  }

  @Test(arguments: rows)
  func `a moment is read in each format`(seconds: Int64, rfc1123: String, iso8601: String) throws {
    let basic = iso8601.filter { !"-:".contains($0) }
    #expect(try Moment(rfc1123: rfc1123).seconds == seconds)
    #expect(try Moment(iso8601: iso8601).seconds == seconds)
    #expect(try Moment(iso8601Basic: basic).seconds == seconds)
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
