/// What the names in a file of vectors may look like.
enum NameRules {
  /// Whether a text is `[a-z0-9]+(-[a-z0-9]+)*`.
  static func isSlug(_ text: String) -> Bool {
    isWords(text.utf8) { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
  }

  /// Whether a text is slugs joined by slashes.
  static func isSuiteName(_ text: String) -> Bool {
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isSlug(String($0)) }
  }

  /// Whether a text is `[A-Z0-9]+(-[A-Z0-9]+)*-[0-9]+`.
  static func isClause(_ text: String) -> Bool {
    guard isWords(text.utf8, of: { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) }),
      let hyphen = text.utf8.lastIndex(of: UInt8(ascii: "-"))
    else { return false }
    return text.utf8[hyphen...].dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether there is more to read in a text than blanks.
  static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 <= 0x20 }
  }

  private static func isWords(_ text: String.UTF8View, of isLetter: (UInt8) -> Bool) -> Bool {
    var isAfterLetter = false
    for byte in text {
      let isOne = isLetter(byte)
      guard isOne || (byte == UInt8(ascii: "-") && isAfterLetter) else { return false }
      isAfterLetter = isOne
    }
    return isAfterLetter
  }
}
