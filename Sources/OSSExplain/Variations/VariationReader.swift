internal import OSSJSON
internal import OSSPrimitives

extension Variation {
  init(_ json: JSONValue, _ place: String) throws(KnowledgeError) {
    let known = ["id", "also", "versions", "place", "methods", "with", "without", "and"]
    let members = try RowMembers(json, place, known + VariationStep.members)
    let ids = try members.texts("id")
    if ids.isEmpty { throw KnowledgeError(place, "has no member 'id'") }
    self.ids = try ids + members.texts("also")
    versions = try members.words("versions")
    switch try members.texts("place").first {
    case nil: isOfURL = nil
    case "url": isOfURL = true
    case "header": isOfURL = false
    case let other?: throw members.unknown("place", other)
    }
    methods = try members.bytes("methods")
    with = try members.bytes("with")
    without = try members.bytes("without")
    var steps = try VariationStep.steps(members)
    for step in members.object["and"]?.arrayValue ?? [] {
      steps += try VariationStep.steps(RowMembers(step, place, VariationStep.members))
    }
    self.steps = steps
  }
}

extension VariationStep {
  fileprivate static let members = ["part", "change", "argument", "from", "where"]

  /// One step for each part that is named.
  fileprivate static func steps(_ members: RowMembers) throws(KnowledgeError) -> [VariationStep] {
    let parts: [SignedPart] = try members.words("part")
    let name = try members.texts("change").first ?? ""
    let arguments = try members.bytes("argument")
    let condition = try members.condition()
    let source = try members.source()
    // An argument from the request is tried with a text in its place.
    let tried = arguments + (source == nil ? [] : [[]])
    var steps: [VariationStep] = []
    for part in parts {
      let isList = part == .headers || part == .parameters || part == .additionalHeaders
      let list: ListChange? = isList ? RowMembers.word(name) : nil
      let change: TextChange? = list == nil ? RowMembers.word(name) : nil
      let isComplete = list.map { $0.takes(tried) } ?? change?.takes(tried) ?? false
      if !isComplete { throw members.unknown("change", name) }
      steps.append(
        VariationStep(
          part: part, change: change, list: list, arguments: arguments, source: source,
          condition: condition))
    }
    return steps
  }
}

/// The members of a row, or of a further step, read by their types.
private struct RowMembers {
  let object: JSONObject
  private let place: String

  /// Takes an object whose members are all known.
  init(_ json: JSONValue, _ place: String, _ known: [String]) throws(KnowledgeError) {
    guard let object = json.objectValue else { throw KnowledgeError(place, "is not an object") }
    (self.object, self.place) = (object, place)
    for member in object.members where !known.containsBytes(of: member.name) {
      throw unknown(member.name, "")
    }
  }

  func unknown(_ member: String, _ value: String) -> KnowledgeError {
    KnowledgeError(
      place, "has the member '%' with the unknown value %".filled(member, value.quoted))
  }

  /// A text, or several; none for a member that is missing.
  func texts(_ name: String) throws(KnowledgeError) -> [String] {
    guard let value = object[name] else { return [] }
    return try texts(value, name)
  }

  private func texts(_ value: JSONValue, _ name: String) throws(KnowledgeError) -> [String] {
    if let text = value.stringValue { return [text] }
    if value.boolValue == true { return [] }
    let texts = value.arrayValue?.compactMap { $0.stringValue }
    guard let texts, texts.count == value.arrayValue?.count else {
      throw KnowledgeError(place, "has a member '\(name)' of another type")
    }
    return texts
  }

  func bytes(_ name: String) throws(KnowledgeError) -> [Bytes] { try texts(name).map { $0.bytes } }

  /// What a word of the table means: `leftOut` is written `left out`.
  static func word<Word: RawRepresentable>(_ text: String) -> Word? where Word.RawValue == String {
    Word(rawValue: text.bytes.replacing(" ", with: "-").text.joinedAtHyphens)
  }

  /// The words of a member that a row must have.
  func words<Word: RawRepresentable>(
    _ name: String
  ) throws(KnowledgeError) -> [Word] where Word.RawValue == String {
    var words: [Word] = []
    for text in try texts(name) {
      guard let word: Word = Self.word(text) else { throw unknown(name, text) }
      words.append(word)
    }
    if words.isEmpty { throw KnowledgeError(place, "has no member '\(name)'") }
    return words
  }

  /// The word of `from`, and the name behind its colon.
  func source() throws(KnowledgeError) -> VariationSource? {
    guard let text = try texts("from").first else { return nil }
    let (word, name) = text.bytes.halves(at: ":")
    guard let word: VariationSource.Word = Self.word(word.text) else {
      throw unknown("from", text)
    }
    return VariationSource(word: word, name: name ?? [])
  }

  /// The tests of `where`; the word `not` before a name turns its test round.
  func condition() throws(KnowledgeError) -> VariationCondition {
    var tests: [(test: VariationCondition.Test, isNegative: Bool, texts: [Bytes])] = []
    for member in object["where"]?.objectValue?.members ?? [] {
      let isNegative = member.name.begins(with: "not ")
      let name = isNegative ? member.name.pieces(at: " ", most: 2)[1] : member.name
      guard let test: VariationCondition.Test = Self.word(name) else {
        throw unknown("where", member.name)
      }
      tests.append((test, isNegative, try texts(member.value, "where").map { $0.bytes }))
    }
    return VariationCondition(tests: tests)
  }
}
