internal import OSSPrimitives
internal import OSSVectors

/// Both sides of the first step that differs, in few lines: of several lines the one that differs.
struct StepText {
  let style: Style
  /// Whether the expected text is there where the adapter shows none and only hashes differ.
  var showsHidden = true

  /// How many lines of an expected text are shown.
  private static let hiddenLimit = 8

  func lines(_ finding: Finding, indent: Int) -> [String] {
    let margin = "".padded(to: indent)
    func side(_ name: String, _ text: String) -> String {
      margin + "  " + name.padded(to: 10) + text
    }
    guard let first = finding.verdict.failure?.differences.first else {
      let width = 80 - indent - 12
      return [
        side("expected", finding.vector.expectation.outcome.words.visible.cut(toColumns: width)),
        side("yours", finding.reply.words.visible.cut(toColumns: width)),
      ]
    }
    if let hidden = HiddenStep(finding) {
      guard showsHidden else {
        let place = "\(Program.name) show \(finding.vector.id)"
        return [(margin + "expected \(hidden.name): \(place)").cut(toColumns: 80)]
      }
      let lines = hidden.lines.prefix(Self.hiddenLimit).map {
        margin + ($0.isEmpty ? "  |" : "  | " + $0)
      }
      return [margin + "expected \(hidden.name); print yours beside it:"]
        + (lines + (hidden.lines.count > lines.count ? [margin + "  | …"] : []))
        .map { $0.cut(toColumns: 80) }
    }
    let (expected, actual, line) = Self.sides(of: first)
    let title = first.title.visible + (line.map { ", line \($0)" } ?? "")
    return [
      (margin + title).cut(toColumns: 80), side("expected", style.green(expected)),
      side("yours", style.red(actual)),
    ]
  }

  /// Both sides, and the number of the line where there are several.
  static func sides(of difference: Difference) -> (expected: String, actual: String, line: Int?) {
    guard let expected = difference.expected, let actual = difference.actual else {
      return (
        difference.expected.map { shown($0, around: 0) } ?? "(nothing)",
        difference.actual.map { shown($0, around: 0) } ?? "(nothing)", nil
      )
    }
    let offset = difference.offset ?? 0
    // A last line feed makes no second line.
    let hasLines = [expected, actual].contains { $0.dropLast().contains(0x0A) }
    guard hasLines else {
      return (shown(expected, around: offset), shown(actual, around: offset), nil)
    }
    let start = (expected[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    func line(_ bytes: Bytes) -> String {
      shown(Bytes(bytes[start...].prefix { $0 != 0x0A }), around: offset - start)
    }
    let number = expected[..<offset].count { $0 == 0x0A } + 1
    return (line(expected), line(actual), number)
  }

  /// Some bytes around an offset, with a blank at an end made visible.
  private static func shown(_ bytes: Bytes, around offset: Int) -> String {
    let bytes = bytes.last == 0x0A ? Bytes(bytes.dropLast()) : bytes
    if bytes.isEmpty { return "(empty)" }
    var text = ByteExcerpt(bytes, around: offset, before: 20, after: 36).text
    if text.first == " " { text = "␠" + text.dropFirst() }
    if text.last == " " { text = text.dropLast() + "␠" }
    return text
  }
}
