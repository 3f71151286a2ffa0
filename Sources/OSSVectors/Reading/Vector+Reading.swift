public import OSSPrimitives

extension Vector {
  private static let memberNames = [
    "id", "operation", "level", "reason", "clauses", "comment", "flags", "provenance", "input",
    "expect",
  ]

  /// Reads a vector from JSON, strictly.
  ///
  /// - Parameters:
  ///   - json: The vector's object.
  ///   - place: Where it stands; the vector's id takes the place of the index once it is known.
  /// - Throws: ``VectorError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the size of the object.
  public convenience init(json: JSONValue, at place: VectorLocation) throws(VectorError) {
    var reader = try MemberReader(json, at: place)
    let id = try reader.text("id")
    guard NameRules.isSlug(id) else {
      throw .invalidSlug(place.member("id"), text: id)
    }
    let here = VectorLocation(file: place.file, vector: id)
    reader.place = here
    try reader.allow(only: Self.memberNames)
    let operation: Operation = try reader.word("operation", list: "an operation")
    let level: Level = try reader.word("level", list: "one of must, should, may")
    let reason = try reader.optionalText("reason")
    if level == .may, reason == nil { throw .missingMember(here.member("reason")) }
    self.init(
      id: id, operation: operation, level: level, reason: reason,
      clauses: try Self.clauses(reader), comment: try reader.text("comment"),
      flags: try Self.flags(reader),
      provenance: try Provenance(reader.members("provenance")),
      input: try reader.object("input"),
      expectation: try Expectation(reader.members("expect"), operation: operation))
  }

  private static func clauses(_ reader: MemberReader) throws(VectorError) -> [String] {
    let clauses = try reader.texts("clauses")
    guard !clauses.isEmpty else { throw .emptyList(reader.place.member("clauses")) }
    for (index, clause) in clauses.enumerated() where !NameRules.isClause(clause) {
      throw .invalidClause(reader.place.member("clauses").element(index), text: clause)
    }
    return clauses
  }

  private static func flags(_ reader: MemberReader) throws(VectorError) -> [String] {
    let flags = try reader.texts("flags")
    for (index, flag) in flags.enumerated() where !NameRules.isSlug(flag) {
      throw .invalidSlug(reader.place.member("flags").element(index), text: flag)
    }
    return flags
  }
}

extension MemberReader {
  /// A member's word, which must be a raw value of a closed list.
  fileprivate func word<Word: RawRepresentable<String>>(
    _ name: String, list: String
  ) throws(VectorError) -> Word {
    let text = try text(name)
    guard let word = Word(rawValue: text) else {
      throw .unknownWord(place.member(name), text: text, list: list)
    }
    return word
  }
}
