import OSSConformance
import OSSVectors
import Testing

@Suite struct `An adapter process` {
  /// An adapter that goes wrong in one way, and what the run makes of four requests.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var script: String
    var replies: [String]
    var notes: [String] = []
    var restarts = 0
    /// Whether a reply is to be late.
    var isLate = false
    var testDescription: String { name }
  }

  static let good = ["ok 0", "ok 1", "ok 2", "ok 3"]

  static let wellBehaved = [
    Case(
      name: "out of order within the window",
      script: """
        hello; ask; a=$seq; i=$n; ask; b=$seq; j=$n; ok $b $j; ok $a $i; serve
        """, replies: good),
    Case(
      name: "all at once, last first",
      script: """
        hello; ask; a=$seq; ask; b=$seq; ask; c=$seq; ask; ok $seq 3; ok $c 2; ok $b 1; ok $a 0
        ask
        """, replies: good),
    Case(
      name: "writes much to standard error",
      script: "hello; head -c 300000 /dev/zero >&2; serve", replies: good),
    Case(
      name: "lives on after bye",
      script: "hello; ask; ok $seq 0; ask; ok $seq 1; ask; ok $seq 2; ask; ok $seq 3; sleep 5",
      replies: good),
    Case(
      name: "unknown members",
      script: #"""
        hello; while :; do ask
        printf '{"seq":"%s","new":[],"status":"ok","output":{"digest":"%s"},"reason":null}\r\n' $seq $n
        done
        """#, replies: good),
    Case(
      name: "one request a process",
      script: "window=1; hello; ask; ok $seq $n", replies: good,
      notes: Array(repeating: ended("exit status 0"), count: 3), restarts: 3),
  ]

  static let broken = [
    Case(
      name: "dies at one request",
      script: "hello; while :; do ask; [ $n = 1 ] && exit 7; ok $seq $n; done",
      replies: ["ok 0", "crash it ended with exit status 7", "ok 2", "ok 3"],
      notes: [ended("exit status 7")], restarts: 2),
    Case(
      name: "dies at one request, but not alone",
      script: "hello; while :; do ask; [ $n = 1 ] && [ $count -gt 1 ] && exit 7; ok $seq $n; done",
      replies: good, notes: [ended("exit status 7")], restarts: 1),
    Case(
      name: "mute at one request",
      script: "hello; while :; do ask; [ $n = 2 ] || ok $seq $n; done",
      replies: ["ok 0", "ok 1", "timeout", "ok 3"],
      notes: ["no reply came within the time limit; \(again)"], restarts: 1, isLate: true),
  ]

  static let again = "the adapter is started again and asked one by one"

  static func ended(_ how: String) -> String { "it ended with \(how); \(again)" }

  @Test(arguments: wellBehaved + broken)
  func `gives every request its reply`(example: Case) throws {
    let run = { limits in try ShellAdapter.run(example.script, count: 4, limits: limits) }
    let result =
      example.isLate
      ? try ShellAdapter.late(run) { $0.replies == example.replies && $0.notes == example.notes }
      : try run(ShellAdapter.limits())
    #expect(result.replies == example.replies)
    #expect(result.notes == example.notes)
    #expect(result.restarts == example.restarts)
  }
}
