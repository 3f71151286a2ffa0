internal import OSSPrimitives

/// The padding of MD5, SHA-1 and SHA-256: a byte `80`, zeros, and the length in bits, to whole blocks.
package struct BlockPadding: Sendable {
  /// The byte that follows the message.
  var marker: UInt8 = 0x80
  /// What a byte of the message counts in the length.
  var unit: UInt64 = 8
  /// The bits of the length that are kept.
  var mask: UInt64 = .max
  /// Whether the least significant byte of the length comes first.
  var isLittleEndian = false
  /// Whether a message that fills its last block gets a block of padding.
  var padsWholeBlocks = true
  /// Whether the length takes the place of the marker in a block without room for both.
  var overwritesMarker = false

  func padded(_ message: Bytes) -> Bytes {
    var padded = message
    if !padsWholeBlocks, !message.isEmpty, message.count % 64 == 0 { return padded }
    if !overwritesMarker || message.count % 64 != 56 { padded.append(marker) }
    while padded.count % 64 != 56 { padded.append(0) }
    let length = UInt64(message.count) &* unit & mask
    let places = isLittleEndian ? Array(0..<8) : (0..<8).reversed()
    for place in places { padded.append(UInt8(truncatingIfNeeded: length >> (8 * UInt64(place)))) }
    return padded
  }
}

extension UInt32 {
  func rotatedLeft(_ bits: UInt32) -> UInt32 { self << bits | self >> (32 - bits) }
  func rotatedRight(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}

extension Bytes {
  /// The 16 big-endian words of a block; a mistake counts bytes from 0x80 on as negative.
  func words(at start: Int, areSigned: Bool) -> [UInt32] {
    stride(from: start, to: start + 64, by: 4).map { index in
      self[index..<(index + 4)].reduce(0) { word, byte in
        let signed = UInt32(bitPattern: Int32(Int8(bitPattern: byte)))
        return word << 8 | (areSigned ? signed : UInt32(byte))
      }
    }
  }

  /// The bytes of words, the most significant byte first.
  static func bigEndian(_ words: [UInt32]) -> Bytes {
    Bytes(words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } })
  }
}
