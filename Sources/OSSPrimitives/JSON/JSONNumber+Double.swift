extension JSONNumber {
  /// The nearest number of double precision, if the value is not too great for one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
