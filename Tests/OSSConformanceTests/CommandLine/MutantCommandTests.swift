import OSSConformance
import OSSMistakes
import Testing

@Suite struct `Commands about mistakes` {
  private let folder: TemporaryFolder
  private let console = TestConsole()

  init() throws { folder = try TemporaryFolder() }

  private func run(_ line: String) -> RunnerStatus {
    console.run("\(line) --vectors \(folder.vectors)")
  }

  private func writePages() throws {
    try folder.makeFolder("spec")
    let pages = [
      "signature-v1", "presigned-urls", "error-body", "explain", "credentials",
      "token-responses", "clock", "errors", "signature-v4", "signature-v2", "post-policy", "sts",
      "live-channel", "callback",
    ]
    for page in pages {
      try folder.write("# A page\n", to: "spec/\(page).md")
    }
    try folder.write(
      "- **PRIM-SHA1-1** (must) SHA-1.\n- **PRIM-X-1** (must) Nobody checks this.\n",
      to: "spec/primitives.md")
  }

  @Test func `print the matrix, the score and the survivors`() {
    #expect(run("mutants") == .asExpected)
    let lines = console.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("mistake ") == true)
    #expect(lines.contains { $0.hasPrefix("sha1-length-in-bytes ") })
    #expect(lines.contains { $0.hasPrefix("Survives: header-values-not-trimmed. ") })
    #expect(lines.contains { $0.hasPrefix("Equivalent: ") })
    let equivalents = Catalogue.all.filter { $0.equivalent != nil }.count
    #expect(equivalents > 0)
    #expect(
      lines.last?.hasSuffix(
        "mistakes killed by a vector of each of their clauses, \(equivalents) equivalent, 5 vectors."
      )
        == true)
  }

  @Test func `print the matrix as JSON`() {
    #expect(run("mutants --json") == .asExpected)
    #expect(console.output.hasPrefix("{\n  \"vectors\": 5,\n  \"scores\": [\n"))
    #expect(console.output.contains("\"id\": \"sha1-length-in-bytes\","))
  }

  @Test func `fail with a sentence for each fault`() throws {
    try writePages()
    #expect(run("mutants --check") == .failures)
    #expect(console.output.contains("The must clause PRIM-X-1 has no vector.\n"))
    #expect(console.output.hasSuffix(" faults.\n"))
  }

  @Test func `need the pages of the specification for a check`() {
    #expect(run("mutants --check") == .usage)
    #expect(console.errors.contains("There is no folder spec/ with the pages next to"))
    #expect(console.output == "")
  }

  @Test func `show a clause with its vectors and mistakes`() throws {
    try writePages()
    #expect(run("show PRIM-SHA1-1") == .asExpected)
    #expect(console.output.hasPrefix("PRIM-SHA1-1 (must), spec/primitives.md\n"))
    #expect(console.output.contains("\n  sha1-length-in-bytes\n    "))
    #expect(console.output.contains("\ncode: git grep -nw PRIM-SHA1-1 Sources ':!Sources/"))
    #expect(run("show PRIM-SHA1-1 --json") == .asExpected)
    #expect(run("show PRIM-SHA1-9") == .usage)
    #expect(
      console.errors.hasSuffix(
        "There is no vector, clause or mistake PRIM-SHA1-9; did you mean PRIM-SHA1-1?\n"))
  }

  @Test func `show several ids, and all clauses of a topic`() throws {
    try writePages()
    #expect(run("show sha1-abc sha1-length-in-bytes") == .asExpected)
    #expect(console.output.hasPrefix("sha1-abc\n"))
    #expect(console.output.contains("\n\nsha1-length-in-bytes\n"))
    #expect(run("show PRIM-SHA1") == .asExpected)
    #expect(console.output.contains("\nPRIM-SHA1-1 (must), vectors: "))
    #expect(run("show PRIM-SHA1-1 sha1-abc --json") == .asExpected)
    #expect(console.output.contains("\n[\n  {\n    \"id\": \"PRIM-SHA1-1\","))
  }

  @Test func `show a mistake with its fix and what catches it`() {
    #expect(run("show sha1-length-in-bytes") == .asExpected)
    let mistake = Catalogue.named("sha1-length-in-bytes")
    #expect(
      console.output.hasPrefix("sha1-length-in-bytes\n\(mistake?.sentence ?? "")\n\nfix      "))
    #expect(console.output.contains("\n  sha1-abc (must)\n"))
    #expect(run("show sha1-length-in-bytes --json") == .asExpected)
    #expect(console.output.contains("\"sha1-abc\""))
  }

  @Test func `print the coverage as text and as JSON`() throws {
    try writePages()
    #expect(run("coverage") == .asExpected)
    #expect(console.output.hasSuffix("\n2 must clauses: 0 with a vector, 1 with a mistake.\n"))
    #expect(run("coverage --json") == .asExpected)
    #expect(console.output.contains("\"id\": \"PRIM-SHA1-1\","))
  }

  @Test func `fail where a clause is not covered`() throws {
    try writePages()
    #expect(run("coverage --check") == .failures)
    #expect(
      console.output
        == """
        The must clause PRIM-SHA1-1 has no vector.
        The must clause PRIM-X-1 has no vector.
        The must clause PRIM-X-1 has no mistake.
        2 clauses: 3 faults.

        """)
  }
}
