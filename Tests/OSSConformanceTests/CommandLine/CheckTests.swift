import OSSConformance
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `The command check` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// Runs the command on the folder's vectors.
  private func check(_ flags: String, with adapter: [String]? = nil) -> RunnerStatus {
    let line = "check --vectors \(folder.vectors) \(flags)"
    return adapter.map { console.run(line, with: $0) } ?? console.run(line)
  }

  /// An adapter that fails at every request.
  private static let failing = ShellAdapter.command(
    #"hello; while :; do ask; say '"status":"failed"'; done"#)

  @Test func `checks the reference and shows what it found`() throws {
    #expect(check("") == .asExpected)
    #expect(console.errors == "")
    #expect(console.output.contains("5 vectors run: 4 passed, 1 failed (1 may)\n"))
    #expect(!console.output.contains("zone"), "The reference is a part of the tool.")
    #expect(
      console.output.contains(
        """

        Not explained: 0 must, 1 should or may
          base64-wrong (V1-HDR-3): text: extra "="
            catches: Header values are not trimmed.

        """))
    #expect(console.output.contains("\nPassed: no must vector failed; 1 below must did"))
  }

  @Test func `counts what is selected beside what there is`() throws {
    #expect(check("--match sha1-* --operation sha1 --level must --suite hash") == .asExpected)
    #expect(console.output.contains("2 vectors run: 2 passed, 0 failed\n"))
    #expect(console.output.contains("\nPassed: no vector failed (exit status 0).\n"))
  }

  @Test(
    arguments: [
      ("--suite hash --flag trim", "2 vectors run: 2 passed", nil),
      ("--id sha1-abc,base64-f --id sha1-empty", "3 vectors run: 3 passed", nil),
      ("--answers-only --skip base64-w*", "3 vectors run: 3 passed", "2 vectors left out by flags"),
      ("--skip hash", "3 vectors run: 2 passed", "2 vectors left out by flags"),
    ] as [(String, String, String?)])
  func `leaves out what flags say, and says so`(
    flags: String, numbers: String, leftOut: String?
  ) throws {
    #expect(check(flags) == .asExpected)
    #expect(console.output.contains(numbers + ", "))
    #expect(console.output.contains(leftOut.map { "Not run: \($0)." } ?? numbers))
    #expect(console.output.contains("left out") == (leftOut != nil))
  }

  @Test func `takes a folder of suites, and no suite that begins alike`() throws {
    for name in ["v9/a", "v9/b/c", "v90"] {
      let text = try #require(folder.read("vectors/hash.json"))
      let id = name.split(separator: "/").joined(separator: "-")
      try folder.makeFolder("vectors/v9/b")
      try folder.write(
        text.replacing("\"sha1-", with: "\"\(id)-").replacing("\"hash\"", with: "\"\(name)\""),
        to: "vectors/\(name).json")
    }
    // What an editor or a system hides is no suite.
    try folder.write("{", to: "vectors/v9/.a.json")
    #expect(console.run("list --vectors \(folder.vectors) --suite v9") == .asExpected)
    #expect(console.output.split(separator: "\n").count == 4)
  }

  @Test(arguments: [("", true), ("--no-steps", false)])
  func `compares no steps where a flag says so`(flag: String, isShown: Bool) {
    let reply = #""status":"ok","output":{"digest":"x","stages":{"stringToSign":"y"}}"#
    let adapter = ShellAdapter.command("hello; while :; do ask; say '\(reply)'; done")
    #expect(check("--verbose --id sha1-abc \(flag)", with: adapter) == .failures)
    #expect(console.output.contains("stringToSign") == isShown)
  }

  @Test func `weighs a refusal that is selected alone`() throws {
    #expect(check("--id base64-bad --quiet") == .failures)
    // The corpus has no must vector of base64 that is answered, so the refusal proves nothing.
    #expect(console.output == "Failed: 1 must vector failed (exit status 1).\n")
  }

  @Test func `fails a vector whose expectation is wrong`() throws {
    let text = try #require(folder.read("vectors/hash.json"))
    try folder.write(text.replacing("a9993e36", with: "a9993e37"), to: "vectors/hash.json")
    #expect(check("--suite hash") == .failures)
    #expect(
      console.output.contains(
        """

          sha1-abc (V1-HDR-3): digest differs
            catches: Header values are not trimmed.
            digest

        """))
  }

  @Test
  func `keeps the run where the file of mistakes cannot be read, and reads it where one failed`()
    throws
  {
    let folder = try ScratchFolder(VectorSamples.suites)
    try folder.write("{", to: "vectors/mistakes.json")
    for (id, isRead) in [("sha1-abc", false), ("base64-wrong", true)] {
      let console = TestConsole()
      #expect(console.run("check --vectors \(folder.vectors) --id \(id)") == .asExpected)
      #expect(console.output.contains("No mistake is named") == isRead, "\(console.output)")
      #expect(console.output.contains("1 vector run"), "\(console.output)")
    }
  }

  @Test func `writes reports, one of them to the standard output`() throws {
    #expect(check("--quiet --report json=-,junit=\(folder.path)/r.xml") == .asExpected)
    #expect(console.output.hasPrefix("{\n  \"format\": 1,\n"))
    #expect(console.errors == "Passed: no must vector failed; 1 below must did (exit status 0).\n")
    #expect(folder.read("r.xml")?.hasPrefix("<?xml version=\"1.0\"") == true)
  }

  @Test func `writes and then obeys a list of known failures`() throws {
    let command = "--quiet --expectations \(folder.path)/known.json"
    #expect(check(command + " --update-expectations") == .asExpected)
    #expect(
      folder.read("known.json") == """
        {
          "format": 1,
          "sdk": "oss-auth-conformance 0.1.0",
          "expectations": [
            {"id":"base64-wrong","status":"mismatch","reason":"V1-HDR-3: text differs at byte 3."}
          ]
        }

        """)
    #expect(check(command) == .asExpected)
    let list = try #require(folder.read("known.json"))
    try folder.write(list.replacing("mismatch", with: "timeout"), to: "known.json")
    #expect(check(command) == .failures)
    #expect(
      console.output == """
        Passed: all results are as the list says (exit status 0).
        Written: \(folder.path)/known.json, known failures 1.
        Passed: all results are as the list says (exit status 0).
        Failed: 1 result that the list of known failures does not say (exit status 1).

        """)
  }

  @Test func `runs nothing where an adapter has no operation`() throws {
    let adapter = ShellAdapter.command("operations=; hello; serve")
    #expect(check("--quiet", with: adapter) == .nothingRun)
    #expect(
      console.output == "Nothing was run: the SDK supports none of 5 vectors (exit status 3).\n")
  }

  @Test func `writes down what goes over the pipe`() throws {
    let flags = "--suite hash --trace \(folder.path)/trace.txt"
    #expect(check(flags, with: Self.failing) == .failures)
    let lines = try #require(folder.read("trace.txt")).split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"→ {"op":"hello","protocol":1,"#) == true)
    #expect(lines.count { $0.hasPrefix(#"→ {"op":"run""#) } == 2)
    #expect(lines.count { $0.hasPrefix("← ") && $0.contains(#""status":"failed""#) } == 2)
  }

  @Test func `what is written down is bounded, over all processes of an adapter`() throws {
    let path = folder.path + "/trace.txt"
    let trace = try AdapterTrace(path: path, limit: 200_000)
    let line = ContiguousArray(repeating: UInt8(ascii: "x"), count: 100_000)
    for _ in 0..<3 {
      var own = trace
      own.begin()
      own.sent(line[...])
      own.received(line[...])
      own.received(line[...])
    }
    let lines = try #require(folder.read("trace.txt")).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "→ " + String(repeating: "x", count: 1 << 16) + "… (100000 bytes)")
    #expect(lines[3] == "… the rest is left out")
  }

  @Test func `counts vectors on a terminal while they run`() throws {
    console.errorsAreTerminal = true
    #expect(check("--suite hash", with: Self.failing) == .failures)
    #expect(console.errors == "\r1 of 2 vectors\r2 of 2 vectors\r\u{1b}[K")
  }

  @Test(
    arguments: [
      ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false),
      (["NO_COLOR": ""], true, true), (["TERM": "dumb"], true, false),
    ] as [([String: String], Bool, Bool)])
  func `uses colour on a terminal that wants it`(
    environment: [String: String], isTerminal: Bool, isColored: Bool
  ) {
    console.environment = environment
    console.outputIsTerminal = isTerminal
    #expect(check("--quiet --suite hash") == .asExpected)
    #expect(console.output.contains("\u{1b}") == isColored)
  }
}
