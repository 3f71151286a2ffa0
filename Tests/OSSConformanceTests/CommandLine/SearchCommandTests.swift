import OSSConformance
import OSSJSON
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

/// The search for orders and scripts in which credentials are kept wrongly.
///
/// CI plays a million steps, all orders, and machines with mistakes; here are a few of each.
@Suite struct `The command simulate` {
  private static let vectors = "--vectors \(RealVectors.folder)"

  /// One suite of timelines, for what any of them shows.
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws {
    folder = try ScratchFolder([RealVectors.suite("credentials/timeline-concurrency")])
  }

  /// The end of a line of the command that plays the machine with a mistake.
  private func machine(_ id: String) -> String {
    "--vectors \(folder.vectors) -- " + PlantedSDK.command(id).joined(separator: " ")
  }

  @Test func `finds a fetch that nobody needs, and makes its spans small`() throws {
    let line = "simulate --orders 0 --steps 500 --json " + machine("refresh-every-call")
    #expect(console.run(line) == .failures)
    let result = try #require(JSONReader.read(console.output).objectValue)
    let finding = try #require(result["finding"]?.objectValue)
    #expect(finding["origin"]?.stringValue?.hasPrefix("random script ") == true)
    #expect(finding["sentence"]?.stringValue?.hasPrefix("A fetch begins at ") == true)
    let script = try Script(try #require(finding["script"]?.objectValue))
    #expect((1...6).contains(script.events.count) && script.fetches.allSatisfy { $0.takes <= 1 })
    #expect(script.tokens.allSatisfy { ($0.expires ?? 0) <= 10 })
  }

  @Test func `does not call orders all that were not tried`() throws {
    let timelines = TimelineSearch.timelines(of: try RealVectors.corpus.get())
    #expect(timelines.count == 168)
    #expect(console.run("simulate --depth 0 --steps 0 \(Self.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasSuffix(" have more orders than were tried") == true, "\(lines)")
    #expect(lines.dropFirst().first == "orders      168")
  }

  @Test func `shows what it found as text and as JSON`() throws {
    #expect(console.run("simulate --steps 0 " + machine("refresh-herd")) == .failures)
    #expect(console.output.hasPrefix("FOUND "))
    #expect(console.output.contains("\n  as the input of credential.timeline:\n    {\"policy\":"))
    #expect(console.output.hasSuffix("\nA bound is broken.\n"))
    let other = TestConsole()
    #expect(other.run("simulate --steps 0 --json " + machine("refresh-herd")) == .failures)
    let result = try #require(JSONReader.read(other.output).objectValue)
    let script = try #require(result["finding"]?.objectValue?["script"]?.objectValue)
    #expect(try Script(script).events.count <= 6)
  }

  @Test(arguments: ["1", "2"])
  func `finds the same again with the same seed`(seed: String) {
    let line = "simulate --steps 200 --orders 1 --seed \(seed) --json --vectors \(folder.vectors)"
    #expect(console.run(line) == .asExpected)
    let other = TestConsole()
    #expect(other.run(line) == .asExpected)
    #expect(console.output == other.output)
    #expect(console.output.contains("\"scripts\": "))
  }
}

/// The search for orders in which an adapter keeps credentials wrongly.
@Suite struct `The search for orders of events` {
  private static let right =
    #"{"answers":[{"caller":"c1","at":0,"gets":"A"},{"caller":"c2","at":0,"gets":"A"}],"fetches":[]}"#
  private static let silent = reply(#"{"answers":[],"fetches":[]}"#)
  private static let unsupported = #"say '"status":"unsupported"'"#

  /// Two callers ask at once for what is held and fresh.
  private static let suite: Suite = {
    var script = ScriptSamples.script(
      [.init(at: 0, action: .ask("c1")), .init(at: 0, action: .ask("c2"))],
      fetches: [.init(takes: 0, result: .fails(.transport))],
      tokens: [.init(name: "A", expires: nil)])
    script.held = .init(token: "A", obtained: 0)
    let bounds = TimelineBounds(invariants: TimelineBounds.Invariant.allCases)
    return Suite(
      name: "lines",
      vectors: [
        VectorSamples.vector(
          "line", .credentialTimeline, input: script.json, answer: bounds.members)
      ])
  }()

  private static func search(_ script: String, _ flags: String = "") throws -> (
    RunnerStatus, String
  ) {
    let folder = try ScratchFolder(VectorSamples.suites)
    try folder.write(
      String(decoding: suite.canonicalBytes(), as: UTF8.self), to: "vectors/" + suite.fileName)
    let console = TestConsole()
    let adapter = ShellAdapter.command(
      #"operations='"credential.timeline"'; hello; while :; do ask; "# + script + "; done")
    let status = console.run(
      "simulate --steps 0 --vectors \(folder.vectors) \(flags)", with: adapter)
    return (status, console.output)
  }

  private static func reply(_ output: String) -> String {
    #"say '"status":"ok","output":\#(output)'"#
  }

  private static let failing =
    "timelines   1; 1 fail in the order of the script\norders      4\n"
    + "No other order breaks a bound that the script's order keeps.\n"

  /// What an adapter says, the flags, and what comes of it.
  static let searches = [
    (reply(right), "", "timelines   1\norders      4\nNo bound is broken.\n"),
    (
      reply(right), "--orders 3",
      "timelines   1; 1 have more orders than were tried\n"
        + "orders      3\nNo bound is broken.\n"
    ),
    (#"say '"status":"failed"'"#, "", failing), (reply("{}"), "", failing), (silent, "", failing),
  ]

  @Test(arguments: searches)
  func `says how many orders it asked for, and what it could not judge`(
    script: String, flags: String, due: String
  ) throws {
    let (status, output) = try Self.search(script, flags)
    #expect(status == .asExpected)
    #expect(output == due)
  }

  @Test func `runs nothing where the adapter plays no timeline`() throws {
    let (status, output) = try Self.search(Self.unsupported)
    #expect(status == .nothingRun)
    #expect(output.hasPrefix("timelines   1; 1 unsupported\n"))
    #expect(output.hasSuffix("No timeline was played.\n"))
  }

  @Test func `reports a mistake that an adapter makes once`() throws {
    let (status, output) = try Self.search(
      #"case "$line" in *completionsLast*) if [ -z "$once" ]; then once=1; "# + Self.silent
        + "; else \(Self.unsupported); fi;; *) " + Self.reply(Self.right) + ";; esac")
    #expect(status == .failures)
    #expect(output.hasPrefix("FOUND The caller c1, who asks at 0 ms, is not answered (line)\n"))
    #expect(output.contains("c1 asks\n"))
    #expect(output.contains("c2 asks\n"))
    #expect(output.hasSuffix("\nA bound is broken.\n"))
  }
}
