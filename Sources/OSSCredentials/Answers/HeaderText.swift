/// The value of a header as it is meant.
enum HeaderText {
  /// The value without the spaces and tabs at its ends, which RFC 9110 section 5.5 takes off.
  ///
  /// No other white space is: that of credentials has a rule of its own, ``OuterWhiteSpace``.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  static func trimmed(_ value: String) -> String {
    // Bytes, because a blank and a combining accent after it are one character.
    var bytes = value.utf8[...]
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
