/// The writing of text into XML.
package enum XMLEscape {
  /// Appends a text with what begins markup as a reference, and CR, since readers make LF of a plain one;
  /// a character that XML cannot hold becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - buffer: where the escaped text is added.
  /// - Complexity: O(*n*) in the length of the text.
  package static func append(_ text: String, to buffer: inout Bytes) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": buffer.append("&amp;")
      case "<": buffer.append("&lt;")
      case ">": buffer.append("&gt;")
      case "\t", "\n": buffer.append(ascii: scalar)
      case "\r": buffer.append("&#13;")
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": buffer.append("\u{FFFD}")
      default: buffer.append(contentsOf: String(scalar).utf8)
      }
    }
  }
}
