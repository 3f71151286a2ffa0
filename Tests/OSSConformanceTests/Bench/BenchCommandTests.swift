import OSSConformance
import OSSJSON
import OSSPrimitives
import Testing

@Suite struct `The command bench` {
  @Test func `the command bench times the reference alone`() {
    let console = TestConsole()
    #expect(console.run("bench --rounds 1 --operation sha1") == .asExpected)
    let lines = console.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.split(separator: " ") == ["operation", "reference"])
    #expect(lines.last?.hasPrefix("sha1 ") == true)
    #expect(lines.last?.hasSuffix(" ns") == true)
  }

  @Test func `the command bench counts operations on a terminal while it runs`() {
    let console = TestConsole()
    console.errorsAreTerminal = true
    #expect(console.run("bench --rounds 1 --operation sha1") == .asExpected)
    #expect(console.errors == "\r0 of 1 operations\r\u{1b}[K")
  }

  /// An adapter that takes a microsecond for everything.
  static let timed = ShellAdapter.command(
    #"features='"bench"'; hello; while :; do ask; n=${line#*'"count":'}; n=${n%%\}*}; "#
      + #"say "\"nanoseconds\":${n}000"; done"#)

  @Test func `the command bench times an SDK beside it`() throws {
    let console = TestConsole()
    let flags = ["--json", "--rounds", "2", "--operation", "sha1", "--operation", "sha256"]
    #expect(console.run(["bench"] + flags + ["--"] + Self.timed) == .asExpected)
    let report = try #require(JSONReader.read(console.output).objectValue)
    #expect(report["sdk"]?.objectValue?["name"] == "shell")
    let operations = report["operations"]?.arrayValue?.map(\.objectValue) ?? []
    #expect(operations.count == 2)
    #expect(operations.first??["sdk"] == .number(try JSONNumber(text: "1000.00")))
    #expect(operations.first??["ratio"] != nil)
    #expect(operations.last??["objection"] == "the adapter does not list the operation sha256")
  }

  static let faults: [([String], RunnerStatus, String)] = [
    (
      ["--rounds", "0"], .usage,
      "oss-conform: The flag --rounds has the value 0, which is not a number from 1 to 1000.\n"
    ),
    (
      ["--", "false"], .nothingRun,
      "oss-conform: The adapter “false” did not answer the handshake: it ended with exit status 1.\n"
    ),
    (
      ["--"] + ShellAdapter.command("hello; serve"), .nothingRun,
      "oss-conform: The adapter of shell does not list the feature bench, so its speed cannot be "
        + "taken.\n"
    ),
    (["--rounds", "1", "--operation", "sha256", "--"] + timed, .nothingRun, ""),
  ]

  @Test(arguments: faults)
  func `the command bench says why there is no comparison`(
    words: [String], status: RunnerStatus, sentence: String
  ) {
    let console = TestConsole()
    #expect(console.run(["bench"] + words) == status)
    #expect(console.errors == sentence)
  }
}
