import OSSConformance
import OSSVectors
import TestSupport
import Testing

@Suite struct `Clauses` {
  @Test func `each clause is a list item with an ID of its page, a level and a sentence`() {
    let items = Repository.pages.flatMap { page in
      Repository.text(of: page).split(separator: "\n").filter { $0.hasPrefix("- **") }
    }
    #expect(items.count == Clause.all.count && items.count > 700)
    for clause in Clause.all {
      let first = clause.text.first
      #expect(first?.isUppercase == true || first == "`", "\(clause.page): \(clause.text)")
      #expect(ClauseCitation.families.contains(String(clause.family)), "\(clause.id)")
    }
    for (family, clauses) in Dictionary(grouping: Clause.all, by: \.family) where family != "FMT" {
      #expect(Set(clauses.map(\.page)).count == 1, "\(family) is on two pages")
    }
  }

  @Test func `each clause but those of the format is named by a vector, a case or a test`() throws {
    let cited =
      try RealVectors.corpus.get().vectors.flatMap(\.clauses)
      + ExplainCase.all.get().flatMap(\.clauses) + ClauseCitation.ids(below: ["Tests/"])
    let missing = Set(Clause.all.map(\.id)).subtracting(cited)
    #expect(missing.filter { !$0.hasPrefix("FMT-") && !$0.hasPrefix("ADP-") } == [])
  }

  @Test func `the clauses of explain are cited by cases and by no vector`() throws {
    let own = Set(Clause.all.filter { $0.family == "EXP" }.map(\.id))
    let cited = Set(try ExplainCase.all.get().flatMap(\.clauses))
    #expect(cited.subtracting(own) == [] && cited.count > 40)
    let vectors = try RealVectors.corpus.get().vectors
    #expect(vectors.filter { !own.isDisjoint(with: $0.clauses) }.map(\.id) == [])
  }

  /// The code that a product for apps and their servers is made of.
  static let libraries = [
    "OSSPrimitives/", "OSSSigning/", "OSSServices/", "OSSAppServer/", "OSSCredentials/",
    "OSSCredentialProviders/", "OSSFoundation/",
  ].map { "Sources/\($0)" }

  /// Clauses that no function implements, with the reason.
  static let withoutFunction = [
    "V1-REF-12": "No String holds bytes that are not UTF-8: who has bytes decodes them.",
    "CRED-LEAK-3": "It says when a text shows a secret; no library looks for secrets in texts.",
    "CRED-LEAK-4": "It says when a text shows no secret, as CRED-LEAK-3 does.",
    "FMT-PROF-2": "The oracle tries other windows on each timeline; the tool reads the profile.",
  ]

  /// A range such as “to X-4” is not found by a search, so it does not count; nor does a case of an
  /// enumeration, which says what a fault is called. A rule of OSS is named in a library. A clause of
  /// the kit may be rows of data that find the causes which it names.
  @Test func `code names each clause at the function that implements it`() throws {
    let named = try ClauseCitation.all.get().filter { $0.path.hasPrefix("Sources/") }
    let files = Dictionary(uniqueKeysWithValues: Repository.sources.map { ($0.path, $0) })
    let atFunctions = named.filter { files[$0.path]?.documentsCase(at: $0.line - 1) != true }
    let inLibraries = atFunctions.filter { Self.libraries.contains(where: $0.path.hasPrefix) }
    let (all, ofLibraries) = (Set(atFunctions.map(\.id)), Set(inLibraries.map(\.id)))
    let rows = ClauseRows(besideVectors: RealVectors.folder)
    let missing = Clause.all.filter { clause in
      clause.isOfTheKit
        ? !all.contains(clause.id) && rows.rows(of: clause).isEmpty
        : !ofLibraries.contains(clause.id)
    }
    #expect(Set(missing.map(\.id)) == Set(Self.withoutFunction.keys))
    #expect(atFunctions.count < named.count && ofLibraries.count > 650)
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
      #expect(weakest == vector.level && levels.first == weakest, "\(vector.id): \(levels)")
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

  @Test func `that code and pages name exist`() throws {
    let named = try ClauseCitation.all.get().filter { named in
      !Self.inventors.contains(where: named.path.hasPrefix)
    }
    for (path, line, id) in named where Clause.named[id] == nil {
      #expect(Clause.named.keys.contains { $0.hasPrefix(id + "-") }, "\(path):\(line) names \(id)")
    }
    #expect(named.count > 500)
  }
}

extension Clause {
  /// Every clause, as the tool reads the pages.
  static let all = Specification(besideVectors: RealVectors.folder)?.clauses ?? []

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// What the ID begins with, such as `V1`.
  var family: Substring { id.prefix { $0 != "-" } }

  /// The text of the line that begins so.
  func note(_ kind: String) -> Substring? {
    notes.first { $0.hasPrefix(kind + ": ") }?.dropFirst(kind.count + 2)
  }
}

/// The IDs of clauses that the files of the package name.
enum ClauseCitation {
  static let families = [
    "V1", "PRE", "PUB", "PRIM", "ERR", "EXP", "FMT", "ADP", "CRED", "TOK", "CLK", "ACT", "UPL",
    "V2", "V4", "POST", "RPC", "ROLE", "ACS3", "LIVE", "CALL", "VEC", "TBL", "AGT", "CHAIN",
    "SCN",
  ]

  /// IDs such as `V1-RES-4`, and topics such as `V1-RES` for all clauses that begin so, each with the
  /// number of its line.
  static let all = Result {
    try Repository.grep("-nowE", "(\(families.joined(separator: "|")))(-[A-Z0-9]+)+").map {
      let parts = $0.text.split(separator: ":")
      return (path: $0.path, line: Int(parts[0]) ?? 0, id: String(parts[1]))
    }.filter { $0.id != "ACS3-HMAC-SHA256" }
  }

  /// What is named in files whose paths begin so.
  static func ids(below folders: [String]) throws -> Set<String> {
    Set(try all.get().filter { named in folders.contains(where: named.path.hasPrefix) }.map(\.id))
  }
}
