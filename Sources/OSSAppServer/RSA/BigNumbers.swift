internal import OSSPrimitives

/// A natural number of any size, as RSA needs it for its modulus and its messages.
///
/// The numbers here are public: no function takes care to hide them from a clock.
struct NaturalNumber: Equatable, Sendable {
  /// The digits of 64 bits each, the lowest first; the highest is not zero, and zero has none.
  let digits: ContiguousArray<UInt64>

  /// Makes a number of digits, some of which may be zeros at the high end.
  init(digits: ContiguousArray<UInt64>) {
    var digits = digits
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
  }

  /// Reads a number, its highest byte first; zeros may stand before it.
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
  static func < (left: NaturalNumber, right: NaturalNumber) -> Bool {
    if left.digits.count != right.digits.count { return left.digits.count < right.digits.count }
    for index in left.digits.indices.reversed() where left.digits[index] != right.digits[index] {
      return left.digits[index] < right.digits[index]
    }
    return false
  }
}

/// An odd modulus, made ready for many products: the reduction of Montgomery, which divides by a
/// power of 2 where others divide by the modulus.
///
/// With *R* = 2 to the number of bits in the digits of the modulus, a number *x* is as *xR*.
struct MontgomeryModulus {
  private let modulus: ContiguousArray<UInt64>
  /// The number whose product with the lowest digit of the modulus ends in 64 ones.
  private let inverse: UInt64
  /// The square of *R* modulo the modulus, which brings a number into its form.
  private let square: ContiguousArray<UInt64>

  /// Prepares a modulus.
  ///
  /// - Parameter modulus: An odd number greater than 1.
  /// - Complexity: O(*n*²) in the number of digits.
  init(_ modulus: NaturalNumber) {
    self.modulus = modulus.digits
    inverse = Self.negatedInverse(of: modulus.digits[0])
    // Half of R and no less than the modulus's highest bit is where doubling can begin.
    var power = ContiguousArray<UInt64>(repeating: 0, count: modulus.digits.count)
    let top = modulus.bitCount - 1
    power[top / 64] = 1 << UInt64(top % 64)
    for _ in top..<64 * modulus.digits.count { Self.double(&power, modulo: modulus.digits) }
    // As many doublings as there are digits, then six squarings: 2 to the count, times 64.
    for _ in modulus.digits.indices { Self.double(&power, modulo: modulus.digits) }
    for _ in 0..<6 { power = Self.product(power, power, modulus.digits, inverse) }
    square = power
  }

  /// A number raised to a power, modulo the modulus.
  ///
  /// - Parameters:
  ///   - base: A number less than the modulus.
  ///   - exponent: The exponent; not zero.
  /// - Complexity: O(*n*²) in the number of digits, for each bit of the exponent.
  func power(_ base: NaturalNumber, _ exponent: NaturalNumber) -> NaturalNumber {
    var digits = base.digits
    digits.append(contentsOf: repeatElement(0, count: modulus.count - digits.count))
    let factor = product(digits, square)
    // The highest bit is the factor itself.
    var result = factor
    for bit in (0..<exponent.bitCount - 1).reversed() {
      result = product(result, result)
      if exponent.digits[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = product(result, factor) }
    }
    var unit = ContiguousArray<UInt64>(repeating: 0, count: modulus.count)
    unit[0] = 1
    return NaturalNumber(digits: product(result, unit))
  }

  private func product(
    _ left: ContiguousArray<UInt64>, _ right: ContiguousArray<UInt64>
  ) -> ContiguousArray<UInt64> {
    Self.product(left, right, modulus, inverse)
  }
}

extension MontgomeryModulus {
  /// The inverse modulo 2 to the 64 of an odd digit, negated.
  ///
  /// Each round of Newton's iteration doubles the bits that are right; a digit is its own inverse in
  /// the lowest three.
  private static func negatedInverse(of digit: UInt64) -> UInt64 {
    var inverse = digit
    for _ in 0..<5 { inverse = inverse &* (2 &- digit &* inverse) }
    return 0 &- inverse
  }

  /// The product of two numbers, divided by *R*, modulo the modulus.
  private static func product(
    _ left: ContiguousArray<UInt64>, _ right: ContiguousArray<UInt64>,
    _ modulus: ContiguousArray<UInt64>, _ inverse: UInt64
  ) -> ContiguousArray<UInt64> {
    let count = modulus.count
    var sum = ContiguousArray<UInt64>(repeating: 0, count: count)
    // The digit above the sum, which is never more than 1 between two rounds.
    var above: UInt64 = 0
    for index in 0..<count {
      // A digit times one number, and the multiple of the modulus that makes the lowest digit zero,
      // are added at once, and all digits move down by one.
      let digit = left[index]
      var (carry, low) = product(digit, right[0], plus: sum[0], 0)
      let multiple = low &* inverse
      var taken = product(multiple, modulus[0], plus: low, 0).high
      for place in 1..<count {
        (carry, low) = product(digit, right[place], plus: sum[place], carry)
        (taken, sum[place - 1]) = product(multiple, modulus[place], plus: low, taken)
      }
      let (high, carried) = above.addingReportingOverflow(carry)
      let (top, carriedToo) = high.addingReportingOverflow(taken)
      sum[count - 1] = top
      above = (carried ? 1 : 0) &+ (carriedToo ? 1 : 0)
    }
    if above != 0 || !isLess(sum, than: modulus) { subtract(modulus, from: &sum) }
    return sum
  }

  /// The product of two digits and two digits more: at most (2⁶⁴ - 1)² + 2(2⁶⁴ - 1), which two hold.
  @inline(__always)
  private static func product(
    _ left: UInt64, _ right: UInt64, plus first: UInt64, _ second: UInt64
  ) -> (high: UInt64, low: UInt64) {
    let product = left.multipliedFullWidth(by: right)
    let (sum, overflow) = product.low.addingReportingOverflow(first)
    let (low, overflowToo) = sum.addingReportingOverflow(second)
    return (product.high &+ (overflow ? 1 : 0) &+ (overflowToo ? 1 : 0), low)
  }

  private static func double(
    _ number: inout ContiguousArray<UInt64>, modulo modulus: ContiguousArray<UInt64>
  ) {
    var carry: UInt64 = 0
    for place in number.indices {
      let next = number[place] >> 63
      number[place] = number[place] << 1 | carry
      carry = next
    }
    if carry != 0 || !isLess(number, than: modulus) { subtract(modulus, from: &number) }
  }

  private static func isLess(
    _ left: ContiguousArray<UInt64>, than right: ContiguousArray<UInt64>
  ) -> Bool {
    for place in left.indices.reversed() where left[place] != right[place] {
      return left[place] < right[place]
    }
    return false
  }

  /// Subtracts a number; what would be borrowed from above the highest digit is dropped.
  private static func subtract(
    _ number: ContiguousArray<UInt64>, from difference: inout ContiguousArray<UInt64>
  ) {
    var borrow = false
    for place in difference.indices {
      let (first, overflow) = difference[place].subtractingReportingOverflow(number[place])
      let (second, overflowToo) = first.subtractingReportingOverflow(borrow ? 1 : 0)
      difference[place] = second
      borrow = overflow || overflowToo
    }
  }
}
