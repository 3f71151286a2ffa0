import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// Adapters that break the protocol, and what is said about it.
@Suite struct `An adapter that breaks the protocol` {
  @Test func `has the first of two replies count`() throws {
    let result = try ShellAdapter.run(
      "hello; while :; do ask; ok $seq $n; [ $n = 0 ] && ok $seq 9; done", count: 3)
    #expect(result.replies == ["ok 0", "ok 1", "ok 2"])
    #expect(result.notes.count == 1)
    #expect(result.restarts == 0)
    let note = try #require(result.notes.first)
    #expect(note.hasPrefix("line 3 of the adapter's output is a second reply to \""))
    #expect(note.hasSuffix("\"; the first reply counts"))
  }

  static let strangers: [(script: String, line: String)] = [
    ("hello; while :; do ask; echo Loading...; ok $seq $n; done", "Loading..."),
    ("hello; while :; do ask; ok 7f3 $n; done", #"{"seq":"7f3","status":"ok""#),
    (#"hello; while :; do ask; printf '{\n"seq":"%s"}\n' $seq; done"#, "{"),
  ]

  @Test(arguments: strangers)
  func `an adapter that never answers in the protocol ends the run`(
    script: String, line: String
  ) throws {
    let error = #expect(throws: AdapterError.self) { try ShellAdapter.run(script, count: 9) }
    guard case .noReplies(_, let fault, let request, let reply) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault.hasPrefix("line 2 of the adapter's output "))
    #expect(request.hasPrefix(#"{"op":"run","seq":""#))
    #expect(reply.hasPrefix(line))
  }

  @Test func `an adapter that is late from the start is asked whether it flushes`() throws {
    let result = try ShellAdapter.run(
      "hello; exec sleep 9", count: 2, limits: ShellAdapter.limits(request: 200))
    #expect(result.replies == ["timeout", "timeout"])
    #expect(result.notes.first?.contains("does the adapter flush its output") == true)
  }

  @Test(
    arguments: [
      (300, "ok 0"), (301, "line 2 of the adapter's output is longer than 300 bytes"),
    ])
  func `may write lines as long as the limit, and no longer`(count: Int, end: String) throws {
    var limits = ShellAdapter.limits()
    limits.lineByteCount = 300
    let filled = "printf '%-\(count)s\\n' \"$(ok $seq $n)\""
    let result = try ShellAdapter.run("hello; ask; \(filled); ask", count: 1, limits: limits)
    #expect(result.replies.count == 1 && result.replies.first?.hasSuffix(end) == true)
  }

  @Test func `passes nothing where it echoes`() throws {
    let result = try ShellAdapter.run("hello; cat", count: 6)
    #expect(
      result.replies
        == (2...7).map { "failed line \($0) of the adapter's output has no member status" })
  }

  @Test func `is given up where it always dies`() throws {
    let result = try ShellAdapter.run("hello; ask; exit 1", count: 6)
    let died = "crash it ended with exit status 1"
    let given = "crash not tried: the 3 requests tried before it failed one by one"
    #expect(result.replies == [died, died, died, given, given, given])
  }

  @Test func `is given up where it does not start again`() throws {
    // A folder can be made only once, so the second start fails.
    let folder = try ScratchFolder()
    let result = try ShellAdapter.run(
      "mkdir \(folder.path)/once || exit 5; hello; ask; ok $seq $n; ask; exit 0", count: 3)
    withExtendedLifetime(folder) {}
    let given =
      "crash not tried: started again, the adapter did not answer the handshake: "
      + "it ended with exit status 5"
    #expect(result.replies == ["ok 0", given, given])
  }

  @Test func `holds up nothing where it never reads`() throws {
    var adapter = try ProcessAdapter(
      command: ShellAdapter.command("window=64; hello; sleep 9"),
      limits: ShellAdapter.limits(request: 100), showsErrors: false)
    // Sixteen times what a pipe holds.
    let long = String(repeating: "x", count: 1 << 14)
    let requests = Array(
      repeating: AdapterRequest(operation: .sha1, input: ["data": .string(long)]), count: 64)
    let replies = try adapter.replies(to: requests) { _, _ in }
    #expect(replies.count == 64)
    #expect(replies.prefix(3) == [.timeout, .timeout, .timeout])
    #expect(Set(replies.map(ShellAdapter.brief)).count == 2)
  }

  @Test func `that was given up is not asked by later runs either`() throws {
    var adapter = try ProcessAdapter(
      command: ShellAdapter.command("hello; sleep 99"), limits: ShellAdapter.limits(request: 100),
      showsErrors: false)
    let reason = "crash not tried: the 3 requests tried before it failed one by one"
    let first = try adapter.replies(to: ShellAdapter.requests(5)).map(ShellAdapter.brief)
    #expect(first == ["timeout", "timeout", "timeout", reason, reason])
    let restarts = adapter.restarts
    let second = try adapter.replies(to: ShellAdapter.requests(2)).map(ShellAdapter.brief)
    #expect(second == [reason, reason])
    #expect(adapter.restarts == restarts)
  }

  @Test func `that fails in each of several runs is given up in the end`() throws {
    var adapter = try ProcessAdapter(
      command: ShellAdapter.command("hello; sleep 99"), limits: ShellAdapter.limits(request: 100),
      showsErrors: false)
    let replies = try (0..<5).map { _ in
      try adapter.replies(to: ShellAdapter.requests(1)).map(ShellAdapter.brief)
    }
    let reason = "crash not tried: the 3 requests tried before it failed one by one"
    #expect(replies == [["timeout"], ["timeout"], ["timeout"], [reason], [reason]])
  }
}
