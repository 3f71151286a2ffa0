extension WordQuartet {
  /// Reads four words, the most significant byte of each first.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at offset: Int) {
    self.init(
      first: UInt32(bigEndian: bytes, at: offset),
      second: UInt32(bigEndian: bytes, at: offset &+ 4),
      third: UInt32(bigEndian: bytes, at: offset &+ 8),
      fourth: UInt32(bigEndian: bytes, at: offset &+ 12))
  }
}
