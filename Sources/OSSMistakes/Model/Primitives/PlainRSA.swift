package import OSSPrimitives

/// A public key of RSA that opens signatures by additions alone (CALL-SIG-2).
package struct PlainRSAKey: Sendable {
  /// The modulus, the lowest digit first.
  private let modulus: [UInt64]
  private let exponent: UInt64
  /// How many bits the modulus has.
  let bitCount: Int

  /// Makes a key of its modulus, the highest byte first and not zero, and its exponent.
  package init(modulus: Bytes, exponent: UInt64) {
    self.modulus = Self.digits(modulus)
    self.exponent = exponent
    bitCount = 8 * modulus.count - (modulus.first?.leadingZeroBitCount ?? 0)
  }

  /// RSAVP1 of RFC 8017 section 5.2.2; nil for a signature of another length or out of range.
  func open(_ signature: Bytes) -> Bytes? {
    let number = Self.digits(signature)
    guard signature.count == (bitCount + 7) / 8, isLess(number) else { return nil }
    var power = [UInt64](repeating: 0, count: modulus.count)
    power[0] = 1
    for bit in (0..<64 - exponent.leadingZeroBitCount).reversed() {
      power = product(power, power)
      if exponent >> UInt64(bit) & 1 == 1 { power = product(power, number) }
    }
    return Bytes(
      signature.indices.reversed().map { UInt8(truncatingIfNeeded: power[$0 / 8] >> ($0 % 8 * 8)) })
  }

  /// The product modulo the modulus: the sum is doubled for each bit of one number, and the other one
  /// is added for each bit that is set.
  private func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    var sum = [UInt64](repeating: 0, count: modulus.count)
    for bit in (0..<64 * left.count).reversed() {
      add(sum, to: &sum)
      if left[bit / 64] >> UInt64(bit % 64) & 1 == 1 { add(right, to: &sum) }
    }
    return sum
  }

  /// Adds a number to one that is less than the modulus, as it is, modulo the modulus.
  private func add(_ number: [UInt64], to sum: inout [UInt64]) {
    var carry: UInt64 = 0
    for place in sum.indices {
      let (first, overflow) = sum[place].addingReportingOverflow(number[place])
      let (second, overflowToo) = first.addingReportingOverflow(carry)
      sum[place] = second
      carry = overflow || overflowToo ? 1 : 0
    }
    if carry == 0, isLess(sum) { return }
    var borrow: UInt64 = 0
    for place in sum.indices {
      let (first, overflow) = sum[place].subtractingReportingOverflow(modulus[place])
      let (second, overflowToo) = first.subtractingReportingOverflow(borrow)
      sum[place] = second
      borrow = overflow || overflowToo ? 1 : 0
    }
  }

  /// Whether a number of as many digits is less than the modulus.
  private func isLess(_ number: [UInt64]) -> Bool {
    number.reversed().lexicographicallyPrecedes(modulus.reversed())
  }

  /// The digits of a number, the lowest first.
  private static func digits(_ bytes: Bytes) -> [UInt64] {
    var digits = [UInt64](repeating: 0, count: (bytes.count + 7) / 8)
    for (place, byte) in bytes.reversed().enumerated() {
      digits[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8)
    }
    return digits
  }
}
