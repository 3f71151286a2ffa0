internal import OSSPrimitives

extension String {
  /// The text on one line, with escapes for what a reader or a terminal would obey.
  ///
  /// Every text of an adapter goes through here before a person sees it, in every form of report but JSON.
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
    self + String(repeating: " ", count: Swift.max(0, width - columnCount))
  }

  /// How many columns the text takes on a terminal.
  var columnCount: Int { unicodeScalars.reduce(0) { $0 + $1.columnCount } }

  /// The text, or as much of it as fits into some columns, with a mark at its end.
  func cut(toColumns width: Int) -> String {
    guard columnCount > width else { return self }
    var text = ""
    var count = 0
    for scalar in unicodeScalars {
      count += scalar.columnCount
      if count >= width { break }
      text.unicodeScalars.append(scalar)
    }
    return text + "…"
  }

  /// The text, or its beginning and a mark.
  func cut(after limit: Int) -> String {
    unicodeScalars.count <= limit
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + " …"
  }
}

extension UnicodeScalar {
  /// How many columns a terminal gives the character: two where it is Chinese or as wide.
  fileprivate var columnCount: Int { (0x2e80...0xa4cf).contains(value) || value > 0xff00 ? 2 : 1 }
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

/// A number with a comma before each group of three digits.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
  return String(digits)
}

extension Array {
  /// The elements by a key, in the order in which the keys come first; no group is empty.
  func inGroups(by key: (Element) -> some Hashable) -> [[Element]] {
    let groups = Dictionary(grouping: indices) { key(self[$0]) }
    return groups.values.sorted { $0[0] < $1[0] }.map { $0.map { self[$0] } }
  }
}

/// Lines of at most 80 columns, the first behind a name and the others below its text.
///
/// - Parameters:
///   - text: The words.
///   - name: What is before the first line.
///   - limit: How many lines there may be; what is left out has a mark in its place. Without a limit
///     nothing is left out, and a longer word has a line of its own.
func wrapped(_ text: String, after name: String = "", limit: Int = .max) -> [String] {
  let width = 80
  var lines: [String] = []
  var line = name
  var isBegun = false
  let words = text.split(separator: " ")
  for (index, word) in words.enumerated() {
    if isBegun, line.columnCount + 1 + String(word).columnCount > width {
      if lines.count + 1 == limit {
        line += " " + words[index...].joined(separator: " ")
        break
      }
      lines.append(line)
      line = "".padded(to: name.columnCount)
      isBegun = false
    }
    line += (isBegun ? " " : "") + word
    isBegun = true
  }
  return (lines + (isBegun ? [line] : [])).map { limit == .max ? $0 : $0.cut(toColumns: width) }
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

extension String {
  /// The text as XML and HTML may hold it, in an attribute too.
  var xml: String {
    var bytes = Bytes()
    XMLEscape.append(visible, to: &bytes)
    return bytes.replacing("\"", with: "&quot;").text
  }
}
