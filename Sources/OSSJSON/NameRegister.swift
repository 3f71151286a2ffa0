internal import OSSPrimitives

/// Says whether an object that is being read has a name already.
///
/// A short object is searched, which is quicker than hashing; a long one gets a set, so that a
/// hostile text cannot make the reader's work grow with the square of its length.
struct NameRegister {
  private static let searchable = 16
  private var names: Set<Name> = []

  init() {}

  /// Takes in the next name of an object.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - members: The members before it.
  /// - Returns: `false` if one of the members has the name.
  /// - Complexity: O(1) on average.
  mutating func insert(_ name: String, after members: [JSONMember]) -> Bool {
    if members.count < Self.searchable {
      return !members.indices.contains { members[$0].name.hasSameBytes(as: name) }
    }
    if members.count == Self.searchable {
      for member in members { names.insert(Name(text: member.name)) }
    }
    return names.insert(Name(text: name)).inserted
  }

  /// A name that is compared by its bytes.
  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }
}
