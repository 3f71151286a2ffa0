internal import OSSPrimitives

/// The members of a JSON object in their order.
///
/// The reader refuses a name that is given twice. An object built in a program is not checked; where
/// it has two members of one name, the first is the one that the subscript finds.
public struct JSONObject: Hashable, Sendable {
  /// The members, in the order in which they are written.
  public var members: [JSONMember]

  /// Makes an object without members.
  public init() { members = [] }

  /// Makes an object of members in the order given.
  ///
  /// - Parameter members: The members, each with a name of its own.
  public init(_ members: [JSONMember]) { self.members = members }

  /// The value of the member with a name.
  ///
  /// A new name is added at the end; a value that replaces another keeps its place; `nil` removes
  /// the member.
  ///
  /// - Parameter name: The name, compared by its UTF-8 bytes.
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> JSONValue? {
    get {
      guard let index = index(of: name) else { return nil }
      return members[index].value
    }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSONMember(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? {
    var index = 0
    while index < members.count {
      if members[index].name.hasSameBytes(as: name) { return index }
      index += 1
    }
    return nil
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object, its members in the order of the literal.
  ///
  /// Where a name is given twice, the last value counts, so the object can be written and read again.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init()
    for (name, value) in members { self[name] = value }
  }
}
