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

  /// The text with blanks after it, up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - utf8.count))
  }

  /// The text, or its beginning and a mark.
  func cut(after limit: Int) -> String {
    unicodeScalars.count <= limit
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + " …"
  }
}

extension UnicodeScalar {
  /// Whether a terminal may act on the character instead of showing it.
  fileprivate var isControl: Bool { value < 0x20 || (0x7f...0x9f).contains(value) }
}

/// Whether text may be coloured, and how.
struct Style: Hashable {
  /// Whether the reader is a terminal that shows colours.
  let hasColor: Bool

  func red(_ text: String) -> String { colored(text, 31) }
  func green(_ text: String) -> String { colored(text, 32) }
  func yellow(_ text: String) -> String { colored(text, 33) }
  func bold(_ text: String) -> String { colored(text, 1) }

  private func colored(_ text: String, _ code: Int) -> String {
    hasColor ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}

/// A number and what is counted: `1 vector`, `2 vectors`.
func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}

/// Lines with their columns under each other.
///
/// - Parameter alignsRight: Whether all columns but the first end under each other, as numbers do.
func columns(_ lines: [[String]], alignsRight: Bool = false) -> String {
  var widths: [Int] = []
  for line in lines {
    for (index, cell) in line.enumerated() {
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], cell.utf8.count)
    }
  }
  return lines.map { line in
    let cells = line.enumerated().map { index, cell in
      let space = String(repeating: " ", count: widths[index] - cell.utf8.count)
      if alignsRight, index > 0 { return space + cell }
      return index == line.count - 1 ? cell : cell + space
    }
    return cells.joined(separator: "  ") + "\n"
  }.joined()
}
