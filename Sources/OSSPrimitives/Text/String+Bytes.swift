extension String {
  /// Whether the UTF-8 forms of two strings are the same bytes.
  ///
  /// `==` of `String` also calls canonically equivalent strings equal, é as one character and as
  /// two for example; to a protocol these are two names.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func hasSameBytes(as other: String) -> Bool {
    // Equality compares many bytes at once, and of two texts in ASCII it says all.
    guard utf8.count == other.utf8.count, self == other else { return false }
    return utf8.count == utf16.count || utf8.elementsEqual(other.utf8)
  }

  /// Whether the UTF-8 form of this string sorts before that of another, byte by byte.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Feeds the UTF-8 bytes and their count to a hasher, so that hashing agrees with
  /// ``hasSameBytes(as:)``.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func hashBytes(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in utf8 {
      word = word &<< 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    if count & 7 != 0 { hasher.combine(word) }
    hasher.combine(count)
  }
}

extension [String] {
  /// Whether one of the texts has the same UTF-8 bytes as another text.
  ///
  /// - Complexity: O(*n*) in the number of texts.
  package func containsBytes(of text: String) -> Bool {
    var index = 0
    while index < count {
      if self[index].hasSameBytes(as: text) { return true }
      index += 1
    }
    return false
  }
}
