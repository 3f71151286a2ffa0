import OSSConformance
import OSSJSON
import OSSVectors
import TestSupport
import Testing

/// `oss-conform advise OLD NEW`, over small folders and archives.
@Suite struct `What changes between two corpora` {
  private let old: TemporaryFolder
  private let new: TemporaryFolder
  private let console = TestConsole()

  init() throws {
    old = try TemporaryFolder()
    new = try TemporaryFolder()
    let hash = try #require(TemporaryFolder.suites.first)
    var suite = hash
    let changed = hash.vectors[0].with(input: ["data": "abcd"])
    let described = hash.vectors[1].with(provenance: .derived(reason: "Another reason."))
    let added = VectorSamples.vector(
      "sha1-new", .sha1, input: ["data": "n"],
      expectation: Expectation(outcome: .answer(Answer(members: ["digest": "00"]))))
    suite.vectors = [changed, described, added]
    let base64 = TemporaryFolder.suites[1]
    var fewer = base64
    fewer.vectors = Array(base64.vectors.dropFirst())
    for suite in [suite, fewer] {
      try new.write(
        String(decoding: suite.canonicalBytes(), as: UTF8.self), to: "vectors/" + suite.fileName)
    }
  }

  private var gone: String { TemporaryFolder.suites[1].vectors[0].id }

  @Test func `lists what is new, changed, retired and described otherwise`() throws {
    #expect(console.run("advise \(old.path) \(new.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("old: 5 vectors, SHA-256 "))
    #expect(lines[1].hasPrefix("new: 5 vectors, SHA-256 "))
    #expect(lines[2] == "new: 1" && lines[3].hasPrefix("  sha1-new (must): "))
    #expect(
      lines[4...] == [
        "changed: 1", "  sha1-abc: input", "retired: 1", "  \(gone)", "described otherwise: 1",
        "  sha1-empty: provenance",
      ])
  }

  @Test func `says which known failures turn a run red`() throws {
    func entry(_ target: String) -> String {
      "{\"id\":\"\(target)\",\"status\":\"mismatch\",\"reason\":\"It is.\"}"
    }
    func write(_ entries: String...) throws {
      let text = entries.joined(separator: ",")
      try old.write("{\"format\":1,\"sdk\":\"s 1\",\"expectations\":[\(text)]}", to: "list.json")
    }
    let line = "advise \(old.path) \(new.path) --expectations \(old.path)/list.json"
    try write(entry(gone), entry("sha1-abc"))
    #expect(console.run(line) == .failures)
    #expect(
      console.output.hasSuffix(
        """
        turn red: 1
          \(gone) is the id of no vector
        may turn red: 2
          sha1-abc has changed and is known as mismatch
          sha1-new is new and not in the list

        """))
    try write(entry("sha1-empty"))
    #expect(console.run(line) == .asExpected)
  }

  @Test(arguments: ["nothing.tar", "text.tar"])
  func `a file that is no archive is an error that names it`(name: String) throws {
    try old.write("This is no archive.", to: "text.tar")
    #expect(console.run("advise \(old.path)/\(name) \(old.path)") == .usage)
    #expect(console.errors.contains("\(old.path)/\(name): it "))
  }

  @Test func `the tool shows its version and that of the vectors`() throws {
    #expect(console.run("version --vectors \(old.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n")
    #expect(lines[0] == "oss-conform 0.1.0, adapter protocol 1")
    #expect(lines[1].hasPrefix("5 vectors, SHA-256 ") && lines.count == 2)
    let own = TestConsole()
    #expect(own.run("version --vectors \(RealVectors.folder)") == .asExpected)
    #expect(own.output.contains(" vectors, version 0.1.0, SHA-256 "))
  }
}
