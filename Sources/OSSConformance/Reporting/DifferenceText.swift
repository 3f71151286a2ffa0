internal import OSSPrimitives
internal import OSSVectors

/// The lines that show one difference: both sides, a mark, and the bytes around it.
struct DifferenceText {
  let style: Style
  /// What the two sides are called.
  var names = (expected: "expected", actual: "actual")
  /// Whether the bytes are shown; not where the sides are words of the judge.
  var showsBytes = true

  func lines(_ difference: Difference) -> [String] {
    guard let expected = difference.expected, let actual = difference.actual else {
      return [
        expectedName + whole(difference.expected),
        actualName + whole(difference.actual),
      ]
    }
    let offset = difference.offset ?? 0
    let left = ByteExcerpt(expected, around: offset)
    let right = ByteExcerpt(actual, around: offset)
    var lines = [
      expectedName + style.green(left.text), actualName + style.red(right.text),
    ]
    if showsBytes, difference.offset != nil, difference.words == nil {
      // Up to the offset both sides are the same, so one mark serves both.
      lines.append("".padded(to: 14 + left.column) + "^ byte \(offset)")
      lines.append(expectedName + ByteExcerpt.hexadecimal(expected, around: offset))
      lines.append(actualName + ByteExcerpt.hexadecimal(actual, around: offset))
    }
    return lines
  }

  private var expectedName: String { Self.column(names.expected) }
  private var actualName: String { Self.column(names.actual) }

  private static func column(_ name: String) -> String {
    "    " + name.padded(to: max(10, name.utf8.count + 1))
  }

  private func whole(_ bytes: Bytes?) -> String {
    guard let bytes else { return "(nothing)" }
    return bytes.isEmpty ? "(empty)" : ByteExcerpt(bytes, around: 0).text
  }
}

/// A part of some bytes around an offset, on one line, with everything invisible made visible.
struct ByteExcerpt {
  let text: String
  /// The column of the offset in the text.
  let column: Int

  /// Makes an excerpt; the bytes whole if they are few.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - offset: What is to be seen.
  ///   - before: How many columns are shown before the offset.
  ///   - after: How many columns are shown from the offset on.
  init(_ bytes: Bytes, around offset: Int, before: Int = 40, after: Int = 40) {
    let cells = bytes.map(Self.escaped)
    let offset = min(offset, cells.count)
    let isWhole = cells.reduce(0) { $0 + $1.utf8.count } <= before + after
    let start = isWhole ? 0 : offset - Self.count(of: cells[..<offset].reversed(), within: before)
    let end =
      isWhole ? cells.count : offset + Self.count(of: Array(cells[offset...]), within: after)
    let beginning = (start > 0 ? "... " : "") + cells[start..<offset].joined()
    text = beginning + cells[offset..<end].joined() + (end < cells.count ? " ..." : "")
    column = beginning.utf8.count
  }

  /// How many of some cells fit into some columns.
  private static func count(of cells: [String], within columns: Int) -> Int {
    var left = columns
    return cells.prefix {
      left -= $0.utf8.count
      return left >= 0
    }.count
  }

  /// A byte as printable ASCII; the backslash is doubled, so that each text is one row of
  /// bytes.
  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case 0x0a: "\\n"
    case 0x0d: "\\r"
    case 0x09: "\\t"
    case 0x5c: "\\\\"
    case 0x20...0x7e: String(UnicodeScalar(byte))
    default: "\\x" + hexadecimal(byte)
    }
  }

  /// The bytes around an offset in hexadecimal, the one at the offset in brackets.
  static func hexadecimal(_ bytes: Bytes, around offset: Int) -> String {
    var words: [String] = []
    for index in max(0, offset - 4)..<min(bytes.count, offset + 8) {
      let word = hexadecimal(bytes[index])
      words.append(index == offset ? "[\(word)]" : word)
    }
    if offset >= bytes.count { words.append("[end]") }
    return words.joined(separator: " ")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 0x10 ? "0" + digits : digits
  }
}
