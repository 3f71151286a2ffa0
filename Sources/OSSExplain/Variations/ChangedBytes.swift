internal import OSSPrimitives

// What the changes of a text do. None looks at more than the text, and none refuses one.
extension ContiguousArray<UInt8> {
  var uppercased: Bytes {
    var bytes = self
    for index in indices where 0x61...0x7A ~= self[index] { bytes[index] &= 0xDF }
    return bytes
  }

  /// With capitals at the start and behind each hyphen.
  var capitalized: Bytes {
    var bytes = self
    for index in indices where 0x61...0x7A ~= self[index] {
      if index == 0 || self[index - 1] == UInt8(ascii: "-") { bytes[index] &= 0xDF }
    }
    return bytes
  }

  var hexadecimal: Bytes {
    var text = Bytes()
    Hexadecimal.append(span, to: &text)
    return text
  }

  func percentEncoded(keeping kept: Bytes) -> Bytes {
    var text = self
    PercentEncoding.encode(from: 0, keepingSlash: false, in: &text)
    return kept.isEmpty ? text : text.unescaping(kept)
  }

  func escaping(_ bytes: Bytes) -> Bytes {
    var text = Bytes()
    for byte in self {
      if bytes.contains(byte) { text.append(triplet: byte) } else { text.append(byte) }
    }
    return text
  }

  private mutating func append(triplet byte: UInt8) {
    append(ascii: "%")
    append(contentsOf: Hexadecimal.encode(byte).bytes.uppercased)
  }

  func unescaping(_ bytes: Bytes) -> Bytes {
    mappingEscapes { text, byte in
      if bytes.contains(byte) { text.append(byte) } else { text.append(triplet: byte) }
    }
  }

  var withEscapesInLowerCase: Bytes {
    mappingEscapes { text, byte in
      text.append(ascii: "%")
      text.append(contentsOf: Hexadecimal.encode(byte).bytes)
    }
  }

  /// The text with what takes the place of each percent triplet.
  private func mappingEscapes(_ append: (inout Bytes, UInt8) -> Void) -> Bytes {
    var text = Bytes()
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count,
        let high = Hexadecimal.value(of: self[index + 1]),
        let low = Hexadecimal.value(of: self[index + 2])
      {
        append(&text, high << 4 | low)
        index += 3
      } else {
        text.append(self[index])
        index += 1
      }
    }
    return text
  }

  /// Where a piece begins, each place behind the one before; none for an empty piece.
  func places(of piece: Bytes) -> [Int] {
    guard let first = piece.first else { return [] }
    var places: [Int] = []
    var index = 0
    while index + piece.count <= count {
      if self[index] == first, self[index..<(index + piece.count)] == piece[...] {
        places.append(index)
        index += piece.count
      } else {
        index += 1
      }
    }
    return places
  }

  func firstPlace(of piece: Bytes) -> Int? { places(of: piece).first }

  /// With another piece in each place of one, but for as many at the start.
  func replacing(_ piece: Bytes, by other: Bytes, from number: Int = 0) -> Bytes {
    var text = Bytes()
    var start = 0
    for place in places(of: piece).dropFirst(number) {
      text.append(contentsOf: self[start..<place])
      text.append(contentsOf: other)
      start = place + piece.count
    }
    text.append(contentsOf: self[start...])
    return text
  }

  func doubling(_ piece: Bytes) -> [Bytes] {
    places(of: piece).prefix(Composition.turns).map { place in
      Bytes(self[..<place]) + piece + Bytes(self[place...])
    }
  }

  func replacingRuns(of bytes: Bytes, by other: Bytes) -> Bytes {
    var text = Bytes()
    var isInside = false
    for byte in self {
      let isOne = bytes.contains(byte)
      if !isOne { text.append(byte) } else if !isInside { text.append(contentsOf: other) }
      isInside = isOne
    }
    return text
  }

  func dropping(suffix: Bytes, isOnce: Bool = true) -> Bytes {
    var rest = self[...]
    while !suffix.isEmpty, rest.count >= suffix.count, rest.suffix(suffix.count) == suffix[...] {
      rest = rest.dropLast(suffix.count)
      if isOnce { break }
    }
    return Bytes(rest)
  }

  func dropping(prefixes prefix: Bytes) -> Bytes {
    var rest = self[...]
    while !prefix.isEmpty, rest.count >= prefix.count, rest.prefix(prefix.count) == prefix[...] {
      rest = rest.dropFirst(prefix.count)
    }
    return Bytes(rest)
  }

  var trimmedOfWhiteSpace: Bytes {
    var rest = self[...]
    while let length = (1...3).first(where: { rest.prefix($0).isWhiteSpace($0) }) {
      rest = rest.dropFirst(length)
    }
    while let length = (1...3).first(where: { rest.suffix($0).isWhiteSpace($0) }) {
      rest = rest.dropLast(length)
    }
    return Bytes(rest)
  }

  /// A path without `.` and `..` and what they take back, without empty segments, or both.
  func droppingSegments(dots: Bool, empty: Bool) -> Bytes {
    var kept: [Bytes] = []
    for segment in self[...].pieces(at: "/") {
      if dots, segment.isText(".") || empty && segment.isEmpty { continue }
      if dots, segment.isText("..") {
        _ = kept.popLast()
      } else if !(empty && segment.isEmpty) {
        kept.append(Bytes(segment))
      }
    }
    return kept.joined(by: "/")
  }

  var droppingEmptyLines: Bytes {
    var text = Bytes()
    var isStart = true
    for byte in self {
      if byte != 0x0A || !isStart { text.append(byte) }
      isStart = byte == 0x0A
    }
    return text
  }

  /// A day such as 20231216 so many days later; none for another text.
  func day(later days: Int) -> [Bytes] {
    do throws(TimeError) {
      let text = String(decoding: self, as: UTF8.self)
      return [
        try Moment(iso8601BasicDate: text).adding(seconds: Int64(days) * 86_400).iso8601BasicDate
          .bytes
      ]
    } catch { return [] }
  }

  /// A time such as 20231216T162057Z as HTTP writes it; none for another text.
  var httpDate: [Bytes] {
    do throws(TimeError) {
      return [try Moment(iso8601Basic: String(decoding: self, as: UTF8.self)).rfc1123.bytes]
    } catch { return [] }
  }

  var withPaddedNumbers: Bytes {
    var text = Bytes()
    var digits = Bytes()
    for byte in self + [0] {
      if 0x30...0x39 ~= byte {
        digits.append(byte)
      } else {
        // A number is before all that is no number.
        if !digits.isEmpty {
          text += [0] + Bytes(repeating: 0x30, count: Swift.max(20 - digits.count, 0))
        }
        text += digits
        digits = []
        text.append(byte)
      }
    }
    return text
  }

  /// What sorts as a locale does: marks, digits, letters, and small letters before capitals.
  var localeKey: Bytes {
    var key = Bytes()
    for byte in self[...].lowercased {
      let isLetter = byte >= 0x80 || 0x61...0x7A ~= byte
      key.append(isLetter ? 3 : 0x30...0x39 ~= byte ? 2 : 1)
      key.append(byte)
    }
    key.append(0)
    for byte in self { key.append(~byte) }
    return key
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is one character of white space with so many bytes.
  fileprivate func isWhiteSpace(_ length: Int) -> Bool {
    guard count == length, let first else { return false }
    let second = length > 1 ? self[startIndex + 1] : 0
    let third = length > 2 ? self[startIndex + 2] : 0
    return switch (first, second, third) {
    case (0x09...0x0D, 0, 0), (0x1C...0x20, 0, 0), (0xC2, 0x85, 0), (0xC2, 0xA0, 0): true
    case (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xE2, 0x81, 0x9F): true
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF):
      true
    case _: false
    }
  }
}

// What other encodings make of UTF-8; a byte that is none of it is U+FFFD, as in most decoders.
extension ContiguousArray<UInt8> {
  var utf16Count: Int { String(decoding: self, as: UTF8.self).utf16.count }

  func mappingCharacters(_ bytes: (UInt32) -> Bytes) -> Bytes {
    if allSatisfy({ $0 < 0x80 }) { return self }
    var text = Bytes()
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      text.append(contentsOf: bytes(scalar.value))
    }
    return text
  }

  /// UTF-8 whose bytes were taken for Latin-1 and encoded again.
  var encodedTwice: Bytes {
    var text = Bytes()
    for byte in self {
      if byte < 0x80 { text.append(byte) } else { text += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    return text
  }

  func replacingLongCharacters(by other: Bytes) -> Bytes {
    var text = Bytes()
    var index = 0
    while index < count {
      if 0xF0...0xF4 ~= self[index], index + 3 < count {
        text.append(contentsOf: other)
        index += 4
      } else {
        text.append(self[index])
        index += 1
      }
    }
    return text
  }
}

extension UInt32 {
  /// The low byte of each UTF-16 unit of a character.
  var lowBytesOfUTF16: Bytes {
    if self < 0x10000 { return [UInt8(truncatingIfNeeded: self)] }
    let rest = self - 0x10000
    return [UInt8(truncatingIfNeeded: rest >> 10), UInt8(truncatingIfNeeded: rest)]
  }
}
