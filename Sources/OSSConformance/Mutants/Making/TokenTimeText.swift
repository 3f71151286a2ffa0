internal import OSSCredentials

/// The text of a time, as readers with a mistake take it apart.
enum TokenTimeText {
  /// The text with something else in place of its distance from UTC; the text itself where it has
  /// none.
  static func withoutDistance(_ text: String, putting zone: String) -> String {
    let clock = Array(text.utf8).dropFirst(19)
    guard text.utf8.count > 19, let sign = clock.firstIndex(where: { $0 == 0x2B || $0 == 0x2D })
    else { return text }
    return String(decoding: Array(text.utf8)[..<sign], as: UTF8.self) + zone
  }

  /// The digits of the fraction.
  static func fraction(_ text: String) -> [Int] {
    guard let point = text.utf8.firstIndex(of: 0x2E) else { return [] }
    return text.utf8[point...].dropFirst().prefix { 0x30...0x39 ~= $0 }.map { Int($0) - 0x30 }
  }

  /// The moment that follows when each number counts, however great it is; nil for another form.
  static func lenient(_ text: String) -> UnixMilliseconds? {
    let numbers = text.utf8.split { !(0x30...0x39 ~= $0) }.compactMap {
      Int64(String(decoding: Array($0), as: UTF8.self))
    }
    guard text.utf8.count >= 20, text.utf8.dropFirst(10).first == 0x54, numbers.count >= 6 else {
      return nil
    }
    var days = (numbers[0] - 1970) * 365 + (numbers[0] - 1969) / 4
    days += (numbers[1] - 1) * 30 + numbers[2] - 1
    let seconds = days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return UnixMilliseconds(milliseconds: seconds * 1000)
  }
}
