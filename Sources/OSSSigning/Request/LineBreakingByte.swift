/// The bytes that would end a header line early, and so let one value write another header.
package enum LineBreakingByte {
  /// The first CR, LF or NUL of a text, and its offset in UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func first(in text: String) -> (byte: UInt8, offset: Int)? {
    var offset = 0
    for byte in text.utf8 {
      if byte == 0x0D || byte == 0x0A || byte == 0x00 { return (byte, offset) }
      offset += 1
    }
    return nil
  }
}
