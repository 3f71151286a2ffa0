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
