extension ContiguousArray<UInt8> {
  /// Appends the four bytes of a word, the most significant first.
  @inline(__always)
  mutating func append(bigEndian word: UInt32) {
    append(UInt8(truncatingIfNeeded: word &>> 24))
    append(UInt8(truncatingIfNeeded: word &>> 16))
    append(UInt8(truncatingIfNeeded: word &>> 8))
    append(UInt8(truncatingIfNeeded: word))
  }

  /// Appends the eight hexadecimal digits of a word, the most significant first.
  @inline(__always)
  mutating func append(hexadecimal word: UInt32) {
    Hexadecimal.append(UInt8(truncatingIfNeeded: word &>> 24), to: &self)
    Hexadecimal.append(UInt8(truncatingIfNeeded: word &>> 16), to: &self)
    Hexadecimal.append(UInt8(truncatingIfNeeded: word &>> 8), to: &self)
    Hexadecimal.append(UInt8(truncatingIfNeeded: word), to: &self)
  }
}
