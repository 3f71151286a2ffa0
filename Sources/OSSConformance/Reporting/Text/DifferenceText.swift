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
      lines.append(String(repeating: " ", count: 14 + left.column) + "^ byte \(offset)")
      lines.append(expectedName + ByteExcerpt.hexadecimal(expected, around: offset))
      lines.append(actualName + ByteExcerpt.hexadecimal(actual, around: offset))
    }
    return lines
  }

  private var expectedName: String { Self.column(names.expected) }
  private var actualName: String { Self.column(names.actual) }

  private static func column(_ name: String) -> String {
    "    " + name + String(repeating: " ", count: max(1, 10 - name.utf8.count))
  }

  private func whole(_ bytes: Bytes?) -> String {
    guard let bytes else { return "(nothing)" }
    return bytes.isEmpty ? "(empty)" : ByteExcerpt(bytes, around: 0).text
  }
}
