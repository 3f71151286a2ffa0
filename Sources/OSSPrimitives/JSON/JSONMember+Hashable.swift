extension JSONMember: Hashable {
  /// Compares names by their bytes, then values.
  ///
  /// - Complexity: O(*n*) in the size of the member.
  public static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value == right.value
  }

  /// Feeds the name's bytes and the value to a hasher.
  ///
  /// - Complexity: O(*n*) in the size of the member.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(value)
  }
}
