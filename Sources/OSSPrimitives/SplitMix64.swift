/// The generator SplitMix64 of Steele, Lea and Flood: small, quick, and the same everywhere.
///
/// A seed gives the same numbers on every machine and with every release of Swift, so the numbers in
/// a range are made here too: the standard library does not promise its way to them. No secret may
/// come from it.
package struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
  private var state: UInt64

  /// Makes a generator; each seed gives another row of numbers.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  /// A number from 0 to one less than a bound, which is at least 1.
  package mutating func below(_ bound: Int) -> Int { Int(below(Int64(bound))) }

  /// A number of 64 bits from 0 to one less than a bound, which is at least 1.
  package mutating func below(_ bound: Int64) -> Int64 {
    Int64(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True in so many cases of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One element of a list that is not empty.
  package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
