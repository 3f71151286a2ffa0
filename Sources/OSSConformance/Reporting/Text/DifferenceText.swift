internal import OSSPrimitives

/// The lines that show one difference: both sides, a mark, and the bytes around it.
struct DifferenceText {
  let style: Style

  func lines(_ difference: Difference) -> [String] {
    guard let expected = difference.expected, let actual = difference.actual else {
      return [
        "    expected  " + whole(difference.expected),
        "    actual    " + whole(difference.actual),
      ]
    }
    let offset = difference.offset ?? 0
    let left = ByteExcerpt(expected, around: offset)
    let right = ByteExcerpt(actual, around: offset)
    var lines = [
      "    expected  " + style.green(left.text), "    actual    " + style.red(right.text),
    ]
    if difference.offset != nil {
      // Up to the offset both sides are the same, so one mark serves both.
      lines.append(String(repeating: " ", count: 14 + left.column) + "^ byte \(offset)")
      lines.append("    expected  " + ByteExcerpt.hexadecimal(expected, around: offset))
      lines.append("    actual    " + ByteExcerpt.hexadecimal(actual, around: offset))
    }
    return lines
  }

  private func whole(_ bytes: Bytes?) -> String {
    guard let bytes else { return "(nothing)" }
    return bytes.isEmpty ? "(empty)" : ByteExcerpt(bytes, around: 0).text
  }
}
