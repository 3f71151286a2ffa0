extension String {
  /// The text on one line and without control characters.
  ///
  /// Adapters write messages, and a terminal obeys what it is shown.
  var visible: String {
    guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let scalar where scalar.isControl:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension UnicodeScalar {
  /// Whether a terminal may act on the character instead of showing it.
  fileprivate var isControl: Bool { value < 0x20 || (0x7f...0x9f).contains(value) }
}
