extension MessageBlock {
  /// Reads a whole block.
  ///
  /// - Parameter bytes: Exactly 64 bytes: a fixed count lets the compiler check bounds only once.
  @inline(__always)
  init(_ bytes: Span<UInt8>) {
    precondition(bytes.count == Self.byteCount)
    self.init(
      first: WordQuartet(bytes, at: 0), second: WordQuartet(bytes, at: 16),
      third: WordQuartet(bytes, at: 32), fourth: WordQuartet(bytes, at: 48))
  }

  /// Reads the rest of a message, fewer than 64 bytes, and zeros after it.
  init(remainder bytes: Span<UInt8>) {
    self = .zero
    let wholeWords = bytes.count &>> 2
    for index in 0..<wholeWords { set(UInt32(bigEndian: bytes, at: 4 &* index), inWord: index) }
    for offset in (4 &* wholeWords)..<bytes.count { set(bytes[offset], at: offset) }
  }
}
