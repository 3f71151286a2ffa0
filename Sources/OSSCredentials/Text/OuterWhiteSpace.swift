/// The one rule by which texts of credentials lose the white space around them (CRED-TRIM-1,
/// CRED-TRIM-2, CRED-TRIM-3, CRED-TRIM-4; of a server's answer TOK-MEM-4 and TOK-MEM-5).
///
/// A key that was pasted, or read from a file, often brings a blank or a line end with it. Those
/// are no part of any key, and a signature made with them does not verify.
package enum OuterWhiteSpace {
  /// A text without the white space at its ends; what is inside it is kept.
  ///
  /// - Parameter text: the text as it was given.
  /// - Returns: the rest; "" for white space alone.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !contains($0) }),
      let last = scalars.lastIndex(where: { !contains($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether a character is white space here: what Unicode calls so, the zero-width space, and the
  /// byte-order mark.
  ///
  /// The list is written out, since Embedded Swift has no table of properties.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0009...0x000D, 0x0020, 0x0085, 0x00A0, 0x1680, 0x2000...0x200A: true
    case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    case 0x200B, 0xFEFF: true
    default: false
    }
  }
}
