import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The command fuzz` {
  private let console = TestConsole()

  /// An adapter that replies in one way to every request.
  private static func constant(_ reply: String) -> [String] {
    ShellAdapter.command(
      """
      window=16 operations='"v1.header","v1.presign"'; hello
      while :; do ask; \(reply); done
      """)
  }

  private static let same = #"say '"status":"ok","output":{"signature":"AAAA"}'"#

  @Test func `reports what an SDK does wrong`() {
    #expect(console.run("fuzz --count 50", with: Self.constant(Self.same)) == .failures)
    #expect(
      console.output == """
        FOUND 1 every request (must, V1-STS-1, V1-SIG-1)
          50 of 50 failing requests have this; the smallest one:
            v1.header GET /examplebucket/key.txt
          signature differs at byte 0.
            expected  e7SraDhJXAr2ERmY+/n0fAmnDgk=
            actual    AAAA
                      ^ byte 0
            expected  [65] 37 53 72 61 44 68 4a
            actual    [41] 41 41 41
          note: The adapter shows no step before the signature that differs.

        adapter     shell 1.0 (sh)
        operations  v1.header, v1.presign
        seed        1
        requests    50: 0 agree, 50 differ, 0 rejected, 0 unsupported
        asked again 16 times, to shrink and to sort what differs
        1 kind of mistake was found.

        """)
  }

  @Test func `reports an adapter that dies`() {
    #expect(console.run("fuzz --count=8", with: Self.constant("exit 7")) == .failures)
    #expect(
      console.output == """
        FOUND 1 every request (must, V1-STS-1, V1-SIG-1)
          8 of 8 failing requests have this; the smallest one:
            v1.header GET /examplebucket/key.txt
          The adapter died: it ended with exit status 7

        adapter     shell 1.0 (sh)
        operations  v1.header, v1.presign
        seed        1
        requests    8: 0 agree, 8 differ, 0 rejected, 0 unsupported
        asked again 16 times, to shrink and to sort what differs
        ended early none of 8 requests in a row had a reply
        1 kind of mistake was found.

        """)
  }

  @Test func `writes the smallest requests as a suite that can be read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/vectors/found/here.json"
    try folder.makeFolder("vectors/found")
    let status = console.run(
      "fuzz --count 20 --seed 7 --into \(path) --quiet", with: Self.constant(Self.same))
    #expect(status == .failures)
    #expect(console.output == "1 kind of mistake was found.\nWritten: \(path), vectors 1.\n")
    let text = try #require(folder.read("vectors/found/here.json"))
    let suite = try Suite(reading: Bytes(text.utf8), file: "here.json")
    #expect(suite.name == "found/here")
    #expect(String(decoding: suite.canonicalBytes(), as: UTF8.self) == text)
    #expect(suite.vectors.map(\.id) == ["fuzz-7-1"])
    #expect(suite.vectors.map(\.comment) == ["An SDK signs it wrongly: every request."])
    #expect(
      suite.vectors.map(\.provenance) == [
        .derived(reason: "Found by fuzzing shell 1.0 with seed 7; computed by the reference.")
      ])
    #expect(try Corpus.read(from: folder.vectors).vectors.count == 6)
  }

  @Test func `asks for the operations that are named, if the adapter has them`() {
    #expect(
      console.run("fuzz --count 40 --operation v4.presign --operation v4.header") == .asExpected)
    #expect(console.output.contains("\noperations  v4.header, v4.presign\n"))
    #expect(console.output.contains("\nrequests    40: 40 agree, 0 differ"))
    #expect(console.output.hasSuffix("\nNo mistake was found.\n"))
    #expect(console.errors == "")
    let other = TestConsole()
    let status = other.run("fuzz --count 40 --operation v4.header", with: Self.constant(Self.same))
    #expect(status == .nothingRun)
    #expect(other.output.hasSuffix("Nothing was asked: the adapter has none of the operations.\n"))
  }
}
