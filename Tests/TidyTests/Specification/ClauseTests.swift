import OSSVectors
import TestSupport
import Testing

@Suite struct `Clauses` {
  @Test func `each clause is a list item with an ID, a level and a sentence`() {
    var items = 0
    for page in Repository.pages {
      for line in Repository.text(of: page).split(separator: "\n") where line.hasPrefix("- **") {
        items += 1
        let words = line.split(separator: " ", maxSplits: 3)
        #expect(words.count == 4, "\(page): \(line)")
        let first = words.last?.first
        #expect(first?.isUppercase == true || first == "`", "\(page): \(line)")
      }
    }
    #expect(items == Clause.all.count)
    #expect(items > 100)
  }

  @Test func `the IDs of clauses are unique and belong to their page`() {
    #expect(Clause.ids.count == Clause.all.count)
    let families = [
      "spec/primitives.md": ["PRIM-"], "spec/signature-v1.md": ["V1-"],
      "spec/presigned-urls.md": ["PRE-", "PUB-"], "spec/vector-format.md": ["FMT-"],
      "spec/fingerprints.md": ["FMT-"],
      "spec/error-body.md": ["ERR-"], "spec/explain.md": ["EXP-"],
      "spec/adapter-protocol.md": ["ADP-"], "spec/credentials.md": ["CRED-"],
      "spec/token-responses.md": ["TOK-"], "spec/clock.md": ["CLK-"],
      "spec/errors.md": ["ACT-", "UPL-"],
      "spec/signature-v4.md": ["V4-"], "spec/signature-v2.md": ["V2-"],
      "spec/post-policy.md": ["POST-"], "spec/sts.md": ["RPC-", "ROLE-"], "spec/acs3.md": ["ACS3-"],
      "spec/live-channel.md": ["LIVE-"], "spec/callback.md": ["CALL-"],
    ]
    for clause in Clause.all {
      #expect(
        families[clause.page]?.contains(where: clause.id.hasPrefix) == true,
        "\(clause.page): \(clause.id)")
    }
  }

  @Test func `each clause but those of the format is named by a vector, a case or a test`() throws {
    let vectors = try RealVectors.corpus.get().vectors.flatMap(\.clauses)
    let cited = Set(try vectors + ExplainCase.all.get().flatMap(\.clauses))
    let tests = Repository.swiftFiles.filter { $0.path.hasPrefix("Tests/") }
    let named = Set(tests.flatMap { ClauseCitation.ids(in: $0.lines.joined(separator: "\n")) })
    let others = Clause.all.filter { !$0.id.hasPrefix("FMT-") && !$0.id.hasPrefix("ADP-") }
    #expect(others.filter { !cited.contains($0.id) && !named.contains($0.id) }.map(\.id) == [])
  }

  /// They bind this kit's own tool, so no other implementation is asked for what they say.
  @Test func `the clauses of explain are cited by cases and by no vector`() throws {
    let own = Set(Clause.all.filter { $0.page == "spec/explain.md" }.map(\.id))
    let cited = Set(try ExplainCase.all.get().flatMap(\.clauses))
    #expect(cited.subtracting(own) == [] && cited.count > 40)
    let vectors = try RealVectors.corpus.get().vectors
    #expect(vectors.filter { !own.isDisjoint(with: $0.clauses) }.map(\.id) == [])
  }

  /// Pages of which a search for any clause finds the code that implements it. What explains a refusal
  /// names its causes, and the page the clause of each.
  static let found = [
    "spec/primitives.md", "spec/credentials.md", "spec/token-responses.md", "spec/clock.md",
    "spec/errors.md", "spec/vector-format.md", "spec/adapter-protocol.md", "spec/fingerprints.md",
  ]

  /// Pages of which a library implements each clause, so that its code must name it.
  static let foundInLibraries = [
    "spec/signature-v1.md", "spec/signature-v2.md", "spec/signature-v4.md",
    "spec/presigned-urls.md", "spec/post-policy.md", "spec/sts.md", "spec/acs3.md",
    "spec/live-channel.md", "spec/callback.md", "spec/error-body.md",
  ]

  static let libraries = [
    "OSSPrimitives/", "OSSSigning/", "OSSServices/", "OSSAppServer/", "OSSCredentials/",
  ]

  /// V1-REF-12 refuses bytes that are not UTF-8, which no `String` holds: the libraries take texts,
  /// and who has bytes decodes them.
  static let ofNoFunction = ["V1-REF-12"]

  /// A range such as “to X-4” is not found by a search, so it does not count.
  @Test func `code names each clause that it implements in full`() {
    for (folders, pages, least) in [
      (["OSS"], Self.found, 170), (Self.libraries, Self.foundInLibraries, 390),
    ] {
      let code = Repository.swiftFiles.filter { file in
        folders.contains { file.path.hasPrefix("Sources/\($0)") }
      }
      let named = Set(code.flatMap { ClauseCitation.ids(in: $0.lines.joined(separator: "\n")) })
      let clauses = Clause.all.filter { pages.contains($0.page) }
      let missing = clauses.map(\.id).filter { !named.contains($0) }
      #expect(missing == (pages == Self.found ? [] : Self.ofNoFunction))
      #expect(clauses.count > least)
    }
  }

  @Test func `a vector is as binding as the weakest clause that it cites, which is the first`()
    throws
  {
    let strength: [Level] = [.may, .should, .must]
    var counted = 0
    for vector in try RealVectors.corpus.get().vectors {
      let levels = vector.clauses.compactMap { Clause.named[$0]?.level }
      #expect(levels.count == vector.clauses.count, "\(vector.id) cites what is no clause")
      let weakest = strength.first(where: levels.contains)
      #expect(weakest == vector.level, "\(vector.id) is \(vector.level), and cites a weaker clause")
      #expect(levels.first == vector.level, "\(vector.id) cites another clause first")
      counted += 1
    }
    #expect(counted > 900)
  }

  /// Tests of the reader and the command line, whose IDs are invented.
  static let inventors = [
    "Tests/OSSVectorsTests/", "Tests/OSSConformanceTests/Adapters/AdapterServerTests.swift",
    "Tests/OSSConformanceTests/CommandLine/BadInputTests.swift",
    "Tests/OSSConformanceTests/CommandLine/ShowCommandTests.swift", "Tests/TidyTests/",
  ]

  @Test func `that code and pages name exist`() {
    let files = Repository.files(in: ["Sources", "Tests", "spec", ".ci"]) + ["README.md"]
    var counted = 0
    for path in files where !Self.inventors.contains(where: path.hasPrefix) {
      for id in ClauseCitation.ids(in: Repository.text(of: path)) {
        counted += 1
        #expect(Clause.ids.contains(id), "\(path) names \(id)")
      }
      for family in ClauseCitation.families(in: Repository.text(of: path)) {
        #expect(Clause.ids.contains { $0.hasPrefix(family + "-") }, "\(path) names \(family)")
      }
    }
    #expect(counted > 500)
  }
}

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
    "V2", "V4", "POST", "RPC", "ROLE", "ACS3", "LIVE", "CALL",
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
