package import OSSPrimitives

extension String {
  /// Whether the bytes of another text stand in this one.
  package func contains(_ text: String) -> Bool { Bytes(self).contains(text) }
}

/// What the judge and the reports do with the bytes of a text, byte by byte.
extension Bytes {
  /// The bytes of a text.
  package init(_ text: String) { self = Bytes(text.utf8) }

  /// The bytes as text, damaged ones replaced.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// The parts between separators, empty ones among them.
  package func parts(at separator: UInt8) -> [Bytes] {
    split(separator: separator, omittingEmptySubsequences: false).map { Bytes($0) }
  }

  /// What is before the first separator, and what after it if it is there.
  package func halves(at separator: UInt8) -> (before: Bytes, after: Bytes?) {
    guard let index = firstIndex(of: separator) else { return (self, nil) }
    return (Bytes(self[..<index]), Bytes(self[(index + 1)...]))
  }

  package func hasPrefix(_ text: String) -> Bool { starts(with: text.utf8) }

  package func hasSuffix(_ text: String) -> Bool {
    count >= text.utf8.count && suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// Where a text is first.
  package func index(of text: String, from start: Int = 0) -> Int? {
    let wanted = Bytes(text)
    guard let first = wanted.first, start <= count else { return nil }
    var index = start
    while index + wanted.count <= count, let next = self[index...].firstIndex(of: first) {
      if self[next...].starts(with: wanted) { return next }
      index = next + 1
    }
    return nil
  }

  package func contains(_ text: String) -> Bool { index(of: text) != nil }

  /// The bytes without blanks and line ends at both ends.
  package var stripped: Bytes {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Bytes(self[first...last])
  }

  /// The bytes with ASCII capitals made small.
  package var lowercased: Bytes { Bytes(map(\.lowercased)) }

  /// The bytes with every occurrence of a text replaced by another.
  package func replacing(_ text: String, with other: String) -> Bytes {
    var result = Bytes()
    var start = 0
    while let index = index(of: text, from: start) {
      result += self[start..<index]
      result += Bytes(other)
      start = index + text.utf8.count
    }
    return result + self[start...]
  }

  /// The bytes with each `%XX` decoded; what is no escape stays.
  package var percentDecoded: Bytes {
    var result = Bytes()
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count,
        let high = self[index + 1].hexadecimalDigit, let low = self[index + 2].hexadecimalDigit
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }

  /// The number that decimal digits write; nil for another text.
  package var decimal: Int64? {
    guard 1...18 ~= count, allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }
}
