/// The strict reading of UTF-8 that RFC 3629 section 4 gives.
package enum UTF8Check {
  /// The offset of the first byte that does not belong to a well-formed sequence.
  ///
  /// A sequence is checked from its first byte: overlong forms, surrogates, values over U+10FFFF
  /// and sequences that the range cuts short are all refused.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to look at.
  ///   - range: The part of them to check, on its own.
  /// - Returns: `nil` if the range is well formed.
  package static func firstFault(in bytes: Bytes, range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard let (tail, second) = sequence(ledBy: bytes[index]) else { return index }
      guard index + tail < range.upperBound else { return index }
      guard second.contains(bytes[index + 1]) else { return index + 1 }
      for offset in 2..<max(2, tail + 1) where bytes[index + offset] & 0xc0 != 0x80 {
        return index + offset
      }
      index += tail + 1
    }
    return nil
  }

  /// How many bytes follow a leading byte, and which values the first of them may have.
  private static func sequence(ledBy byte: UInt8) -> (tail: Int, second: ClosedRange<UInt8>)? {
    switch byte {
    case 0xc2...0xdf: (1, 0x80...0xbf)
    case 0xe0: (2, 0xa0...0xbf)
    case 0xed: (2, 0x80...0x9f)
    case 0xe1...0xef: (2, 0x80...0xbf)
    case 0xf0: (3, 0x90...0xbf)
    case 0xf1...0xf3: (3, 0x80...0xbf)
    case 0xf4: (3, 0x80...0x8f)
    default: nil
    }
  }
}

extension String {
  /// The text of bytes in UTF-8; nil where they are no UTF-8.
  ///
  /// `init(validating:as:)` of the standard library needs iOS 18 and macOS 15.
  package init?(validUTF8 bytes: Bytes) {
    if UTF8Check.firstFault(in: bytes, range: bytes.indices) != nil { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// Whether the UTF-8 forms of two strings are the same bytes.
  ///
  /// `==` of `String` also calls canonically equivalent strings equal, é as one character and as
  /// two for example; to a protocol these are two names.
  package func hasSameBytes(as other: String) -> Bool {
    // Equality compares many bytes at once, and of two texts in ASCII it says all.
    guard utf8.count == other.utf8.count, self == other else { return false }
    return utf8.count == utf16.count || begins(with: other)
  }

  /// Whether the UTF-8 form of this string sorts before that of another, byte by byte.
  package func precedesInBytes(_ other: String) -> Bool {
    bytes[...].precedes(other.bytes[...])
  }

  /// Feeds the UTF-8 bytes and their count to a hasher, so that hashing agrees with
  /// ``hasSameBytes(as:)``.
  package func hashBytes(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in utf8 {
      word = word &<< 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    if count & 7 != 0 { hasher.combine(word) }
    hasher.combine(count)
  }
}

extension [String] {
  /// Whether one of the texts has the same UTF-8 bytes as another text.
  package func containsBytes(of text: String) -> Bool {
    var index = 0
    while index < count {
      if self[index].hasSameBytes(as: text) { return true }
      index += 1
    }
    return false
  }
}

// The rules of HTTP for the texts of headers: case counts for ASCII letters alone, and blanks are
// spaces and tabs. Every library takes them from here.

extension UInt8 {
  /// The byte, an ASCII letter in lower case.
  @inlinable
  package var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }

  /// Whether the byte is a space or a tab.
  @inlinable
  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is a digit or an ASCII letter of either case.
  @inlinable
  package var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// Whether the byte would end a header line early, and so let one value write another header: a
  /// CR, an LF or a NUL.
  @inlinable
  package var breaksLine: Bool { self == 0x0D || self == 0x0A || self == 0x00 }
}

extension String {
  /// The UTF-8 bytes with ASCII letters in lower case.
  package var lowercasedBytes: Bytes {
    var bytes = bytes
    for index in bytes.indices { bytes[index] = bytes[index].lowercased }
    return bytes
  }

  /// Whether the text is a lower-case one, without regard to the case of ASCII letters.
  package func isCaseless(_ lowercased: String) -> Bool {
    utf8.count == lowercased.utf8.count && bytes[...].isCaseless(lowercased)
  }

  /// The text without spaces and tabs at its ends, which HTTP does not deliver.
  package var trimmingBlanks: String {
    guard let first = utf8.first, let last = utf8.last, first.isBlank || last.isBlank else {
      return self
    }
    // Bytes, because a blank and a combining accent after it are one character.
    return String(decoding: bytes.trimmingBlanks, as: UTF8.self)
  }
}

extension ContiguousArray<UInt8> {
  /// The bytes without spaces and tabs at their ends.
  package var trimmingBlanks: Bytes { trimming { $0.isBlank } }

  /// The bytes without those at their ends that satisfy a condition.
  package func trimming(where isOuter: (UInt8) -> Bool) -> Bytes {
    guard let first = firstIndex(where: { !isOuter($0) }),
      let last = lastIndex(where: { !isOuter($0) })
    else { return [] }
    return first == startIndex && last == endIndex - 1 ? self : Bytes(self[first...last])
  }
}

/// Bytes as every function of this package takes and gives them.
///
/// `ContiguousArray` rather than `Array`: its `span` is available on every system that this package
/// supports, the span of an `Array` only on those of 2025 and later.
public typealias Bytes = ContiguousArray<UInt8>

extension ContiguousArray<UInt8> {
  /// Makes an array of the bytes of a span.
  ///
  /// - Parameter span: The bytes to copy.
  package init(copying span: Span<UInt8>) {
    self.init(repeating: 0, count: span.count)
    for index in span.indices { self[index] = span[index] }
  }
}
