import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

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
