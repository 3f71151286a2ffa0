/// A natural number of any size, as RSA needs it for its modulus and its messages.
///
/// The numbers here are public: no function takes care to hide them from a clock.
struct NaturalNumber: Hashable, Sendable {
  /// The digits of 64 bits each, the lowest first; the highest is not zero, and zero has none.
  let digits: ContiguousArray<UInt64>

  /// Makes a number of digits, some of which may be zeros at the high end.
  init(digits: ContiguousArray<UInt64>) {
    var digits = digits
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
  }

  /// Reads a number, its highest byte first; zeros may stand before it.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(bigEndian bytes: Span<UInt8>) {
    var digits = ContiguousArray<UInt64>(repeating: 0, count: (bytes.count + 7) / 8)
    for index in bytes.indices {
      let place = bytes.count - 1 - index
      digits[place / 8] |= UInt64(bytes[index]) << UInt64(place % 8 * 8)
    }
    self.init(digits: digits)
  }

  /// How many bits the number has without zeros before it; zero has none.
  var bitCount: Int {
    guard let last = digits.last else { return 0 }
    return 64 * digits.count - last.leadingZeroBitCount
  }

  /// Whether the number is odd.
  var isOdd: Bool { digits.first.map { $0 & 1 == 1 } ?? false }

  /// The number in exactly so many bytes, the highest first.
  ///
  /// - Parameter byteCount: At least as many as the number has.
  /// - Complexity: O(*n*) in the number of bytes.
  func bigEndianBytes(count byteCount: Int) -> Bytes {
    var bytes = Bytes(repeating: 0, count: byteCount)
    for place in 0..<min(byteCount, 8 * digits.count) {
      bytes[byteCount - 1 - place] = UInt8(
        truncatingIfNeeded: digits[place / 8] >> UInt64(place % 8 * 8))
    }
    return bytes
  }
}

extension NaturalNumber: Comparable {
  /// Whether one number is less than another.
  ///
  /// - Complexity: O(*n*) in the number of digits.
  static func < (left: NaturalNumber, right: NaturalNumber) -> Bool {
    if left.digits.count != right.digits.count { return left.digits.count < right.digits.count }
    for index in left.digits.indices.reversed() where left.digits[index] != right.digits[index] {
      return left.digits[index] < right.digits[index]
    }
    return false
  }
}
