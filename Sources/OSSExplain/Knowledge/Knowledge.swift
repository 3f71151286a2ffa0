package import OSSJSON
internal import OSSPrimitives

/// What is known of refusals: `explain.json`, and the words of the mistakes of `mistakes.json`.
///
/// What the rows name is checked by spec/explain.py; a row whose words are not known is refused here.
package struct Knowledge: Sendable {
  /// The causes that are no mistakes of the specification.
  package let causes: [Cause]
  private(set) var codes = AnswerCodes()
  /// The rows for answers; of two that an answer matches the first one counts.
  let answers: [Rule]
  /// The rows that count where nothing else is found (EXP-ANS-16).
  let weakAnswers: [Rule]
  /// What calls of SDKs need, and what they sign.
  private(set) var calls = CallTable()
  /// Further rows, by the step that reads them.
  private var steps: [(name: String, rules: [Rule])] = []
  /// What two texts that differ show.
  let differences: [DifferenceRow]
  package let variations: Variations
  private let mistakes: [Cause]

  /// Reads the three files.
  ///
  /// - Throws: ``KnowledgeError``, which names the file, the list and the row.
  package init(
    explain: JSONValue, mistakes: JSONValue, variations: JSONValue
  ) throws(KnowledgeError) {
    let object = explain.objectValue ?? [:]
    answers = try object["answers"].rows("explain.json, answers", Rule.init)
    weakAnswers = try object["weak"].rows("explain.json, weak", Rule.init)
    differences = try object["differences"].rows("explain.json, differences", DifferenceRow.init)
    for row in object["codes"]?.arrayValue ?? [] { codes.add(row.objectValue ?? [:]) }
    for rule in answers { codes.add(rule) }
    for row in object["calls"]?.arrayValue?.compactMap({ $0.objectValue }) ?? [] {
      for name in row.bytes("names") { calls.actions[name, default: []] += row.bytes("action") }
    }
    for row in object["signers"]?.arrayValue?.compactMap({ $0.objectValue }) ?? [] {
      let method = row.bytes("method").first
      for name in row.bytes("names") {
        let isOfS3 = row["s3"] != nil
        calls.signers[name] = (method, row.texts("expiry") == ["seconds"], isOfS3)
      }
    }
    for step in object["steps"]?.objectValue?.members ?? [] {
      steps.append(
        (step.name, try Optional(step.value).rows("explain.json, \(step.name)", Rule.init)))
    }
    causes = try object["causes"].rows("explain.json, causes", Cause.init)
    self.mistakes = try mistakes.objectValue?["mistakes"].rows("mistakes.json", Cause.init) ?? []
    self.variations = try Variations(json: variations)
  }

  /// The rows that a step reads.
  func rules(_ step: String) -> [Rule] { steps.first { $0.name == step }?.rules ?? [] }

  /// The cause of an id, or the mistake of it.
  package func cause(_ id: String) -> Cause? {
    causes.first { $0.id == id } ?? mistakes.first { $0.id == id }
  }
}

/// Why a file of knowledge cannot be read: a sentence with the place.
package struct KnowledgeError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension JSONValue? {
  /// The rows of a list, each as a function reads it.
  ///
  /// - Throws: that there is no list, or the fault of a row behind the name of the list.
  func rows<Row>(
    _ list: String, _ read: (JSONObject) throws(KnowledgeError) -> Row
  ) throws(KnowledgeError) -> [Row] {
    guard let values = self?.arrayValue else { throw KnowledgeError("\(list) is not a list.") }
    var rows: [Row] = []
    for (index, value) in values.enumerated() {
      do throws(KnowledgeError) { rows.append(try read(value.objectValue ?? [:])) } catch {
        throw KnowledgeError("\(list), row \(index + 1), \(error.description)")
      }
    }
    return rows
  }
}

extension JSONObject {
  /// The texts of a member: the one that it is, or those of a list or of an object; empty without one.
  func texts(_ name: String) -> [String] {
    guard let value = self[name] else { return [] }
    if let text = value.stringValue { return [text] }
    let values = value.arrayValue ?? value.objectValue?.members.map { $0.value } ?? []
    return values.compactMap { $0.stringValue }
  }

  /// The same as bytes.
  func bytes(_ name: String) -> [Bytes] { texts(name).map { $0.bytes } }

  /// The text of a member that a row must have.
  func text(_ name: String) throws(KnowledgeError) -> String {
    guard let text = self[name]?.stringValue, !text.isEmpty else {
      throw KnowledgeError("has no member '\(name)'.")
    }
    return text
  }

  /// What the texts of a member mean.
  func words<Word: RawRepresentable<String>>(_ name: String) throws(KnowledgeError) -> [Word] {
    var words: [Word] = []
    for text in texts(name) { words.append(try Self.word(text, name)) }
    return words
  }

  /// What the first of them means; nil without one.
  func word<Word: RawRepresentable<String>>(_ name: String) throws(KnowledgeError) -> Word? {
    let words: [Word] = try words(name)
    return words.first
  }

  /// What a word of the files means: `leftOut` is written `left out` or `left-out`.
  static func word<Word: RawRepresentable<String>>(
    _ text: String, _ name: String
  ) throws(KnowledgeError) -> Word {
    var letters = Bytes()
    var isStart = false
    for byte in text.bytes {
      let isGap = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
      if !isGap { letters.append(isStart && 0x61...0x7A ~= byte ? byte & 0xDF : byte) }
      isStart = isGap
    }
    guard let word = Word(rawValue: letters.text) else {
      throw KnowledgeError("has the unknown \(name) \(text.quoted).")
    }
    return word
  }
}

/// A way in which a request comes to be refused, and what to do about it.
package struct Cause: Sendable {
  /// The id, such as `content-type-added`; one means one thing in the whole kit.
  package let id: String
  /// What was done, as one sentence.
  package let sentence: String
  /// The same where it is no more than possible; nil where the sentence is right then, too.
  package let guess: String?
  /// What to change, as one sentence.
  package let fix: String
  /// What to change with V4, where it is something else.
  package let fixV4: String?
  /// The same with a call of STS.
  package let fixRPC: String?
  /// The clauses that it breaks, those of one version or of all.
  package let clauses: [String]
  /// A vector that catches it with each version; empty for a mistake, which `show` knows.
  package let vectors: [String]
  /// Whether it says that OSS's text lacks something, which a text that was cut lacks, too.
  let isOfAbsence: Bool
  /// The ids of those that say the same, beside one of which it is not said (EXP-FIND-12).
  let within: [String]
  /// Whether it is a mistake of the specification, which vectors and fingerprints show.
  package let isMistake: Bool

  /// Reads a cause of `explain.json`, or a mistake of `mistakes.json`, which has the same words.
  init(_ row: JSONObject) throws(KnowledgeError) {
    (id, sentence, fix) = (try row.text("id"), try row.text("sentence"), try row.text("fix"))
    (guess, fixV4) = (row["guess"]?.stringValue, row["fixV4"]?.stringValue)
    fixRPC = row["fixRPC"]?.stringValue
    (clauses, vectors, within) =
      (row.texts("clauses"), row.texts("vectors"), row.texts("within"))
    (isMistake, isOfAbsence) = (row["page"] != nil, row["absence"] != nil)
  }

  /// The clause that it breaks with a version; nil where none is about it.
  package func clause(_ version: SignatureKind?) -> String? { Self.first(clauses, version) }

  /// A vector that catches it with a version.
  package func vector(_ version: SignatureKind?) -> String? { Self.first(vectors, version) }

  /// The first text of a version; of V1, and else of V4, where the version is not known.
  private static func first(_ texts: [String], _ version: SignatureKind?) -> String? {
    guard let version else { return first(texts, .v1) ?? first(texts, .v4) ?? texts.first }
    let beginnings =
      switch version {
      case .v1: ["V1-", "PRE-", "v1-"]
      case .v2: ["V2-", "v2-"]
      case .v4: ["V4-", "v4-"]
      case .s3, .rpc: [String]()
      }
    return texts.first { text in beginnings.contains { text.begins(with: $0) } }
  }
}

/// By which rules a request is signed.
package enum SignatureKind: String, CaseIterable, Hashable, Sendable {
  case v1, v2, v4
  /// By one of Amazon S3, which this kit does not check.
  case s3
  /// By that of STS and of other services.
  case rpc
}

/// Which code an answer has that shows its exact cause or its message alone.
struct AnswerCodes {
  private var entries: [(code: String, causes: [String], words: [Bytes])] = []
  /// Words with which people name a code in prose, which are no words of OSS.
  private var prose: [(code: String, words: [Bytes])] = []
  /// The codes with which OSS refuses, of the table of codes.
  private(set) var refusals: [String] = []
  /// The codes that a text may name, in lower case beside their own spelling.
  private var names: [(small: Bytes, code: String)] = []

  mutating func add(_ row: JSONObject) {
    guard let code = row["code"]?.stringValue else { return }
    refusals.append(code)
    entries.append((code, row.texts("ec"), row.bytes("says")))
    prose.append((code, row.bytes("prose")))
    addName(code)
  }

  /// Takes the codes and the words of a row that nothing else decides.
  mutating func add(_ rule: Rule) {
    for name in rule.codes { addName(name.text) }
    if rule.words.isEmpty || !rule.isFree { return }
    let code = rule.codes.first?.text ?? (rule.isOfClient ? "ClientError" : "AccessDenied")
    entries.append((code, [], rule.words))
  }

  private mutating func addName(_ code: String) {
    let small = code.lowercasedBytes
    if !names.contains(where: { $0.small == small }) { names.append((small, code)) }
  }

  /// The code of an exact cause.
  func code(ofCause ec: String) -> String? {
    entries.first { entry in entry.causes.contains { ec.begins(with: $0) } }?.code
  }

  /// The first message of OSS in a text: without the marks and the names that a log puts beside it; nil
  /// without one.
  func sentence(in text: Bytes) -> Bytes? {
    let small = text.lowercased
    let places = entries.flatMap { $0.words }.compactMap { small.index(of: $0) }
    guard let place = places.min() else { return nil }
    let start = text[..<place].indices.last { index in
      let isColon = text[index] == 0x3A && text[index + 1] == 0x20
      return isColon || "=\n\"'([{<>".utf8.contains(text[index])
    }
    let line = Bytes(text[(start.map { $0 + 1 } ?? 0)...].prefix { !"\n\"<".utf8.contains($0) })
    let end = [" (Service: ", ".)"].compactMap { line.index(of: $0.bytes) }.min() ?? line.count
    // What a program opened before the message is closed behind it.
    return Bytes(line[..<end]).trimming { " \t\r}'`".utf8.contains($0) }
  }

  /// The known spelling of a code.
  func known(_ code: String) -> String? {
    let small = code.lowercasedBytes
    return names.first { $0.small == small }?.code
  }

  /// The code that a text in lower case names first, of two at one place the longer one; else the one
  /// whose message the text has.
  func first(in small: Bytes) -> String? {
    var (best, wide): ((place: Int, code: String)?, String?) = (nil, nil)
    for (name, code) in names {
      // InvalidArgumentException and the like are words of a language.
      let places = small.places(of: name)
      let place = places.first { !small[($0 + name.count)...].begins(with: "exception") }
      guard let place else { continue }
      if ["Forbidden", "BadRequest"].contains(code) {
        wide = code
        continue
      }
      if let best, (best.place, -best.code.utf8.count) <= (place, -name.count) { continue }
      best = (place, code)
    }
    let said = {
      entries.first { entry in entry.words.contains { small.index(of: $0) != nil } }?.code
        ?? prose.first { entry in entry.words.contains { small.index(of: $0) != nil } }?.code
    }
    // A word that is also one of HTTP says less than another code or a sentence of OSS.
    return best?.code ?? said() ?? wide
  }
}
