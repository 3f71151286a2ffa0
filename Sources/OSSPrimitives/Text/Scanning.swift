// What readers and judges do with the bytes of a text, byte by byte.

extension Bytes {
  /// The bytes as text, damaged ones replaced.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// The parts between separators, the empty ones too.
  package func parts(at separator: Unicode.Scalar) -> [Bytes] {
    self[...].pieces(at: separator).map { Bytes($0) }
  }

  /// What is before the first separator, and what after it where there is one.
  package func halves(at separator: Unicode.Scalar) -> (before: Bytes, after: Bytes?) {
    let halves = self[...].halves(at: separator)
    return (Bytes(halves.before), halves.after.map { Bytes($0) })
  }

  /// Whether the bytes are those of a text.
  package func isText(_ text: String) -> Bool { self[...].isText(text) }

  /// Whether the bytes end with those of a text.
  package func ends(with text: String) -> Bool { self[...].ends(with: text) }

  /// Where other bytes are first.
  ///
  /// - Complexity: O(*n*) for bytes whose first one is rare.
  package func index(of sought: Bytes, from start: Int = 0) -> Int? {
    guard let first = sought.first else { return nil }
    var index = start
    while index + sought.count <= count {
      if self[index] == first {
        var length = 1
        while length < sought.count, self[index + length] == sought[length] { length += 1 }
        if length == sought.count { return index }
      }
      index += 1
    }
    return nil
  }

  /// Where a text is first.
  package func index(of text: String, from start: Int = 0) -> Int? {
    index(of: text.bytes, from: start)
  }

  /// What is behind the first place of a text; nil without one.
  package func behind(_ text: String) -> Bytes? {
    index(of: text.bytes).map { Bytes(self[($0 + text.utf8.count)...]) }
  }

  /// What is between the first place of a text and the next one of another; nil without them.
  package func between(_ start: String, _ end: String) -> Bytes? {
    guard let rest = behind(start), let last = rest.index(of: end.bytes) else { return nil }
    return Bytes(rest[..<last])
  }

  /// Whether the bytes of a text are somewhere in these.
  package func contains(_ text: String) -> Bool { text.isEmpty || index(of: text.bytes) != nil }

  /// The bytes without white space and line ends at their ends.
  package var stripped: Bytes { trimming { $0.isSpace } }

  /// The bytes behind one byte-order mark of UTF-8.
  package var withoutMark: Bytes { begins(with: "\u{FEFF}") ? Bytes(self[3...]) : self }

  /// The bytes with ASCII capitals in lower case.
  package var lowercased: Bytes { self[...].lowercased }

  /// The bytes with another text in each place of a text.
  package func replacing(_ text: String, with other: String) -> Bytes {
    replacing(text.bytes, by: other.bytes)
  }

  /// The same with bytes, but for as many places at the start.
  package func replacing(_ sought: Bytes, by other: Bytes, from number: Int = 0) -> Bytes {
    var (result, start) = (Bytes(), 0)
    for place in places(of: sought).dropFirst(number) {
      result += self[start..<place] + other
      start = place + sought.count
    }
    return result + self[start...]
  }

  /// Where bytes begin, each place behind the one before; none for no bytes.
  package func places(of sought: Bytes) -> [Int] {
    var places: [Int] = []
    while let place = index(of: sought, from: places.last.map { $0 + sought.count } ?? 0) {
      places.append(place)
    }
    return places
  }

  /// Where bytes begin, also inside the place before; none for no bytes.
  ///
  /// - Complexity: O(*n*) in both counts, whatever the bytes are: the algorithm is that of Knuth, Morris
  ///   and Pratt.
  package func overlappingPlaces(of sought: Bytes) -> [Int] {
    if sought.isEmpty { return [] }
    let all = sought + self
    // How many bytes of the beginning of what is sought end at each byte.
    var lengths = [0]
    for byte in all.dropFirst() {
      var length = lengths[lengths.count - 1]
      while length > 0, length == sought.count || byte != sought[length] {
        length = lengths[length - 1]
      }
      lengths.append(byte == sought[length] ? length + 1 : length)
    }
    return indices.dropLast(sought.count - 1).filter {
      lengths[$0 + 2 * sought.count - 1] == sought.count
    }
  }

  /// The bytes with each `%` and two digits decoded once.
  package var percentDecoded: Bytes { self[...].percentDecoded(plusIsSpace: false) }

  /// The offset of the first byte that differs from other bytes: the length of the shorter side where the
  /// longer one continues it, nil where both are the same.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func firstDifference(from other: Bytes) -> Int? {
    let count = Swift.min(count, other.count)
    for index in 0..<count where self[index] != other[index] { return index }
    return self.count == other.count ? nil : count
  }

  /// The number that 1 to 18 decimal digits write; nil for another text.
  package var decimal: Int64? {
    1...18 ~= count ? UInt64(digits: self[...]).map { Int64($0) } : nil
  }
}

extension UInt8 {
  /// Whether the byte is a blank or ends a line.
  package var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

extension ArraySlice<UInt8> {
  /// What is before the first separator, and what after it where there is one.
  package func halves(at separator: Unicode.Scalar) -> (before: ArraySlice, after: ArraySlice?) {
    guard let place = firstIndex(of: UInt8(ascii: separator)) else { return (self, nil) }
    return (self[..<place], self[(place + 1)...])
  }

  /// The bytes with ASCII letters in lower case.
  package var lowercased: Bytes {
    var bytes = Bytes(self)
    for index in bytes.indices { bytes[index] = bytes[index].lowercased }
    return bytes
  }

  /// The bytes with each `%` and two digits decoded once; a `%` without two digits means itself.
  package func percentDecoded(plusIsSpace: Bool) -> Bytes {
    if !contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return Bytes(self)
    }
    var (decoded, index) = (Bytes(), startIndex)
    decoded.reserveCapacity(count)
    while index < endIndex {
      let byte = self[index]
      if byte == UInt8(ascii: "%"), index + 2 < endIndex,
        let high = Hexadecimal.value(of: self[index + 1]),
        let low = Hexadecimal.value(of: self[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
        index += 1
      }
    }
    return decoded
  }
}

extension [Bytes] {
  /// The texts with an ASCII character between.
  package func joined(by separator: Unicode.Scalar) -> Bytes {
    var text = Bytes()
    for (index, piece) in enumerated() {
      if index > 0 { text.append(ascii: separator) }
      text.append(contentsOf: piece)
    }
    return text
  }
}

extension String {
  /// Whether the bytes of another text are in this one.
  package func contains(_ text: String) -> Bool { bytes.contains(text) }

  /// The text with another one in each place of a text.
  package func replacing(_ text: String, with other: String) -> String {
    bytes.replacing(text, with: other).text
  }

  /// What is before the first place of a text, and what is behind it; nil without one.
  package func halves(at text: String) -> (before: String, after: String)? {
    let bytes = bytes
    guard let place = bytes.index(of: text) else { return nil }
    return (Bytes(bytes[..<place]).text, Bytes(bytes[(place + text.utf8.count)...]).text)
  }
}
