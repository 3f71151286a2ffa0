internal import OSSJSON
package import OSSPrimitives

/// The mistakes that are known, and what clients with them answer to the vectors of a corpus
/// (FMT-PRINT-10 to FMT-PRINT-14).
package struct KnownMistakes: Sendable {
  /// The name of the file of mistakes, below the folder of vectors.
  package static let mistakesFile = "mistakes.json"
  /// The name of the file of fingerprints, below the folder of vectors.
  package static let fingerprintsFile = "fingerprints.json"
  /// The base in which the file counts rows, so that most have two digits (FMT-PRINT-11).
  private static let radix = 36

  /// A mistake with what it answers, by its number.
  package struct Row: Sendable {
    package let mistake: Mistake
    /// The names that a list lacks, of a family of mistakes; empty for all others.
    package let names: Set<String>
  }

  /// The rows that a vector lists: by the name of a member, by the fingerprint of its value.
  package typealias Listing = [String: [String: [Int]]]

  /// The version of the vectors and the tool that the file of mistakes is of; nil without one.
  package let version: String?
  /// Every mistake, in the order of the pages.
  package let all: [Mistake]
  /// The rows; those that an SDK is known to make come first.
  package let rows: [Row]
  /// Whether the fingerprints are those of the corpus; those of another say nothing (FMT-PRINT-13).
  package let isCurrent: Bool

  /// By row, the operations of the vectors that list it.
  package let operations: [Set<Operation>]

  private let places: [String: Int]
  /// What each vector lists, by its id.
  private let listed: [String: JSONObject]

  /// No mistake at all.
  package static let none = KnownMistakes(of: [])

  /// Mistakes whose answers are not known.
  package init(of all: [Mistake], version: String? = nil) {
    self.version = version
    self.all = all
    places = Self.places(all)
    rows = []
    isCurrent = false
    operations = []
    listed = [:]
  }

  /// Reads the file of mistakes, whose answers are not known then.
  ///
  /// - Throws: ``VectorError`` with the place of the first fault.
  package init(_ bytes: Bytes, file: String) throws(VectorError) {
    let reader = try MemberReader(bytes, file: file)
    let format = try reader.integer("format")
    guard format == 1 else { throw .unknownFormat(file: file, format: format) }
    var all: [Mistake] = []
    for one in try reader.readers("mistakes") { all.append(try Mistake(one)) }
    self.init(of: all, version: try reader.text("version"))
  }

  /// Reads the two files.
  ///
  /// - Parameters:
  ///   - mistakes: what is in the file of mistakes.
  ///   - fingerprints: what is in the file of fingerprints; nil without one.
  ///   - corpus: the vectors that are asked.
  ///   - folder: the folder of the files, for errors.
  /// - Throws: ``VectorError`` with the place of the first fault.
  package init(
    mistakes: Bytes, fingerprints: Bytes?, corpus: Corpus, folder: String
  ) throws(VectorError) {
    let alone = try KnownMistakes(mistakes, file: "\(folder)/\(Self.mistakesFile)")
    guard let fingerprints else {
      self = alone
      return
    }
    let reader = try MemberReader(fingerprints, file: "\(folder)/\(Self.fingerprintsFile)")
    guard try reader.integer("format") == 4,
      try reader.text("corpus").hasSameBytes(as: corpus.digest())
    else {
      self = alone
      return
    }
    (version, all, places) = (alone.version, alone.all, alone.places)
    var rows: [Row] = []
    for (index, element) in try reader.elements("rows").enumerated() {
      let place = reader.place.member("rows").element(index)
      rows.append(try Row(element, at: place) { alone[id: $0] })
    }
    self.rows = rows
    isCurrent = true
    let vectors = try reader.members("vectors").object.members
    listed = Dictionary(
      vectors.compactMap { one in one.value.objectValue.map { (one.name, $0) } }
    ) { first, _ in first }
    var operations = [Set<Operation>](repeating: [], count: rows.count)
    for vector in corpus.vectors {
      for member in listed[vector.id]?.members ?? [] {
        for row in Self.rows(in: member.value.stringValue ?? "") where row < rows.count {
          operations[row].insert(vector.operation)
        }
      }
    }
    self.operations = operations
  }

  private static func places(_ all: [Mistake]) -> [String: Int] {
    Dictionary(all.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The mistake of an id, if it is known.
  package subscript(id id: String) -> Mistake? { places[id].map { all[$0] } }

  /// Which rows a vector lists.
  package func listing(of vector: String) -> Listing { Self.listing(listed[vector]) }

  private static func listing(_ object: JSONObject?) -> Listing {
    (object?.members ?? []).reduce(into: Listing()) { listing, member in
      listing[member.name] = hashes(member.value.stringValue ?? "")
    }
  }

  private static func hashes(_ text: String) -> [String: [Int]] {
    text.split(separator: " ").reduce(into: [:]) { hashes, word in
      let rows = word.dropFirst(Fingerprint.length).split(separator: ",")
      hashes[String(word.prefix(Fingerprint.length))] = rows.compactMap { Int($0, radix: radix) }
    }
  }

  /// The rows in a list of fingerprints; every vector has one, so it is read byte by byte.
  private static func rows(in text: String) -> [Int] {
    var rows: [Int] = []
    var (row, skipped) = (0, Fingerprint.length)
    for byte in text.utf8 {
      switch byte {
      case _ where skipped > 0: skipped -= 1
      case UInt8(ascii: " "), UInt8(ascii: ","):
        rows.append(row)
        (row, skipped) = (0, byte == UInt8(ascii: " ") ? Fingerprint.length : 0)
      default:
        let digit = byte < UInt8(ascii: "a") ? byte &- 48 : byte &- 87
        row = row &* radix &+ Int(digit)
      }
    }
    return text.isEmpty ? [] : rows + [row]
  }

  /// The mistakes that a vector catches, each once, in the order of the rows.
  package func mistakes(caughtBy vector: String) -> [Mistake] {
    var ids: Set<String> = []
    return listing(of: vector).rows.sorted().map { rows[$0].mistake }
      .filter { ids.insert($0.id).inserted }
  }

  /// Those of some vectors that catch a mistake.
  package func vectors(catching id: String, among vectors: [Vector]) -> [Vector] {
    let own = Set(rows.indices.filter { rows[$0].mistake.id.hasSameBytes(as: id) })
    return vectors.filter { !listing(of: $0.id).rows.isDisjoint(with: own) }
  }
}

extension KnownMistakes.Row {
  /// Reads an element of `rows`: an id, or that of a family with clauses and names.
  fileprivate init(
    _ value: JSONValue, at place: VectorLocation, _ known: (String) -> Mistake?
  ) throws(VectorError) {
    let (id, names): (String, [String])
    var clauses: [String] = []
    if let text = value.stringValue {
      (id, names) = (text, [])
    } else {
      let reader = try MemberReader(value, at: place)
      (id, names) = (try reader.text("id"), try reader.texts("names"))
      clauses = try reader.texts("clauses")
    }
    guard let mistake = known(id) else {
      throw .unknownWord(place, text: id, list: "an id of \(KnownMistakes.mistakesFile)")
    }
    self.mistake = names.isEmpty ? mistake : mistake.naming(names, breaking: clauses)
    self.names = Set(names)
  }
}

extension KnownMistakes.Listing {
  /// The rows that the vector lists.
  package var rows: Set<Int> { Set(values.flatMap { $0.values.flatMap(\.self) }) }

  /// The rows that the vector lists, each with the members under which it does.
  package var members: [Int: [String]] {
    var members: [Int: [String]] = [:]
    for (name, hashes) in self {
      for row in hashes.values.joined() { members[row, default: []].append(name) }
    }
    return members
  }

  /// The rows that explain a reply (FMT-NAME-1, FMT-NAME-2).
  package func explaining(_ reply: Fingerprint) -> Set<Int> {
    if reply.isUnnamedRefusal { return Set(self["error", default: [:]].values.joined()) }
    let compared = reply.compared(keys)
    // An answer that shows nothing to compare has the fingerprint of no row.
    var rows = compared.isEmpty ? [] : rows
    for (name, shown, due) in compared {
      let listed = self[name] ?? [:]
      if shown == due {
        rows.subtract(listed.filter { $0.key != shown }.values.joined())
      } else {
        rows.formIntersection(listed[shown] ?? [])
      }
    }
    return rows
  }
}

/// A mistake that clients make, as `mistakes.json` has it (FMT-PRINT-14).
package struct Mistake: Hashable, Identifiable, Sendable {
  /// A slug that names the mistake, such as `header-values-not-trimmed`.
  package let id: String
  /// The page of `spec/mistakes` that it is on, without `.md`.
  package let page: String
  /// The clauses that it breaks, in every version in which it can be made.
  package var clauses: [String]
  /// What is done wrong, in one sentence.
  package var sentence: String
  /// What to do instead, in one sentence.
  package let fix: String
  /// Why OSS serves a request with the mistake as it was meant; nil where nothing shows that.
  package let accepted: String?
  /// The names of a family that an SDK gets wrong, such as subresources; else empty (FMT-PRINT-12).
  package private(set) var names: [String] = []
  /// The SDKs in which it was seen; empty where nobody is known to make it.
  package let seen: [SeenIn]

  /// Makes a mistake.
  package init(
    id: String, page: String = "", clauses: [String], sentence: String, fix: String,
    accepted: String? = nil, seen: [SeenIn] = []
  ) {
    self.id = id
    self.page = page
    self.clauses = clauses
    self.sentence = sentence
    self.fix = fix
    self.accepted = accepted
    self.seen = seen
  }

  /// Reads an element of `mistakes` in the file.
  init(_ reader: MemberReader) throws(VectorError) {
    try reader.allow(only: ["id", "page", "clauses", "sentence", "fix", "accepted", "seen"])
    var seen: [SeenIn] = []
    for one in try reader.readers("seen") {
      seen.append(
        SeenIn(
          sdk: try one.text("sdk"), version: try one.text("version"), place: try one.text("place")))
    }
    self.init(
      id: try reader.text("id"), page: try reader.text("page"),
      clauses: try reader.texts("clauses"), sentence: try reader.text("sentence"),
      fix: try reader.text("fix"), accepted: try reader.optionalText("accepted"), seen: seen)
  }

  /// The mistake of a family, with the names that take the place of `NAMES` (FMT-PRINT-12).
  package func naming(_ names: [String], breaking clauses: [String]) -> Mistake {
    var mistake = self
    (mistake.clauses, mistake.names) = (clauses, names)
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.hasPrefix("NAMES") ? names.joined(separator: ", ") + word.dropFirst(5) : String(word)
    }
    mistake.sentence = words.joined(separator: " ")
    return mistake
  }
}

/// An SDK in which a mistake was seen.
package struct SeenIn: Hashable, Sendable {
  /// The name of the SDK, as its package registry or repository has it.
  package let sdk: String
  /// The version in which it was seen.
  package let version: String
  /// The place in the SDK, and what it does there, in words.
  package let place: String
}
