/// The quotient rounded down, where `/` rounds toward zero.
@inline(__always)
func floorQuotient<Number: SignedInteger>(_ dividend: Number, _ divisor: Number) -> Number {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}
