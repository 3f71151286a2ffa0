internal import OSSJSON
internal import OSSPrimitives

/// A row of `explain.json`: a cause, and the facts that show it.
struct Rule {
  /// The id of the cause; nil where the row says that nothing is to be said.
  let cause: String?
  let certainty: Certainty
  /// The codes: each also with a suffix after a dot.
  private let codes: [Bytes]
  /// A word that the message has beside one of the codes.
  private let word: String?
  /// Words of the message that are enough, in lower case.
  let words: [String]
  /// Beginnings of the exact cause that are enough.
  private let exactCauses: [String]
  /// Parameters and headers of which a request that is shown has one (EXP-ANS-23).
  private let sends: [String]
  /// What must hold besides.
  private let conditions: [Condition]
  /// One more sentence, with facts between braces.
  let detail: String?
  /// Other causes, each with its certainty.
  let also: [(cause: String, certainty: Certainty)]

  /// Reads a row.
  init(_ object: JSONObject, _ place: String) throws(KnowledgeError) {
    guard let id = object["cause"]?.stringValue else {
      throw KnowledgeError(place, "has no member 'cause'")
    }
    cause = id == "none" ? nil : id
    let word = object["certainty"]?.stringValue ?? "likely"
    guard let certainty = Certainty(rawValue: word) else {
      throw KnowledgeError(place, "has the certainty '\(word)'")
    }
    self.certainty = certainty
    codes = object.texts("codes").map { $0.bytes }
    self.word = object["with"]?.stringValue
    words = object.texts("says")
    exactCauses = object.texts("ec")
    sends = object.texts("sends")
    detail = object["detail"]?.stringValue
    try Subject.check(detail, place)
    var conditions: [Condition] = []
    var also: [(cause: String, certainty: Certainty)] = []
    for text in object.texts("when") { conditions.append(try Condition(text, place)) }
    for text in object.texts("also") {
      let parts = text.pieces(at: " ")
      guard let certainty = parts.count == 1 ? .possible : Certainty(rawValue: parts[0]) else {
        throw KnowledgeError(place, "has the certainty '\(parts[0])'")
      }
      also.append((parts[parts.count - 1], certainty))
    }
    (self.conditions, self.also) = (conditions, also)
  }

  /// Whether nothing but the answer decides.
  var isFree: Bool { conditions.isEmpty && sends.isEmpty }

  /// The names of the codes.
  var names: [String] { codes.map { $0.text } }

  /// Whether the exact cause alone shows the row.
  func isCause(of facts: Facts) -> Bool {
    guard let ec = facts.text(.ec) else { return false }
    return exactCauses.contains { ec.begins(with: $0) } && holds(facts)
  }

  /// Whether code, message and facts show the row.
  func isShown(by facts: Facts) -> Bool {
    let isFree = codes.isEmpty && words.isEmpty && exactCauses.isEmpty
    return (isFree || isSaid(by: facts)) && holds(facts)
  }

  private func isSaid(by facts: Facts) -> Bool {
    let message = facts.text(.message) ?? []
    if words.contains(where: { message.contains($0) }) { return true }
    guard let code = facts.text(.code) else { return false }
    let isCode = codes.contains { name in
      code == name
        || code.count > name.count && code[name.count] == UInt8(ascii: ".")
          && code[..<name.count] == name[...]
    }
    return isCode && (word.map { message.contains($0) } ?? true)
  }

  private func holds(_ facts: Facts) -> Bool {
    if !sends.isEmpty, facts.text(.method) != nil {
      let isSent = sends.contains { facts.text(.header($0)) ?? facts.text(.parameter($0)) != nil }
      if !isSent { return false }
    }
    return conditions.allSatisfy { $0.holds(facts) }
  }
}

/// How sure a finding is, the surest first.
package enum Certainty: String, CaseIterable, Hashable, Sendable {
  /// What was given leaves no other reading.
  case certain
  /// It explains all that is seen, and so might something else (EXP-EV-3).
  case likely
  /// It fits, and nothing proves it.
  case possible
}

/// A fact and what must be true of it: `subject verb words`, with `|` between words of which one is
/// enough, and `!` before a condition that must not hold.
struct Condition {
  private enum Verb: String {
    case exists, empty, number, foreign, escaped, ascii, printable, capitals, base64
    case hasBlankEnds
    case invalidBucket
    case being = "is"
    case otherThan
    case begins
    case ends
    case has
    case length, hex, outside, above, below
    case base64Of
    case base64OfHex
  }

  private let isNegated: Bool
  private let subject: Subject
  private let verb: Verb
  private let words: [String]

  init(_ text: String, _ place: String) throws(KnowledgeError) {
    let parts = text.pieces(at: " ", most: 3)
    isNegated = parts[0].begins(with: "!")
    let name = isNegated ? String(decoding: parts[0].utf8.dropFirst(), as: UTF8.self) : parts[0]
    guard let subject = Subject(name) else {
      throw KnowledgeError(place, "has the unknown fact '\(name)'")
    }
    guard parts.count > 1, let verb = Verb(rawValue: parts[1].joinedAtHyphens) else {
      throw KnowledgeError(place, "has a condition without a known verb: '\(text)'")
    }
    (self.subject, self.verb) = (subject, verb)
    words = parts.count < 3 ? [] : parts[2].pieces(at: "|")
    let numbers = words.compactMap { $0.bytes.decimal }.count
    let isRight =
      switch verb {
      case .exists, .empty, .number, .foreign, .escaped, .ascii, .printable, .capitals, .base64,
        .hasBlankEnds, .invalidBucket:
        words.isEmpty
      case .being, .otherThan, .begins, .ends, .has: !words.isEmpty
      case .length, .hex, .base64Of, .base64OfHex: numbers > 0 && numbers == words.count
      case .above, .below: numbers == 1 && words.count == 1
      case .outside: numbers == 2 && words.count == 2
      }
    if !isRight { throw KnowledgeError(place, "has a condition with other words: '\(text)'") }
  }

  func holds(_ facts: Facts) -> Bool {
    guard let value = facts.text(subject) else { return isNegated }
    return isTrue(of: value, facts) != isNegated
  }

  private func isTrue(of value: Bytes, _ facts: Facts) -> Bool {
    switch verb {
    case .exists: return true
    case .empty: return value.isEmpty
    case .number: return value.decimal != nil
    case .foreign: return AccessKeyID.isForeign(value)
    case .escaped: return value.hasEscape
    case .ascii: return value.allSatisfy { $0 < 0x80 }
    case .printable: return value.allSatisfy { 0x21...0x7E ~= $0 }
    case .capitals: return value != value.lowercased
    case .base64: return value.base64Decoded != nil
    case .hasBlankEnds: return value.stripped != value
    case .invalidBucket: return !AccessKeyID.isBucket(value)
    case .being: return any(facts) { value == $0 }
    case .otherThan: return !any(facts) { value == $0 }
    case .begins: return any(facts) { value.prefix($0.count) == $0[...] }
    case .ends: return any(facts) { value.suffix($0.count) == $0[...] }
    case .has: return any(facts) { value.index(of: $0) != nil }
    case .length: return any(facts) { value.count == Int($0.decimal ?? -1) }
    case .hex: return any(facts) { value.isHexadecimal(Int($0.decimal ?? -1)) }
    case .above, .below, .outside: return isInRange(value) == (verb != .outside)
    case .base64Of: return any(facts) { value.base64Decoded?.count == Int($0.decimal ?? -1) }
    case .base64OfHex:
      return any(facts) { value.base64Decoded?.isHexadecimal(Int($0.decimal ?? -1)) == true }
    }
  }

  /// Whether the value is a number in the range that the words give.
  private func isInRange(_ value: Bytes) -> Bool {
    guard let number = value.decimal else { return false }
    let limits = words.map { $0.bytes.decimal ?? 0 }
    switch verb {
    case .above: return number > limits[0]
    case .below: return number < limits[0]
    default: return limits[0] <= number && number <= limits[1]
    }
  }

  private func any(_ facts: Facts, _ isTrue: (Bytes) -> Bool) -> Bool {
    words.contains { word in
      if !word.bytes.contains("{") { return isTrue(word.bytes) }
      return facts.filled(word, isShown: false).map { isTrue($0.bytes) } ?? false
    }
  }
}
