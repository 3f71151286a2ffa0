import Foundation
import OSSConformance
import OSSExplain
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// `oss-conform show`: clauses, mistakes and vectors.
@Suite struct `The command show` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws {
    folder = try ScratchFolder(VectorSamples.suites)
    try folder.writeMistakes()
  }

  private func run(_ line: String) -> RunnerStatus {
    console.run("\(line) --vectors \(folder.vectors)")
  }

  private func writePages() throws {
    try folder.makeFolder("spec")
    let pages = [
      "signature-v1", "presigned-urls", "error-body", "explain", "credentials",
      "token-responses", "clock", "errors", "signature-v4", "signature-v2", "post-policy", "sts",
      "README", "acs3", "vectors-tables", "live-channel", "callback", "default-chain",
      "vector-format", "fingerprints", "adapter-protocol", "scenarios",
    ]
    for page in pages {
      try folder.write("# A page\n", to: "spec/\(page).md")
    }
    try folder.write(
      "- **PRIM-SHA1-1** (must) SHA-1.\n- **PRIM-X-1** (must) Nobody checks this.\n",
      to: "spec/primitives.md")
  }

  @Test func `show a clause with its vectors and mistakes`() throws {
    try writePages()
    #expect(run("show PRIM-SHA1-1") == .asExpected)
    #expect(console.output.hasPrefix("PRIM-SHA1-1 (must), spec/primitives.md\n"))
    #expect(console.output.contains("\n  sha1-words-reversed\n    "))
    // The folder has no vector that cites it.
    #expect(
      console.output.hasSuffix("\ncode: git grep -nw PRIM-SHA1-1 Sources Tests spec/mistakes\n"))
    #expect(run("show PRIM-SHA1-1 --json") == .asExpected)
    #expect(run("show PRIM-SHA1-9") == .usage)
    #expect(
      console.errors.hasSuffix(
        "There is no vector, clause or mistake PRIM-SHA1-9; did you mean PRIM-SHA1-1?\n"))
  }

  @Test func `show knows every clause of the pages, also those of the kit`() throws {
    let folder = RealVectors.folder + "/../spec"
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".md")
    }
    let lines = try pages.flatMap {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8).split(separator: "\n")
    }
    let ids = lines.filter { $0.hasPrefix("- **") && $0.contains("** (") }
      .map { String($0.dropFirst(4).prefix { $0 != "*" }) }
    let known = try #require(Specification(besideVectors: RealVectors.folder))
    #expect(ids.count > 500 && Set(ids) == Set(known.clauses.map(\.id)))
  }

  /// The table of `spec/README.md` says which clauses bind this kit; they are counted apart.
  @Test func `the pages state how many clauses are rules of OSS`() throws {
    let known = try #require(Specification(besideVectors: RealVectors.folder)).clauses
    let rules = known.filter { !$0.isOfTheKit }
    let musts = rules.count { $0.level == .must }
    #expect(rules.count < known.count && musts > 200)
    let folder = RealVectors.folder + "/.."
    let page = try String(contentsOfFile: "\(folder)/spec/README.md", encoding: .utf8)
    #expect(
      page.contains(
        "\n\nThat makes \(rules.count) rules of OSS, \(musts) of them must, and "
          + "\(known.count - rules.count) clauses of the kit.\n"))
    let first = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    #expect(first.contains("(spec/README.md): \(rules.count) rules of OSS in numbered clauses"))
    let own = ["FMT-NAME-7", "ADP-RUN-8", "EXP-ANS-19", "CRED-MODE-13", "CRED-SIGN-12"]
    let isOwn = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.isOfTheKit) })
    #expect(own.allSatisfy { isOwn[$0] == true })
    #expect(["CRED-MODE-23", "CRED-RUN-2", "V1-HDR-3"].allSatisfy { isOwn[$0] == false })
  }

  @Test func `show several ids, and all clauses of a topic`() throws {
    try writePages()
    #expect(run("show sha1-abc sha1-words-reversed") == .asExpected)
    #expect(console.output.hasPrefix("sha1-abc\n"))
    #expect(console.output.contains("\n\nsha1-words-reversed\n"))
    #expect(run("show PRIM-SHA1") == .asExpected)
    #expect(console.output.contains("\nPRIM-SHA1-1 (must), vectors: "))
    #expect(run("show PRIM-SHA1-1 sha1-abc --json") == .asExpected)
    #expect(console.output.contains("\n[\n  {\n    \"id\": \"PRIM-SHA1-1\","))
  }

  /// One id means one thing in the whole kit, so each finding of `explain` can be looked up.
  @Test func `show each cause that explain names`() throws {
    let causes = try Refusals.knowledge.get().causes
    let ids = causes.map(\.id).joined(separator: " ")
    #expect(console.run("show \(ids) --vectors \(RealVectors.folder)") == .asExpected)
    #expect(causes.count > 200)
    for cause in causes { #expect(console.output.contains("\(cause.id)\n")) }
  }

  /// EXP-FIND-1, FMT-JUDGE-1: no vector checks them, so none is counted.
  @Test func `show clauses of the kit without vectors`() {
    let pages = [("EXP-FIND", "explain"), ("FMT-JUDGE", "vector-format")]
    let ids = pages.map { "\($0.0)-1" } + pages.map(\.0)
    let line = "show \(ids.joined(separator: " ")) --vectors \(RealVectors.folder)"
    #expect(console.run(line) == .asExpected)
    for (topic, page) in pages {
      #expect("\n\(console.output)".contains("\n\(topic)-1 (should), spec/\(page).md\n"))
      #expect(console.output.contains("\n\ncode: git grep -nw \(topic)-1 Sources Tests\n"))
      #expect(console.output.contains("\n\(topic)-1 (should), binds this kit\n"))
    }
    #expect(!console.output.contains("\nvectors: "))
  }

  /// The code of these clauses is rows of data: EXP-ANS-9, EXP-V4-33. What EXP-FIND-3 names is no cause.
  @Test func `show the rows of a clause that names a cause`() {
    let clauses = [
      ("EXP-ANS-9", "explain.json, answers: {\"cause\":\"bucket-not-in-host\","),
      ("EXP-TOK-5", "explain.json, token-blank: {\"cause\":\"token-with-blank\","),
      ("EXP-V4-33", "variations.json: {\"id\":\"v4-key-without-prefix\","),
      ("EXP-FIND-3", ""),
    ]
    let ids = clauses.map(\.0).joined(separator: " ")
    #expect(console.run("show \(ids) --vectors \(RealVectors.folder)") == .asExpected)
    let shown = console.output.split(separator: "\ncode: ")
    #expect(shown.count == clauses.count + 1)
    for (text, (id, row)) in zip(shown, clauses) {
      let rows = text.split(separator: "\n").filter { $0.contains(".json") }
      #expect(text.contains("\(id) ("))
      #expect(rows.isEmpty == row.isEmpty && rows.allSatisfy { $0.hasPrefix("  ") })
      #expect(text.contains("\n  \(row)") == !row.isEmpty)
      #expect(text.contains("\nrows in vectors: \(rows.count)\n") == !row.isEmpty)
    }
  }

  @Test func `show a mistake with its fix and what catches it`() throws {
    let real = "--vectors \(RealVectors.folder)"
    #expect(console.run("show sha1-words-reversed \(real)") == .asExpected)
    let mistake = try PlantedSDK.known.get()[id: "sha1-words-reversed"]
    #expect(
      console.output.hasPrefix("sha1-words-reversed\n\(mistake?.sentence ?? "")\n\nfix      "))
    #expect(console.output.contains("\n  sha1-abc (must)\n"))
    #expect(console.run("show sha1-words-reversed --json \(real)") == .asExpected)
    #expect(console.output.contains("\"sha1-abc\""))
  }
}
