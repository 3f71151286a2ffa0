internal import OSSPrimitives

// What the changes of a text do. None looks at more than the text, and none refuses one.
extension ContiguousArray<UInt8> {
  func withCapitals(_ isPlace: (Int) -> Bool) -> Bytes {
    var bytes = self
    for index in indices where 0x61...0x7A ~= self[index] && isPlace(index) {
      bytes[index] &= 0xDF
    }
    return bytes
  }

  var hexadecimal: Bytes {
    var text = Bytes()
    Hexadecimal.append(span, to: &text)
    return text
  }

  func percentEncoded(keeping kept: Bytes) -> Bytes {
    let text = percentEncoded(keepingSlash: false)
    return kept.isEmpty ? text : text.mappingEscapes { kept.contains($0) ? [$0] : $0.escape }
  }

  func escaping(_ bytes: Bytes) -> Bytes {
    var text = Bytes()
    for byte in self {
      if bytes.contains(byte) { text += byte.escape } else { text.append(byte) }
    }
    return text
  }

  /// The text with what takes the place of each percent triplet.
  func mappingEscapes(_ changed: (UInt8) -> Bytes) -> Bytes {
    let pieces = parts(at: "%")
    var text = pieces[0]
    for piece in pieces.dropFirst() {
      if piece.count > 1, let high = Hexadecimal.value(of: piece[0]),
        let low = Hexadecimal.value(of: piece[1])
      {
        text += changed(high << 4 | low) + piece.dropFirst(2)
      } else {
        text += "%".bytes + piece
      }
    }
    return text
  }

  /// Where a piece begins, each place behind the one before; none for an empty piece.
  func places(of piece: Bytes) -> [Int] {
    var places: [Int] = []
    while let place = index(of: piece, from: places.last.map { $0 + piece.count } ?? 0) {
      places.append(place)
    }
    return places
  }

  /// With another piece in each place of one, but for as many at the start.
  func replacing(_ piece: Bytes, by other: Bytes, from number: Int = 0) -> Bytes {
    var (text, start) = (Bytes(), 0)
    for place in places(of: piece).dropFirst(number) {
      text += self[start..<place] + other
      start = place + piece.count
    }
    return text + self[start...]
  }

  func replacingRuns(of bytes: Bytes, by other: Bytes) -> Bytes {
    var text = Bytes()
    var isInside = false
    for byte in self {
      let isOne = bytes.contains(byte)
      if !isOne { text.append(byte) } else if !isInside { text += other }
      isInside = isOne
    }
    return text
  }

  /// The bytes of each character of the text.
  private var characters: [Bytes] { text.unicodeScalars.map { String($0).bytes } }

  func trimmingStart(_ outer: Bytes) -> Bytes {
    let outer = outer.characters
    var rest = self[...]
    while let one = outer.first(where: { rest.starts(with: $0) }) {
      rest = rest.dropFirst(one.count)
    }
    return Bytes(rest)
  }

  func trimmingEnd(_ outer: Bytes) -> Bytes {
    let outer = outer.characters
    var rest = self[...]
    while let one = outer.first(where: { rest.suffix($0.count) == $0[...] }) {
      rest = rest.dropLast(one.count)
    }
    return Bytes(rest)
  }

  /// A path without `.` and `..` and what they take back.
  var withoutDotSegments: Bytes {
    var kept: [Bytes] = []
    for segment in parts(at: "/") where !segment.isText(".") {
      if segment.isText("..") { _ = kept.popLast() } else { kept.append(segment) }
    }
    return kept.joined(by: "/")
  }

  /// A day such as 20231216 so many days later; none for another text.
  func day(later days: Int) -> [Bytes] {
    let day = try? Moment(iso8601BasicDate: text).adding(seconds: Int64(days) * 86_400)
    return day.map { [$0.iso8601BasicDate.bytes] } ?? []
  }

  /// A time such as 20231216T162057Z as HTTP writes it; none for another text.
  var httpDate: [Bytes] {
    (try? Moment(iso8601Basic: text)).map { [$0.rfc1123.bytes] } ?? []
  }

  var withPaddedNumbers: Bytes {
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    var text = Bytes()
    for index in indices {
      if isDigit(self[index]), index == 0 || !isDigit(self[index - 1]) {
        // A number is before all that is no number.
        let count = self[index...].prefix(while: isDigit).count
        text += [0] + Bytes(repeating: 0x30, count: Swift.max(20 - count, 0))
      }
      text.append(self[index])
    }
    return text
  }

  /// What sorts as a locale does: marks, digits, letters, and small letters before capitals.
  var localeKey: Bytes {
    var key = Bytes()
    for byte in lowercased {
      let isLetter = byte >= 0x80 || 0x61...0x7A ~= byte
      key += [isLetter ? 3 : 0x30...0x39 ~= byte ? 2 : 1, byte]
    }
    return key + [0] + map { ~$0 }
  }
}

// What other encodings make of UTF-8; a byte that is none of it is U+FFFD, as in most decoders.
extension ContiguousArray<UInt8> {
  /// In an encoding of one byte a character, which has a question mark for others.
  func narrowed(below limit: UInt32) -> Bytes {
    Bytes(text.unicodeScalars.map { $0.value < limit ? UInt8($0.value) : 0x3F })
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
    var rest = self[...]
    while let byte = rest.first {
      let isLong = 0xF0...0xF4 ~= byte && rest.count > 3
      if isLong { text += other } else { text.append(byte) }
      rest = rest.dropFirst(isLong ? 4 : 1)
    }
    return text
  }
}

extension UInt8 {
  /// The byte as a percent triplet.
  var escape: Bytes { "%".bytes + Hexadecimal.encode(self).bytes.withCapitals { _ in true } }
}
