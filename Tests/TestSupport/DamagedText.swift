package import OSSPrimitives

extension SplitMix64 {
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
