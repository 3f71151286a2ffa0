extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object, its members in the order of the literal.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { JSONMember(name: $0.0, value: $0.1) })
  }
}
