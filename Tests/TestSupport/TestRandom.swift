package import OSSPrimitives

/// Numbers that are the same in each run (xorshift64), and what tests make of them.
package struct TestRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  package mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

  /// Replaces, removes or doubles a byte, or moves a piece.
  package mutating func damage(_ text: inout Bytes) {
    let place = below(text.count)
    switch below(4) {
    case 0: text[place] = UInt8(below(256))
    case 1: text.remove(at: place)
    case 2: text.insert(text[place], at: place)
    default:
      let piece = text[place..<min(place + below(40), text.count)]
      text.removeSubrange(piece.indices)
      text.insert(contentsOf: piece, at: below(text.count))
    }
  }
}
