package import OSSPrimitives

/// A public key of RSA that opens signatures by long multiplication and long division, as they are
/// done by hand (CALL-SIG-2).
package struct PlainRSAKey: Sendable {
  /// The modulus, the lowest digit first.
  private let modulus: [UInt32]
  /// The modulus, doubled until the highest bit of its highest digit is set.
  private let divisor: [UInt32]
  private let exponent: UInt64
  /// How many bits the modulus has.
  let bitCount: Int

  /// Makes a key of its modulus, the highest byte first and not zero, and its exponent.
  package init(modulus: Bytes, exponent: UInt64) {
    let digits = Self.digits(modulus)
    self.modulus = digits
    self.exponent = exponent
    bitCount = 8 * modulus.count - (modulus.first?.leadingZeroBitCount ?? 0)
    divisor = Self.doubled(digits, times: digits.last?.leadingZeroBitCount ?? 0)
  }

  /// RSAVP1 of RFC 8017 section 5.2.2; nil for a signature of another length or out of range.
  func open(_ signature: Bytes) -> Bytes? {
    let number = Self.digits(signature)
    guard signature.count == (bitCount + 7) / 8, Self.isLess(number, than: modulus) else {
      return nil
    }
    var power = [UInt32](repeating: 0, count: modulus.count)
    power[0] = 1
    for bit in (0..<64 - exponent.leadingZeroBitCount).reversed() {
      power = remainder(of: Self.product(power, power))
      if exponent >> UInt64(bit) & 1 == 1 { power = remainder(of: Self.product(power, number)) }
    }
    // The divisor is the modulus times a power of 2, so what is left over of it is taken off here.
    for count in (0..<32).reversed() where count < (modulus.last?.leadingZeroBitCount ?? 0) {
      let multiple = Self.doubled(modulus, times: count)
      if !Self.isLess(power, than: multiple) { power = Self.difference(power, multiple) }
    }
    return Bytes(
      signature.indices.reversed().map { UInt8(truncatingIfNeeded: power[$0 / 4] >> ($0 % 4 * 8)) })
  }

  /// The product of two numbers.
  private static func product(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var product = [UInt32](repeating: 0, count: left.count + right.count + 1)
    for (place, digit) in left.enumerated() {
      var carry: UInt64 = 0
      for (index, other) in right.enumerated() {
        carry += UInt64(digit) * UInt64(other) + UInt64(product[place + index])
        product[place + index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product[place + right.count] = UInt32(carry)
    }
    return product
  }

  /// What a division by the divisor leaves over.
  private func remainder(of number: [UInt32]) -> [UInt32] {
    var rest = number
    let count = divisor.count
    for place in (0..<rest.count - count).reversed() {
      let top = UInt64(rest[place + count]) << 32 | UInt64(rest[place + count - 1])
      let quotient = min(top / UInt64(divisor[count - 1]), UInt64(UInt32.max))
      // The quotient of the highest digits is at most 2 too great.
      var missing = add(minus: quotient, at: place, to: &rest)
      while missing < 0 { missing += add(minus: nil, at: place, to: &rest) }
    }
    return Array(rest.prefix(count))
  }

  /// Subtracts a multiple of the divisor from a place on, or adds the divisor where there is none;
  /// gives what is carried out of the digits.
  private func add(minus quotient: UInt64?, at place: Int, to rest: inout [UInt32]) -> Int64 {
    var carry: Int64 = 0
    var high: UInt64 = 0
    for index in 0...divisor.count {
      let digit = index < divisor.count ? UInt64(divisor[index]) : 0
      let multiple = digit * (quotient ?? 1) + high
      high = multiple >> 32
      let low = Int64(multiple & 0xFFFF_FFFF)
      carry += Int64(rest[place + index]) + (quotient == nil ? low : -low)
      rest[place + index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    return carry
  }

  private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var carry: Int64 = 0
    return zip(left, right).map { first, second in
      carry += Int64(first) - Int64(second)
      defer { carry >>= 32 }
      return UInt32(truncatingIfNeeded: carry)
    }
  }

  private static func doubled(_ digits: [UInt32], times count: Int) -> [UInt32] {
    var low: UInt64 = 0
    return digits.map { digit in
      low |= UInt64(digit) << UInt64(count)
      defer { low >>= 32 }
      return UInt32(truncatingIfNeeded: low)
    }
  }

  /// Whether one of two numbers of as many digits is less than the other.
  private static func isLess(_ left: [UInt32], than right: [UInt32]) -> Bool {
    left.reversed().lexicographicallyPrecedes(right.reversed())
  }

  /// The digits of a number, the lowest first.
  private static func digits(_ bytes: Bytes) -> [UInt32] {
    var digits = [UInt32](repeating: 0, count: (bytes.count + 3) / 4)
    for (place, byte) in bytes.reversed().enumerated() {
      digits[place / 4] |= UInt32(byte) << UInt32(place % 4 * 8)
    }
    return digits
  }
}
