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
