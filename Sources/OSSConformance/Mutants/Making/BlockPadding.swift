internal import OSSPrimitives

/// The padding of SHA-1 and SHA-256, rule by rule, so that a mutant breaks one.
struct BlockPadding: Sendable {
  /// The byte that follows the message.
  var marker: UInt8 = 0x80
  /// What a byte of the message counts in the length.
  var unit: UInt64 = 8
  /// The bits of the length that are kept.
  var mask: UInt64 = .max
  /// Whether the least significant byte of the length comes first.
  var isLittleEndian = false
  /// Whether a message that fills its last block is padded.
  var padsWholeBlocks = true
  /// Whether the length may take the place of the marker, in a block that has no room for both.
  var overwritesMarker = false

  /// The message, padded to whole blocks of 64 bytes.
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

extension Bytes {
  /// The big-endian words of a block; signed where bytes from 0x80 count as negative.
  func words(at start: Int, areSigned: Bool) -> [UInt32] {
    stride(from: start, to: start + 64, by: 4).map { index in
      (0..<4).reduce(0) { word, offset in
        let byte = self[index + offset]
        let value = areSigned ? UInt32(bitPattern: Int32(Int8(bitPattern: byte))) : UInt32(byte)
        return word << 8 | value
      }
    }
  }

  /// The bytes of words, the most significant first.
  static func bigEndian(_ words: [UInt32]) -> Bytes {
    Bytes(
      words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } })
  }
}
