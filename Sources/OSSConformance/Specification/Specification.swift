internal import OSSJSON
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
    let ends = [", read 20", "; "].compactMap { evidence.firstRange(of: $0)?.lowerBound }
    return String(evidence[..<(ends.min() ?? evidence.endIndex)])
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
    guard line.hasPrefix("- **"), let end = line.dropFirst(4).firstRange(of: "** (") else {
      return nil
    }
    let rest = line[end.upperBound...]
    guard let close = rest.firstRange(of: ") "),
      let level = Level(rawValue: String(rest[..<close.lowerBound]))
    else { return nil }
    id = String(line.dropFirst(4)[..<end.lowerBound])
    self.level = level
    text = String(rest[close.upperBound...])
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
    let parts = page.between(start, "\n")?.parts(at: "`") ?? []
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0].text }
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

/// A clause with the vectors that cite it and the mistakes that break it.
struct ClauseCoverage {
  /// The clause.
  let clause: Clause
  /// The ids of the vectors that cite it, first those that cite few others.
  let vectors: [String]
  /// The mistakes that break it.
  let mistakes: [Mistake]

  /// Looks for the vectors and the mistakes of a clause.
  init(_ clause: Clause, _ corpus: Corpus, _ known: KnownMistakes) {
    self.clause = clause
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
  /// kit where its code and its tests are.
  func text(style: Style) -> String {
    let shown = 10
    var text = "\(style.bold(clause.id)) (\(clause.level.rawValue)), spec/\(clause.page).md\n"
    for line in [clause.text] + clause.notes { text += "\(line)\n" }
    if !clause.evidence.isEmpty { text += "\nevidence: \(clause.evidence)\n" }
    if clause.isOfTheKit { return text + "\ncode: git grep -nw \(clause.id) Sources Tests\n" }
    text += "\nvectors: \(vectors.count)\n"
    for vector in vectors.prefix(shown) { text += "  \(vector)\n" }
    if vectors.count > shown { text += "  all: \(Program.name) list --clause \(clause.id)\n" }
    text += "\nmistakes: \(mistakes.count)\n"
    for mistake in mistakes {
      text += "  \(mistake.id)\n    \(mistake.sentence)\n    Fix: \(mistake.fix)\n"
    }
    return text + "\ncode: git grep -nw \(clause.id) Sources spec/mistakes\n"
  }
}
