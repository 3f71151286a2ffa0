import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The command fuzz` {
  private let console = TestConsole()
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// An adapter that replies in one way to every request.
  private static func constant(_ reply: String) -> [String] {
    ShellAdapter.command(
      """
      window=16 operations='"sha1","base64"'; hello
      while :; do ask; \(reply); done
      """)
  }

  private static let same = #"say '"status":"ok","output":{"digest":"AAAA"}'"#

  private func fuzz(_ flags: String, with reply: String = same) -> RunnerStatus {
    console.run("fuzz --vectors \(folder.vectors) \(flags)", with: Self.constant(reply))
  }

  @Test func `says in a line what is left of an input, and where the answers differ`() {
    #expect(fuzz("--count 50 --operation sha1") == .failures)
    #expect(
      console.output.hasPrefix(
        """
        FOUND 1 sha1 {"data":"a"}: digest differs at byte 0.
          must, as of sha1-
        """))
    #expect(
      console.output.contains(
        """
         (V1-HDR-3); 50 of 50 failing inputs hold all that is left
            expected  86f7e437faa5a7fce15d1ddcb9eaeaea377667b8
            actual    AAAA
                      ^ byte 0
        """))
    #expect(
      console.output.contains(
        """

        adapter     shell 1.0 (sh)
        operations  sha1
        seed        1
        inputs      50: 0 agree, 50 differ, 0 rejected, 0 unsupported
        """))
    #expect(console.output.hasSuffix("\n1 kind of mistake was found.\n"))
  }

  @Test func `reports an adapter that dies`() {
    #expect(fuzz("--count=8 --operation sha1", with: "exit 7") == .failures)
    #expect(
      console.output.hasPrefix(
        "FOUND 1 sha1 {\"data\":\"a\"}: The adapter died: it ended with exit status 7\n"))
    #expect(
      console.output.hasSuffix(
        """
        ended early none of 8 inputs in a row had a reply
        1 kind of mistake was found.

        """))
  }

  @Test func `writes the smallest inputs as a suite that can be read`() throws {
    try folder.makeFolder("vectors/found")
    let path = folder.path + "/vectors/found/here.json"
    #expect(fuzz("--count 20 --operation sha1 --seed 7 --into \(path) --quiet") == .failures)
    #expect(console.output == "1 kind of mistake was found.\nWritten: \(path), vectors 1.\n")
    let text = try #require(folder.read("vectors/found/here.json"))
    let suite = try Suite(reading: Bytes(text.utf8), file: "here.json")
    #expect(suite.name == "found/here")
    #expect(String(decoding: suite.canonicalBytes(), as: UTF8.self) == text)
    #expect(suite.vectors.map(\.id) == ["fuzz-7-1"])
    #expect(suite.vectors.map(\.clauses) == [["V1-HDR-3"]])
    #expect(
      suite.vectors.map(\.provenance) == [
        .derived(reason: "Found by fuzzing shell 1.0 with seed 7; computed by the reference.")
      ])
    #expect(try Corpus.read(from: folder.vectors).vectors.count == 6)
  }

  @Test func `asks for the operations that are named, if the adapter has them`() {
    let both = "fuzz --count 40 --operation v4.presign --operation v4.header"
    #expect(console.run(both, with: [Program.path, "adapter"]) == .asExpected)
    #expect(console.output.contains("\noperations  v4.header, v4.presign\n"))
    #expect(console.output.contains("\ninputs      40: 40 agree, 0 differ"))
    #expect(console.output.hasSuffix("\nNo mistake was found.\n"))
    #expect(console.errors == "")
    let other = TestConsole()
    let line = "fuzz --count 40 --operation v4.header"
    #expect(other.run(line, with: Self.constant(Self.same)) == .nothingRun)
    #expect(other.output.hasSuffix("Nothing was asked: the adapter has none of the operations.\n"))
  }
}
