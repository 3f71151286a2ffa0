/// One member of a JSON object: a name and its value.
public struct JSONMember: Sendable {
  /// The name, without its quotation marks and escapes.
  public var name: String
  /// The value.
  public var value: JSONValue

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - name: The name, any text.
  ///   - value: The value.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}

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
