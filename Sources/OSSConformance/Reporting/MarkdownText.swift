extension String {
  /// The text as words of Markdown on one line, which are no markup; also in a cell of a table.
  var markdown: String {
    var text = ""
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\\", "`", "*", "_", "~", "[", "]", "|": text += "\\\(scalar)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text as code of Markdown on one line, also in a cell of a table.
  ///
  /// - Parameter marks: How many backticks are around it; more where the text has as many in a row.
  func markdownCode(marks: Int = 1) -> String {
    var text = ""
    var runs: Set<Int> = []
    var (ticks, slashes) = (0, 0)
    for scalar in visible.unicodeScalars {
      if scalar != "`" { runs.insert(ticks) }
      ticks = scalar == "`" ? ticks + 1 : 0
      // A table ends its cell at a bar, also in code, but for one behind an odd number of backslashes.
      if scalar == "|", slashes.isMultiple(of: 2) { text += "\\" }
      slashes = scalar == "\\" ? slashes + 1 : 0
      text.unicodeScalars.append(scalar)
    }
    runs.insert(ticks)
    let fence = String(repeating: "`", count: (marks...).first { !runs.contains($0) } ?? marks)
    let space = text.isEmpty || text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }
}
