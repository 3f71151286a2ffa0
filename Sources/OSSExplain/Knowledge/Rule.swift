internal import OSSJSON
internal import OSSPrimitives

/// A row of `explain.json`: a cause, and the facts that show it.
struct Rule {
  /// The id of the cause; nil where the row says that nothing is to be said.
  let cause: String?
  let certainty: Certainty
  /// The codes: each also with a suffix after a dot.
  let codes: [Bytes]
  /// A word that the message has beside one of the codes.
  private let word: Bytes?
  /// Words of the message that are enough, in lower case.
  let words: [Bytes]
  /// Beginnings of the exact cause that are enough.
  private let exactCauses: [String]
  /// Parameters and headers of which a request that is shown has one (EXP-ANS-23).
  private let sends: [String]
  /// What must hold besides.
  private let conditions: [Condition]
  /// One more sentence, with facts between braces.
  let detail: String?
  /// What to change, in place of what the cause says; nil where that fits.
  let fix: String?
  /// Other causes, each with its certainty.
  private(set) var also: [(cause: String, certainty: Certainty)] = []

  init(_ row: JSONObject) throws(KnowledgeError) {
    let id = try row.text("cause")
    cause = id == "none" ? nil : id
    certainty = try row.word("certainty") ?? .likely
    (codes, words, word) = (row.bytes("codes"), row.bytes("says"), row.bytes("with").first)
    (exactCauses, sends) = (row.texts("ec"), row.texts("sends"))
    (detail, fix) = (row["detail"]?.stringValue, row["fix"]?.stringValue)
    conditions = try Condition.all(of: row)
    for text in row.texts("also") {
      let parts = text.pieces(at: " ")
      let word = parts.count > 1 ? parts[0] : "possible"
      let certainty: Certainty = try JSONObject.word(word, "certainty")
      also.append((parts[parts.count - 1], certainty))
    }
  }

  /// Whether nothing but the answer decides, and whether it is a refusal.
  var isFree: Bool { conditions.allSatisfy { $0.isOfRefusal } && sends.isEmpty }

  /// Whether words of a client show the row, so that each code of OSS counts before them.
  var isOfClient: Bool { conditions.contains { $0.isOfRefusal } }

  /// Whether the exact cause alone shows the row.
  func isCause(of facts: Facts) -> Bool {
    guard let ec = facts["ec"] else { return false }
    return exactCauses.contains { ec.begins(with: $0) } && holds(facts)
  }

  /// Whether words of the message show the row, and its exact causes are all of another group than that of
  /// the answer.
  func isOfOtherCause(_ facts: Facts) -> Bool {
    guard let ec = facts["ec"], let message = facts["message"], !exactCauses.isEmpty,
      ec.prefix(4).allSatisfy({ 0x30...0x39 ~= $0 })
    else { return false }
    return exactCauses.allSatisfy { $0.bytes.prefix(5) != ec.prefix(5) }
      && words.contains { message.index(of: $0) != nil } && holds(facts)
  }

  /// Whether code, message and facts show the row.
  func isShown(by facts: Facts) -> Bool {
    let isFree = codes.isEmpty && words.isEmpty && exactCauses.isEmpty
    return (isFree || isSaid(by: facts)) && holds(facts)
  }

  /// That the exact cause alone shows the row, and the answer has a code of another row; nil without one
  /// (EXP-FIND-5).
  func contradiction(_ facts: Facts) -> String? {
    guard isCause(of: facts), !isSaid(by: facts), let ec = facts["ec"], let code = facts["code"],
      !Self.wideCodes.contains(where: { code.isText($0) })
    else { return nil }
    return "OSS gives the error code \(ec.text.shown), which does not belong to \(code.text.shown)."
  }

  /// Codes that answers with many exact causes have.
  private static let wideCodes = [
    "AccessDenied", "InvalidArgument", "InvalidRequest", "MissingArgument", "BadRequest",
    "Forbidden",
  ]

  /// Whether the code or words of the answer show the row.
  func isSaid(by facts: Facts) -> Bool {
    let message = facts["message"] ?? []
    if words.contains(where: { message.index(of: $0) != nil }) { return true }
    guard let code = facts["code"] else { return false }
    let isCode = codes.contains { name in
      code == name || code.begins(with: name.text + ".")
    }
    return isCode && (word.map { message.index(of: $0) != nil } ?? true)
  }

  private func holds(_ facts: Facts) -> Bool {
    if !sends.isEmpty, facts["method"] != nil {
      let isSent = sends.contains { facts["header:" + $0] ?? facts["parameter:" + $0] != nil }
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

/// A fact and what must be true of it: `fact verb words`, with `|` between words of which one is
/// enough, and `!` before a condition that must not hold.
struct Condition {
  private enum Verb: String {
    case exists, empty, number, foreign, escaped, ascii, printable, capitals, base64
    case hasBlankEnds, invalidBucket, hidden
    case being = "is"
    case otherThan, begins, ends, has, cutFrom
    case length, hex, outside, above, below, base64Of, base64OfHex
  }

  private let isNegated: Bool
  private let fact: String
  private let verb: Verb
  private let words: [Word]

  /// The conditions of a row.
  static func all(of row: JSONObject) throws(KnowledgeError) -> [Condition] {
    var conditions: [Condition] = []
    for text in row.texts("when") { conditions.append(try Condition(text)) }
    return conditions
  }

  private init(_ text: String) throws(KnowledgeError) {
    isNegated = text.begins(with: "!")
    let parts = text.pieces(at: " ", most: 3)
    fact = isNegated ? String(decoding: parts[0].utf8.dropFirst(), as: UTF8.self) : parts[0]
    verb = try JSONObject.word(parts.count > 1 ? parts[1] : "", "verb")
    words = parts.count < 3 ? [] : parts[2].pieces(at: "|").map { Word($0) }
  }

  /// Whether it is about a refusal of OSS, by its code.
  var isOfRefusal: Bool { fact == "refusal" }

  func holds(_ facts: Facts) -> Bool {
    guard let value = facts[fact] else { return isNegated }
    return isTrue(of: value, facts) != isNegated
  }

  private func isTrue(of value: Bytes, _ facts: Facts) -> Bool {
    switch verb {
    case .exists: true
    case .empty: value.isEmpty
    case .number: value.decimal != nil
    case .foreign: AccessKeyID.isForeign(value)
    case .escaped: value.hasEscape
    case .ascii: value.allSatisfy { $0 < 0x80 }
    case .printable: value.allSatisfy { 0x21...0x7E ~= $0 }
    case .capitals: value != value.lowercased
    case .base64: value.base64Decoded != nil
    case .hasBlankEnds: value.stripped != value
    case .hidden: value.isPlaceholder
    case .invalidBucket: !AccessKeyID.isBucket(value)
    case .being: any(facts) { value == $0 }
    case .otherThan: !any(facts) { value == $0 }
    case .begins: any(facts) { value.prefix($0.count) == $0[...] }
    case .cutFrom: any(facts) { $0.count > value.count && $0.starts(with: value) }
    case .ends: any(facts) { value.suffix($0.count) == $0[...] }
    case .has: any(facts) { value.index(of: $0) != nil }
    case .length: numbers.contains(Int64(value.count))
    case .hex: numbers.contains { value.isHexadecimal(Int($0)) }
    case .base64Of: value.base64Decoded.map { numbers.contains(Int64($0.count)) } == true
    case .base64OfHex:
      value.base64Decoded.map { text in numbers.contains { text.isHexadecimal(Int($0)) } } == true
    case .above: value.decimal.map { $0 > limit(0) } == true
    case .below: value.decimal.map { $0 < limit(0) } == true
    case .outside: value.decimal.map { $0 < limit(0) || limit(1) < $0 } != false
    }
  }

  private var numbers: [Int64] { words.compactMap { $0.bytes.decimal } }

  private func limit(_ index: Int) -> Int64 { index < numbers.count ? numbers[index] : 0 }

  private func any(_ facts: Facts, _ isTrue: (Bytes) -> Bool) -> Bool {
    words.contains { word in
      guard let template = word.template else { return isTrue(word.bytes) }
      return facts.filled(template, isShown: false).map { isTrue($0.bytes) } ?? false
    }
  }
}

/// A word of a condition.
private struct Word {
  let bytes: Bytes
  /// The word as a text to fill, where it has `{fact}` in it; nil for one that is as it is.
  let template: String?

  init(_ text: String) {
    bytes = text.bytes
    template = Self.namesFact(bytes) ? text : nil
  }

  /// Whether a word has `{fact}` in it; other braces, such as those of `${name}` in code, are as they are.
  private static func namesFact(_ word: Bytes) -> Bool {
    word.places(of: "{".bytes).contains { place in
      let (name, rest) = Bytes(word[(place + 1)...]).halves(at: "}")
      let isOfCode = word[..<place].last.map { "$#".utf8.contains($0) } == true
      return rest != nil && !isOfCode && !name.isEmpty
        && name.allSatisfy { $0.isLetterOrDigit || "-:".utf8.contains($0) }
    }
  }
}
