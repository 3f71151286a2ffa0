extension UInt32 {
  /// Reads a word, its most significant byte first.
  @inline(__always)
  init(bigEndian bytes: Span<UInt8>, at offset: Int) {
    self =
      UInt32(bytes[offset]) &<< 24 | UInt32(bytes[offset &+ 1]) &<< 16
      | UInt32(bytes[offset &+ 2]) &<< 8 | UInt32(bytes[offset &+ 3])
  }
}
