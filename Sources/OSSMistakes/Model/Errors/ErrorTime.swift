internal import OSSPrimitives

/// The times of an error body (ERR-TIME-1, ERR-TIME-2).
enum ErrorTime {
  /// The Unix seconds of a time in the extended or basic format of ISO 8601 or of RFC 1123.
  static func seconds(of text: String) -> Int64? {
    let bytes = Bytes(text.utf8)
    if bytes.count > 3, bytes[3] == UInt8(ascii: ",") { return rfc1123(bytes) }
    if let fields = numbers(bytes, "00001122T334455Z") { return seconds(fields) }
    guard let fields = numbers(Bytes(bytes.prefix(19)), "0000-11-22T33:44:55"),
      let offset = offset(Bytes(bytes.dropFirst(19))), let time = seconds(fields)
    else { return nil }
    let result = time - offset
    return -62_135_596_800...253_402_300_799 ~= result ? result : nil
  }

  /// The seconds ahead of UTC that `Z` or a distance says, after a fraction that is dropped.
  private static func offset(_ given: Bytes) -> Int64? {
    var rest = given[...]
    if rest.first == UInt8(ascii: ".") {
      let end = rest.dropFirst().firstIndex { !(0x30...0x39 ~= $0) } ?? rest.endIndex
      guard end > 1 else { return nil }
      rest = rest[end...]
    }
    if rest.elementsEqual("Z".utf8) { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard isBehind || rest.first == UInt8(ascii: "+"),
      let fields = numbers(Bytes(rest.dropFirst()), "33:44")
        ?? numbers(Bytes(rest.dropFirst()), "3344"),
      fields[3] < 24, fields[4] < 60
    else { return nil }
    return (isBehind ? -60 : 60) * (fields[3] * 60 + fields[4])
  }

  private static func rfc1123(_ bytes: Bytes) -> Int64? {
    let (weekdays, months) = ("SunMonTueWedThuFriSat", "JanFebMarAprMayJunJulAugSepOctNovDec")
    guard bytes.count == 29, let weekday = index(of: Bytes(bytes[..<3]), in: weekdays),
      let month = index(of: Bytes(bytes[8..<11]), in: months),
      var fields = numbers(Bytes(bytes[3..<8] + bytes[11...]), ", 22  0000 33:44:55 GMT")
    else { return nil }
    fields[1] = month + 1
    guard let time = seconds(fields) else { return nil }
    // The first of January 1970 was a Thursday; the year 1 is 719,162 days earlier.
    return (time + 719_162 * 86_400) / 86_400 % 7 == (weekday + 6) % 7 ? time : nil
  }

  private static func index(of name: Bytes, in names: String) -> Int64? {
    let all = Bytes(names.utf8)
    let starts = stride(from: 0, to: all.count, by: 3)
    return starts.first { all[$0..<($0 + 3)].elementsEqual(name) }.map { Int64($0 / 3) }
  }

  /// Year, month, day, hour, minute and second; in the pattern `0` is a digit of the first, `5` of the last.
  private static func numbers(_ text: Bytes, _ pattern: String) -> [Int64]? {
    guard text.count == pattern.utf8.count else { return nil }
    var fields = [Int64](repeating: 0, count: 6)
    for (byte, place) in zip(text, pattern.utf8) {
      if 0x30...0x35 ~= place, 0x30...0x39 ~= byte {
        fields[Int(place - 0x30)] = fields[Int(place - 0x30)] * 10 + Int64(byte - 0x30)
      } else if byte != place || 0x30...0x35 ~= place {
        return nil
      }
    }
    return fields
  }

  private static func seconds(_ fields: [Int64]) -> Int64? {
    let (year, month, day) = (fields[0], fields[1], fields[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year > 0, 1...12 ~= month, 1...lengths[Int(month - 1)] ~= day, fields[3] < 24,
      fields[4] < 60, fields[5] < 60
    else { return nil }
    let before = year - 1
    let days =
      before * 365 + before / 4 - before / 100 + before / 400
      + lengths.prefix(Int(month - 1)).reduce(0, +) + day - 1 - 719_162
    return days * 86_400 + fields[3] * 3600 + fields[4] * 60 + fields[5]
  }
}
