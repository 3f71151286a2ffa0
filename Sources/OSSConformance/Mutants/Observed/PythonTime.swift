internal import OSSCredentials
internal import OSSPrimitives

/// Times as Python's `strptime` reads them by the form `%Y-%m-%dT%H:%M:%SZ`.
enum PythonTime {
  /// The moment; seconds of 60 and 61 run on into the next minute.
  static func read(_ text: String) -> Result<UnixMilliseconds, TimeError> {
    guard let numbers = numbers(in: text) else { return .failure(.outOfRange) }
    let seconds = min(59, numbers[5])
    let date = "\(numbers[0].padded(4))-\(numbers[1].padded(2))-\(numbers[2].padded(2))"
    let clock = "\(numbers[3].padded(2)):\(numbers[4].padded(2)):\(seconds.padded(2))"
    let excess = Milliseconds.seconds(Int64(numbers[5] - seconds))
    return Result { () throws(TimeError) in
      try UnixMilliseconds(rfc3339: "\(date)T\(clock)Z").adding(excess)
    }
  }

  /// The six numbers; nil where the text has another form.
  private static func numbers(in text: String) -> [Int]? {
    var rest = text.unicodeScalars.map(\.latin)[...]
    var numbers: [Int] = []
    for (place, divider) in "--T::Z".unicodeScalars.enumerated() {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard place == 0 ? digits.count == 4 : (1...2).contains(digits.count) else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) })
      rest = rest.dropFirst(digits.count)
      guard rest.first == divider else { return nil }
      rest = rest.dropFirst()
    }
    return rest.isEmpty && numbers[5] <= 61 ? numbers : nil
  }
}

extension Unicode.Scalar {
  /// The scalar as the pattern of `strptime` takes it: digits of any script, letters in any case.
  fileprivate var latin: Unicode.Scalar {
    if properties.generalCategory == .decimalNumber, let value = properties.numericValue {
      return Unicode.Scalar(UInt8(0x30 + Int(value)))
    }
    return switch self {
    case "t": "T"
    case "z": "Z"
    default: self
    }
  }
}

extension Int {
  fileprivate func padded(_ count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
