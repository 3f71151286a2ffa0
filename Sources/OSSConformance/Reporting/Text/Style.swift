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
