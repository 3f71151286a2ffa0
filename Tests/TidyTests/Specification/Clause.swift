import OSSVectors
import Testing

/// A clause of the specification.
struct Clause {
  let id: String
  let level: Level
  let page: String
  /// The first line, without the ID and the level.
  let sentence: Substring
  /// The lines below, which end where the next item or a blank line begins.
  let remarks: [Remark]

  /// A line below a clause: `  - Evidence: …`, or plain text, which has no kind.
  struct Remark {
    let kind: Substring?
    let text: Substring
  }

  /// Every clause of `spec/`, in the order of the pages.
  static let all: [Clause] = Repository.pages.flatMap { page in
    let lines = Repository.text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { Clause(lines: lines[$0...], page: page) }
  }

  static let ids = Set(all.map(\.id))

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// Reads lines of which the first is such as `- **V1-RES-4** (must) The key is …`.
  init?(lines: ArraySlice<Substring>, page: String) {
    let parts = lines.first?.split(separator: "**", maxSplits: 2, omittingEmptySubsequences: false)
    guard let parts, parts.count == 3, parts[0] == "- ", parts[2].hasPrefix(" ("),
      let level = Level(rawValue: String(parts[2].dropFirst(2).prefix { $0 != ")" }))
    else { return nil }
    id = String(parts[1])
    self.level = level
    self.page = page
    sentence = parts[2].drop { $0 != ")" }.dropFirst(2)
    remarks = lines.dropFirst().prefix { $0.hasPrefix("  ") }.map { Remark(line: $0.dropFirst(2)) }
  }

  /// The texts of one kind.
  func remarks(_ kind: String) -> [Substring] {
    remarks.filter { $0.kind.map { $0 == kind } ?? false }.map(\.text)
  }
}

extension Clause.Remark {
  fileprivate init(line: Substring) {
    let item = line.hasPrefix("- ") ? line.dropFirst(2) : nil
    kind = item?.prefix { $0 != ":" }
    text = item?.drop { $0 != ":" }.dropFirst(2) ?? line
  }
}

/// The vectors of the package.
enum Vectors {
  static let corpus = Result { () throws(VectorError) in
    try Corpus.read(from: Repository.root + "/vectors")
  }
}

/// The IDs of clauses in a text.
enum ClauseCitation {
  /// The whole IDs, such as `V1-RES-4`.
  static func ids(in text: String) -> [String] {
    words(in: text).filter { $0.split(separator: "-").last?.allSatisfy(\.isNumber) == true }
  }

  /// The topics, such as `V1-RES` for all clauses that begin so.
  static func families(in text: String) -> [String] {
    words(in: text).filter { $0.split(separator: "-").last?.allSatisfy(\.isNumber) == false }
  }

  private static let pages: Set<Substring> = [
    "V1", "PRE", "PUB", "PRIM", "ERR", "EXP", "FMT", "ADP", "CRED", "TOK", "CLK", "ACT", "UPL",
    "V2", "V4", "POST", "RPC", "ROLE", "LIVE", "CALL",
  ]

  /// The runs of capitals, digits and hyphens that begin as an ID does.
  private static func words(in text: String) -> [String] {
    text.utf8.split { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: false
      default: true
      }
    }.filter { $0.contains(0x2D) && $0.allSatisfy { $0 < 0x5B } }.map { Substring($0) }
      .map { $0.hasSuffix("-") ? $0.dropLast() : $0 }
      .filter { word in
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count > 1 && pages.contains(parts[0]) && !parts.contains("")
      }.map { String($0) }
  }
}
