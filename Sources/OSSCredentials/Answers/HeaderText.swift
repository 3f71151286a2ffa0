/// The value of a header as it is meant.
enum HeaderText {
  /// The value without the spaces and tabs at its ends, which RFC 9110 section 5.5 takes off.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  static func trimmed(_ value: String) -> String {
    var text = value[...]
    while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return String(text)
  }
}
