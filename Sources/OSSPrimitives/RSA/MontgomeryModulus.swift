/// An odd modulus, made ready for many products: the reduction of Montgomery, which divides by a
/// power of 2 where others divide by the modulus.
///
/// With *R* = 2 to the number of bits in the digits of the modulus, a number *x* stands as *xR*.
struct MontgomeryModulus {
  private let modulus: ContiguousArray<UInt64>
  /// The number whose product with the lowest digit of the modulus ends in 64 ones.
  private let inverse: UInt64
  /// *R* modulo the modulus: how 1 stands.
  private let one: ContiguousArray<UInt64>
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
    one = power
    // As many doublings as there are digits, then six squarings: 2 to the count, times 64.
    for _ in modulus.digits.indices { Self.double(&power, modulo: modulus.digits) }
    for _ in 0..<6 { power = Self.product(power, power, modulus.digits, inverse) }
    square = power
  }

  /// A number raised to a power, modulo the modulus.
  ///
  /// - Parameters:
  ///   - base: A number less than the modulus.
  ///   - exponent: The exponent.
  /// - Complexity: O(*n*²) in the number of digits, for each bit of the exponent.
  func power(_ base: NaturalNumber, _ exponent: UInt64) -> NaturalNumber {
    var digits = base.digits
    digits.append(contentsOf: repeatElement(0, count: modulus.count - digits.count))
    let factor = product(digits, square)
    var result = one
    for bit in (0..<64 - exponent.leadingZeroBitCount).reversed() {
      result = product(result, result)
      if exponent >> UInt64(bit) & 1 == 1 { result = product(result, factor) }
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
      let added = add(left[index], times: right, to: &sum)
      let (high, carried) = above.addingReportingOverflow(added)
      let taken = add(sum[0] &* inverse, times: modulus, to: &sum)
      let (top, carriedToo) = high.addingReportingOverflow(taken)
      // The lowest digit is zero now; all move down by one.
      for place in 1..<count { sum[place - 1] = sum[place] }
      sum[count - 1] = top
      above = (carried ? 1 : 0) &+ (carriedToo ? 1 : 0)
    }
    if above != 0 || !isLess(sum, than: modulus) { subtract(modulus, from: &sum) }
    return sum
  }

  /// Adds a digit times a number, and gives the digit that goes above it.
  @inline(__always)
  private static func add(
    _ digit: UInt64, times number: ContiguousArray<UInt64>, to sum: inout ContiguousArray<UInt64>
  ) -> UInt64 {
    var carry: UInt64 = 0
    for place in 0..<number.count {
      // At most (2⁶⁴ - 1)² + 2(2⁶⁴ - 1), which two digits hold.
      let product = digit.multipliedFullWidth(by: number[place])
      let (first, overflow) = product.low.addingReportingOverflow(sum[place])
      let (second, overflowToo) = first.addingReportingOverflow(carry)
      sum[place] = second
      carry = product.high &+ (overflow ? 1 : 0) &+ (overflowToo ? 1 : 0)
    }
    return carry
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
