internal import OSSJSON
internal import OSSPrimitives

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
  /// The clauses that it breaks, those of one version or of all.
  package let clauses: [String]
  /// A vector that catches it with each version; empty for a mistake, which `show` knows.
  package let vectors: [String]

  /// Whether it is a mistake of the specification, which vectors and fingerprints show.
  package let isMistake: Bool

  /// Reads a cause of `explain.json`, or a mistake of `mistakes.json`, which has the same words.
  init(_ object: JSONObject, _ place: String) throws(KnowledgeError) {
    func text(_ name: String) throws(KnowledgeError) -> String {
      guard let text = object[name]?.stringValue, !text.isEmpty else {
        throw KnowledgeError(place, "has no member '\(name)'")
      }
      return text
    }
    id = try text("id")
    sentence = try text("sentence")
    fix = try text("fix")
    guess = object["guess"]?.stringValue
    fixV4 = object["fixV4"]?.stringValue
    clauses = Self.texts(object["clauses"])
    vectors = Self.texts(object["vectors"])
    isMistake = object["page"] != nil
  }

  /// The texts of a list, or of the members of an object.
  private static func texts(_ value: JSONValue?) -> [String] {
    var texts: [String] = []
    for member in value?.objectValue?.members ?? [] {
      if let text = member.value.stringValue { texts.append(text) }
    }
    for element in value?.arrayValue ?? [] {
      if let text = element.stringValue { texts.append(text) }
    }
    return texts
  }

  /// What an id or a clause of a version begins with.
  private static func beginnings(_ version: SignatureKind) -> [String] {
    switch version {
    case .v1: ["V1-", "PRE-", "v1-"]
    case .v2: ["V2-", "v2-"]
    case .v4: ["V4-", "v4-"]
    case .s3, .rpc: []
    }
  }

  /// The clause that it breaks with a version; nil where none is about it.
  package func clause(_ version: SignatureKind?) -> String? { Self.first(clauses, version) }

  /// A vector that catches it with a version.
  package func vector(_ version: SignatureKind?) -> String? { Self.first(vectors, version) }

  /// The first text of a version; of V1, and else of V4, where the version is not known.
  private static func first(_ texts: [String], _ version: SignatureKind?) -> String? {
    guard let version else { return first(texts, .v1) ?? first(texts, .v4) ?? texts.first }
    let known = beginnings(version)
    return texts.first { text in known.contains { text.begins(with: $0) } }
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

/// Why a file of knowledge cannot be read: a sentence with the place.
package struct KnowledgeError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ place: String, _ fault: String) { description = place + " " + fault + "." }
}

/// Which code an answer has that shows its exact cause or its message alone.
struct AnswerCodes {
  private struct Entry {
    let code: String
    let causes: [String]
    let words: [Bytes]
  }

  private var entries: [Entry] = []
  /// The codes that a text may name, in lower case beside their own spelling.
  private var names: [(small: Bytes, code: String)] = []

  mutating func add(_ object: JSONObject, _ place: String) throws(KnowledgeError) {
    guard let code = object["code"]?.stringValue else {
      throw KnowledgeError(place, "has no member 'code'")
    }
    entries.append(
      Entry(code: code, causes: object.texts("ec"), words: object.texts("says").map { $0.bytes }))
    addName(code)
  }

  /// Takes the codes and the words of a row that nothing else decides.
  mutating func add(_ rule: Rule) {
    for name in rule.names { addName(name) }
    if rule.words.isEmpty || !rule.isFree { return }
    let code = rule.names.first ?? "AccessDenied"
    entries.append(Entry(code: code, causes: [], words: rule.words.map { $0.bytes }))
  }

  private mutating func addName(_ code: String) {
    let small = code.bytes.lowercased
    if !names.contains(where: { $0.small == small }) { names.append((small, code)) }
  }

  /// The code of an exact cause.
  func code(ofCause ec: String) -> String? {
    entries.first { entry in entry.causes.contains { ec.begins(with: $0) } }?.code
  }

  /// The known spelling of a code.
  func known(_ code: String) -> String? {
    let small = code.bytes.lowercased
    return names.first { $0.small == small }?.code
  }

  /// The code that a text in lower case names first, of two at one place the longer one; else the one
  /// whose message the text has.
  func first(in small: Bytes) -> String? {
    var best: (place: Int, code: String)?
    for (name, code) in names {
      guard let place = small.index(of: name) else { continue }
      if let best, (best.place, -best.code.utf8.count) <= (place, -name.count) { continue }
      best = (place, code)
    }
    if let best { return best.code }
    return entries.first { entry in entry.words.contains { small.index(of: $0) != nil } }?.code
  }
}

extension String {
  /// A name of the files as the code spells it: `hostBucket` for `host-bucket`.
  var joinedAtHyphens: String {
    var result = Bytes()
    for byte in bytes {
      if result.last == UInt8(ascii: "-") {
        result[result.count - 1] = 0x61...0x7A ~= byte ? byte & 0xDF : byte
      } else {
        result.append(byte)
      }
    }
    return result.text
  }
}

extension JSONObject {
  /// The texts of a member that is a list of them; empty without one.
  func texts(_ name: String) -> [String] {
    (self[name]?.arrayValue ?? []).compactMap { $0.stringValue }
  }
}
