package import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// A numbered sentence of the specification.
package struct Clause: Identifiable, Hashable, Sendable {
  /// The id, such as `V1-RES-4`.
  package let id: String
  /// How binding it is.
  package let level: Level
  /// The sentence.
  package let text: String
  /// The name of its page without `.md`; empty where it is not known.
  package var page = ""
  /// Whether it binds the files, tools or libraries of this kit, and is no rule of OSS.
  package var isOfTheKit = false
  /// The line of evidence below it.
  package var evidence = ""
  /// The other lines below it, which say more of the rule, who breaks it, and what is open.
  package var notes: [String] = []

  /// The first page, thread or list of SDKs that is cited, without what is quoted of it.
  var source: String {
    [", read 20", "; "].reduce(evidence) { $0.halves(at: $1)?.before ?? $0 }
  }

  /// The id without its number, which names a topic.
  package var topic: String { Self.topic(of: id) }

  /// The topic of a clause's id: `V1-RES` for `V1-RES-4`.
  package static func topic(of id: String) -> String {
    guard let hyphen = id.utf8.lastIndex(of: UInt8(ascii: "-")) else { return id }
    return String(id[..<hyphen])
  }

  /// Reads a line such as `- **V1-RES-4** (must) The key …`; nil for any other line.
  init?(line: Substring) {
    guard line.hasPrefix("- **"),
      let (id, rest) = String(line.dropFirst(4)).halves(at: "** ("),
      let (word, text) = rest.halves(at: ") "), let level = Level(rawValue: word)
    else { return nil }
    (self.id, self.level, self.text) = (id, level, text)
  }
}

/// The clauses of the specification, page by page.
package struct Specification: Sendable {
  /// The clauses, in the order of the pages.
  package let clauses: [Clause]

  /// The pages with clauses, in the order in which they are read.
  package static let pages = [
    "primitives", "signature-v4", "signature-v1", "presigned-urls", "signature-v2", "post-policy",
    "sts", "acs3", "vectors-tables", "live-channel", "callback", "error-body", "credentials",
    "token-responses", "default-chain", "clock", "errors", "vector-format", "fingerprints",
    "adapter-protocol",
    "explain", "scenarios",
  ]

  /// Reads the pages that stand beside a folder of vectors.
  ///
  /// - Returns: nil where a page is missing.
  package init?(besideVectors vectors: String) {
    guard let table = FileAccess.read("\(vectors)/../spec/README.md") else { return nil }
    let own = Self.named(after: "\n| the kit | ", in: table)
    let others = Self.named(after: "\n| clients and servers of OSS | ", in: table)
    var clauses: [Clause] = []
    for page in Self.pages {
      guard let bytes = FileAccess.read("\(vectors)/../spec/\(page).md") else { return nil }
      clauses += Self.clauses(in: String(decoding: bytes, as: UTF8.self), of: page)
    }
    for index in clauses.indices where !others.contains(clauses[index].id) {
      let id = clauses[index].id
      clauses[index].isOfTheKit = own.contains {
        $0.hasSuffix("-") ? id.hasPrefix($0) : $0.hasSameBytes(as: id)
      }
    }
    self.init(clauses: clauses)
  }

  /// The ids in code marks, and beginnings of ids that end in a hyphen, of a row of a table.
  private static func named(after start: String, in page: Bytes) -> [String] {
    page.between(start, "\n")?.codeMarks ?? []
  }

  /// Makes a specification of clauses.
  package init(clauses: [Clause]) { self.clauses = clauses }

  /// The clauses of a page: its list items that begin with an id in bold.
  static func clauses(in text: String, of page: String) -> [Clause] {
    let evidence = "  - Evidence: "
    return text.utf8.split(separator: UInt8(ascii: "\n")).reduce(into: []) { clauses, bytes in
      let line = Substring(bytes)
      if var clause = Clause(line: line) {
        clause.page = page
        clauses.append(clause)
      } else if line.hasPrefix(evidence), !clauses.isEmpty {
        clauses[clauses.count - 1].evidence = String(line.dropFirst(evidence.count))
      } else if line.hasPrefix("  "), !line.hasPrefix("    "), !clauses.isEmpty {
        clauses[clauses.count - 1].notes.append(
          String(line.dropFirst(line.hasPrefix("  - ") ? 4 : 2)))
      }
    }
  }

  /// The clause of an id.
  package subscript(id id: String) -> Clause? { clauses.first { $0.id.hasSameBytes(as: id) } }
}

/// What `explain` knows, row by row: the code of the clauses that name a cause.
package struct ClauseRows: Sendable {
  /// A row, with its file and the list in it, such as `explain.json, answers`.
  package typealias Row = (list: String, row: JSONValue)

  private var rows: [Row] = []

  /// Reads the files beside the vectors; one that is not there has no rows.
  package init(besideVectors folder: String) {
    for name in ["explain.json", "variations.json"] {
      let bytes = FileAccess.read("\(folder)/\(name)")
      if let value = bytes.flatMap({ try? JSONReader.read($0) }) { add(value, name) }
    }
  }

  private mutating func add(_ value: JSONValue, _ list: String) {
    rows += (value.arrayValue ?? []).map { (list, $0) }
    let file = list.prefix { $0 != "," }
    for member in value.objectValue?.members ?? [] where member.name != "causes" {
      add(member.value, "\(file), \(member.name)")
    }
  }

  /// The rows that find a cause which the sentence of a clause names in code marks.
  package func rows(of clause: Clause) -> [Row] {
    let names = Set(clause.text.bytes.codeMarks).subtracting(["none"])
    return rows.filter { _, row in
      let members = row.objectValue
      let also = (members?["also"]?.arrayValue ?? []).compactMap(\.stringValue)
      let causes = [members?["cause"]?.stringValue, members?["id"]?.stringValue].compactMap { $0 }
      // Another cause may have its certainty before it.
      return (causes + also).contains { names.contains($0.pieces(at: " ").last ?? "") }
    }
  }
}

extension Bytes {
  /// The texts in code marks.
  fileprivate var codeMarks: [String] {
    let parts = self.parts(at: "`")
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0].text }
  }
}

/// A clause with the vectors that cite it and the mistakes that break it.
struct ClauseCoverage {
  /// The clause.
  let clause: Clause
  /// The ids of the vectors that cite it, first those that cite few others.
  let vectors: [String]
  /// The mistakes that break it.
  let mistakes: [Mistake]
  /// The rows by which `explain` finds what it names; none for a rule of OSS.
  let rows: [ClauseRows.Row]

  /// Looks for the vectors, the mistakes and the rows of a clause.
  init(_ clause: Clause, _ corpus: Corpus, _ known: KnownMistakes, _ rows: ClauseRows) {
    self.clause = clause
    self.rows = clause.isOfTheKit ? rows.rows(of: clause) : []
    vectors = Array(1...9).flatMap { count in
      corpus.vectors.filter {
        min($0.clauses.count, 9) == count && $0.clauses.contains(clause.id)
      }
    }.map(\.id)
    mistakes = known.all.filter { $0.clauses.contains(clause.id) }
  }

  /// The clause, its vectors and its mistakes as JSON.
  var json: JSONValue {
    [
      "id": .string(clause.id), "level": .string(clause.level.rawValue),
      "text": .string(clause.text), "notes": .texts(clause.notes),
      "vectors": .texts(vectors), "mistakes": .texts(mistakes.map(\.id)),
      "rows": .array(rows.map { ["list": .string($0.list), "row": $0.row] }),
    ]
  }

  /// The clause for a person in brief: its sentence, and how many vectors and mistakes it has.
  func summary(style: Style) -> String {
    let counts = ", vectors: \(vectors.count), mistakes: \(mistakes.count)"
    let bound = clause.isOfTheKit ? ", binds this kit" : counts
    return "\(style.bold(clause.id)) (\(clause.level.rawValue))\(bound)\n"
      + "\(clause.text)\n"
  }

  /// The clause for a person: its sentence, its vectors, and the mistakes that break it; of one of the
  /// kit its rows. At the end is the command that finds its code, and its tests where it has no vector.
  func text(style: Style) -> String {
    let shown = 10
    var text = "\(style.bold(clause.id)) (\(clause.level.rawValue)), spec/\(clause.page).md\n"
    for line in [clause.text] + clause.notes { text += "\(line)\n" }
    if !clause.evidence.isEmpty { text += "\nevidence: \(clause.evidence)\n" }
    let code = "\ncode: git grep -nw \(clause.id) Sources"
    if clause.isOfTheKit {
      if !rows.isEmpty { text += "\nrows in vectors: \(rows.count)\n" }
      for (list, row) in rows { text += "  \(list): \(row.compact())\n" }
      return text + code + " Tests\n"
    }
    text += "\nvectors: \(vectors.count)\n"
    for vector in vectors.prefix(shown) { text += "  \(vector)\n" }
    if vectors.count > shown { text += "  all: \(Program.name) list --clause \(clause.id)\n" }
    text += "\nmistakes: \(mistakes.count)\n"
    for mistake in mistakes {
      text += "  \(mistake.id)\n    \(mistake.sentence)\n    Fix: \(mistake.fix)\n"
    }
    return text + code + (vectors.isEmpty ? " Tests" : "") + " spec/mistakes\n"
  }
}
