extension JSONNumber: Hashable {
  /// Compares the texts of two numbers byte by byte.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Feeds the text to a hasher.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
