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
  /// - Complexity: O(*n*) in the length of the range.
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
