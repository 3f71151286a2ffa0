internal import OSSPrimitives

/// Base64 as RFC 4648 section 4 writes it down.
enum PlainBase64 {
  static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".raw
  static let pad = UInt8(ascii: "=")

  /// Four characters for each group of three bytes; the last group is padded (PRIM-B64-1).
  static func text(_ bytes: Bytes) -> Bytes {
    var text = Bytes()
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : pad)
      }
    }
    return text
  }

  /// The bytes of whole groups of the alphabet with exact padding and no loose bits; else nil
  /// (PRIM-B64-2).
  static func bytes(_ text: Bytes) -> Bytes? {
    let padCount = text.reversed().prefix { $0 == pad }.count
    guard text.count % 4 == 0, padCount < 3 else { return nil }
    var (bytes, bits, bitCount) = (Bytes(), 0, 0)
    for character in text.dropLast(padCount) {
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      (bits, bitCount) = (bits << 6 | digit, bitCount + 6)
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(bits >> bitCount))
        bits &= 1 << bitCount - 1
      }
    }
    return bits == 0 ? bytes : nil
  }
}
