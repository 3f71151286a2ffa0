/// The generator SplitMix64 of Steele, Lea and Flood: small, quick, and the same everywhere.
///
/// A seed is to give the same requests and scripts on every machine and with every release of Swift,
/// so the numbers in a range are made here too: the standard library does not promise its way to
/// them.
package struct SplitMix64: Sendable {
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
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True in so many cases of a hundred.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One element of a list that is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// One element of a list of elements with weights, which are not all 0.
  mutating func pick<Element>(weighted list: [(weight: Int, element: Element)]) -> Element {
    var rest = below(list.reduce(0) { $0 + $1.weight })
    for entry in list {
      if rest < entry.weight { return entry.element }
      rest -= entry.weight
    }
    return list[0].element
  }
}
