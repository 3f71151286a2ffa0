// What the libraries do with texts and bytes, each thing in one function that is compiled once: the
// generic functions of the standard library are compiled again in each module, for each type.

extension String {
  /// The text of what a function appends, about so many bytes.
  package init(byteCount: Int, _ append: (inout Bytes) -> Void) {
    var buffer = Bytes()
    buffer.reserveCapacity(byteCount)
    append(&buffer)
    self.init(decoding: buffer, as: UTF8.self)
  }
}

extension ContiguousArray<UInt8> {
  /// Appends the UTF-8 bytes of a text.
  @inline(never)
  package mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends an ASCII character.
  @inline(__always)
  package mutating func append(ascii character: Unicode.Scalar) { append(UInt8(ascii: character)) }

  /// Whether the bytes begin with those of a text.
  package func begins(with text: String) -> Bool { self[...].begins(with: text) }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes begin with those of a text.
  @inline(never)
  package func begins(with text: String) -> Bool {
    // Byte by byte: a copy of the text would cost more than most texts have to be compared.
    var index = startIndex
    for byte in text.utf8 {
      if index == endIndex || self[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes end with those of a text.
  package func ends(with text: String) -> Bool { suffix(text.utf8.count).isText(text) }

  /// Whether the bytes are those of a text.
  package func isText(_ text: String) -> Bool { count == text.utf8.count && begins(with: text) }

  /// Whether the bytes are those of a lower-case text, without regard to the case of ASCII letters.
  @inline(never)
  package func isCaseless(_ lowercased: String) -> Bool {
    if count != lowercased.utf8.count { return false }
    var index = startIndex
    for byte in lowercased.utf8 {
      if self[index].lowercased != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes sort before others, byte by byte.
  @inline(never)
  package func precedes(_ other: ArraySlice) -> Bool {
    for offset in 0..<Swift.min(count, other.count) {
      let (own, foreign) = (self[startIndex + offset], other[other.startIndex + offset])
      if own != foreign { return own < foreign }
    }
    return count < other.count
  }

  /// The pieces between the bytes of a separator, the empty ones too; the whole if there is no
  /// separator.
  ///
  /// - Parameter count: how many pieces there may be; the last one holds the rest.
  @inline(never)
  package func pieces(at separator: Unicode.Scalar, most count: Int = .max) -> [ArraySlice] {
    var pieces: [ArraySlice] = []
    var start = startIndex
    for index in indices where self[index] == UInt8(ascii: separator) && pieces.count < count - 1 {
      pieces.append(self[start..<index])
      start = index + 1
    }
    pieces.append(self[start...])
    return pieces
  }
}

extension String {
  /// The UTF-8 bytes.
  package var bytes: Bytes {
    @inline(never)
    get { Bytes(utf8) }
  }

  /// Whether the UTF-8 bytes begin with those of another text.
  @inline(never)
  package func begins(with text: String) -> Bool { utf8.starts(with: text.utf8) }

  /// The pieces between the bytes of an ASCII separator, the empty ones too: a `Character` may hold
  /// more than that byte.
  ///
  /// - Parameter count: how many pieces there may be; the last one holds the rest.
  @inline(never)
  package func pieces(at separator: Unicode.Scalar, most count: Int = .max) -> [String] {
    bytes[...].pieces(at: separator, most: count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether each byte satisfies a condition.
  package func isAll(_ isGood: (UInt8) -> Bool) -> Bool { firstByte { !isGood($0) } == nil }

  /// The first byte that satisfies a condition, and its offset in UTF-8 bytes.
  @inline(never)
  package func firstByte(where isFault: (UInt8) -> Bool) -> (byte: UInt8, offset: Int)? {
    var offset = 0
    for byte in utf8 {
      if isFault(byte) { return (byte, offset) }
      offset += 1
    }
    return nil
  }
}

extension Int64 {
  /// The number that a text is in decimal digits, with or without a sign; nil for any other text.
  package init?(decimal text: String) {
    let bytes = text.bytes
    let isNegative = bytes.first == UInt8(ascii: "-")
    let hasSign = isNegative || bytes.first == UInt8(ascii: "+")
    guard let magnitude = UInt64(digits: bytes[(hasSign ? 1 : 0)...]) else { return nil }
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return nil }
      self = 0 &- Int64(truncatingIfNeeded: magnitude)
    } else {
      self.init(exactly: magnitude)
    }
  }
}

extension UInt64 {
  /// The number of decimal digits and nothing else; nil without one, or where it is too great.
  package init?(digits: ArraySlice<UInt8>) {
    if digits.isEmpty { return nil }
    self = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      let (product, overflow) = multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      if overflow || carry { return nil }
      self = sum
    }
  }
}

/// The numbers below a count in a new order: one stays behind those that are before it.
///
/// - Parameters:
///   - count: how many numbers.
///   - isBefore: whether what has the first number is before what has the second one.
/// - Returns: the numbers, sorted; where neither is before the other they keep their order.
@inline(never)
package func sortedIndices(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
  count < 2 ? Array(0..<count) : (0..<count).sorted(by: isBefore)
}

/// Names of which each is there once.
package struct NameSet: Sendable {
  private var names: Set<Bytes> = []

  package init() {}

  /// Takes a name in, and says whether it was not there before.
  @inline(never)
  package mutating func insert(_ name: Bytes) -> Bool { names.insert(name).inserted }

  /// Takes the bytes of a name in, and says whether they were not there before.
  package mutating func insert(_ name: String) -> Bool { insert(name.bytes) }
}

extension Array {
  /// The elements of which a statement is true, and the others, each in their order.
  package func partitioned(
    by isTrue: (Element) -> Bool
  ) -> (matching: [Element], others: [Element]) {
    var (matching, others): ([Element], [Element]) = ([], [])
    for element in self {
      if isTrue(element) { matching.append(element) } else { others.append(element) }
    }
    return (matching, others)
  }
}

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
    // How many bytes of the beginning of what is sought end at each byte of it, and then of these bytes.
    var lengths = [0]
    var (length, places): (Int, [Int]) = (0, [])
    func take(_ byte: UInt8) {
      while length > 0, length == sought.count || byte != sought[length] {
        length = lengths[length - 1]
      }
      if byte == sought[length] { length += 1 }
    }
    for byte in sought.dropFirst() {
      take(byte)
      lengths.append(length)
    }
    length = 0
    for index in indices {
      take(self[index])
      if length == sought.count { places.append(index + 1 - length) }
    }
    return places
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
