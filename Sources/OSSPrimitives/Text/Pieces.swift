// What the libraries do with texts and bytes, each thing in one function that is compiled once: the
// generic functions of the standard library are compiled again in each module, for each type.

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
package struct NameSet {
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
    (filter(isTrue), filter { !isTrue($0) })
  }
}
