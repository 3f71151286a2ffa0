import FoundationEssentials
import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// Adapters that break the protocol, and what is said about it.
@Suite struct BrokenAdapterTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var script: String
    var replies: [String]
    var notes: [String] = []
    var limit: Int64 = 5_000
    var testDescription: String { name }
  }

  static let again = "; the adapter is started again and asked one by one"
  static let line3 = "crash line 2 of the adapter's output "

  static let lines = [
    Case(
      name: "a line that is not JSON",
      script: "hello; while :; do ask; [ $n = 1 ] && echo Hello world; ok $seq $n; done",
      replies: [
        "ok 0", line3 + notJSON, "ok 2",
      ], notes: ["line 3 of the adapter's output " + notJSON + again]),
    Case(
      name: "a line that is not UTF-8",
      script: #"hello; while :; do ask; [ $n = 1 ] && printf '"\377"\n'; ok $seq $n; done"#,
      replies: ["ok 0", line3 + notUTF8, "ok 2"],
      notes: ["line 3 of the adapter's output " + notUTF8 + again]),
    Case(
      name: "an empty line",
      script: #"hello; while :; do ask; [ $n = 1 ] && echo; ok $seq $n; done"#,
      replies: ["ok 0", line3 + empty, "ok 2"],
      notes: ["line 3 of the adapter's output " + empty + again]),
    Case(
      name: "a line that is no object",
      script: "hello; while :; do ask; [ $n = 1 ] && echo '[]'; ok $seq $n; done",
      replies: ["ok 0", line3 + "is not a JSON object", "ok 2"],
      notes: ["line 3 of the adapter's output is not a JSON object" + again]),
    Case(
      name: "a line over the limit",
      script: """
        hello; while :; do ask; [ $n = 1 ] && head -c 1048577 /dev/zero | tr '\\0' ' '
        ok $seq $n; done
        """,
      replies: ["ok 0", line3 + "is longer than 1048576 bytes", "ok 2"],
      notes: ["line 3 of the adapter's output is longer than 1048576 bytes" + again]),
    Case(
      name: "output without end",
      script: "hello; while :; do ask; [ $n = 1 ] && exec cat /dev/zero; ok $seq $n; done",
      replies: ["ok 0", line3 + "is longer than 1048576 bytes", "ok 2"],
      notes: ["line 3 of the adapter's output is longer than 1048576 bytes" + again]),
    Case(
      name: "a seq that was never sent",
      script: "hello; while :; do ask; [ $n = 1 ] && seq=7f3; ok $seq $n; done",
      replies: ["ok 0", line3 + unknownSeq, "ok 2"],
      notes: ["line 3 of the adapter's output " + unknownSeq + again]),
    Case(
      name: "a seq that is a number",
      script: #"""
        hello; while :; do ask; [ $n = 1 ] && echo '{"seq":1,"status":"ok"}'; ok $seq $n; done
        """#,
      replies: ["ok 0", line3 + "has a member seq that is not a string", "ok 2"],
      notes: [
        "line 3 of the adapter's output has a member seq that is not a string" + again
      ]),
  ]

  static let notJSON =
    #"is not JSON: the byte 0x48 is out of place at byte 0 (the line begins "Hello world")"#
  static let notUTF8 =
    #"is not JSON: the byte 0xff is not part of UTF-8 text, at byte 1 (the line begins "\"\ufffd\"")"#
  static let empty = #"is not JSON: the text is empty (the line begins "")"#
  static let unknownSeq = #"is a reply to "7f3", which is no request's seq"#

  @Test(arguments: lines)
  func `names the line`(example: Case) throws {
    let result = try ShellAdapter.run(
      example.script, count: 3, limits: ShellAdapter.limits(request: example.limit))
    #expect(result.replies == example.replies)
    #expect(result.notes == example.notes)
  }

  /// What one reply is, with `seq` filled in, and how it counts.
  static let replies: [(String, String)] = [
    (#""status":"rejected""#, "rejected - -"),
    (#""status":"rejected","error":{"class":"invalid-method"}"#, "rejected invalid-method -"),
    (
      #""status":"rejected","error":{"class":"odd","message":"no"}"#, "rejected odd no"
    ),
    (#""status":"unsupported","reason":"no presign""#, "unsupported no presign"),
    (#""status":"failed","message":"panic""#, "failed panic"),
    (#""status":"failed","message":null"#, "failed -"),
    (#""status":"OK""#, #"failed line 2 of the adapter's output has the unknown status "OK""#),
    (#""output":{}"#, "failed line 2 of the adapter's output has no member status"),
    (#""status":null"#, "failed line 2 of the adapter's output has no member status"),
    (
      #""status":1"#,
      "failed line 2 of the adapter's output has a member status that is not a string"
    ),
    (#""status":"ok""#, "failed line 2 of the adapter's output has no member output"),
    (
      #""status":"ok","output":"x""#,
      "failed line 2 of the adapter's output has a member output that is not an object"
    ),
    (
      #""status":"ok","output":{"stages":[]}"#,
      "failed line 2 of the adapter's output has a member output.stages that is not an object"
    ),
    (
      #""status":"rejected","error":"x""#,
      "failed line 2 of the adapter's output has a member error that is not an object"
    ),
    (
      #""status":"rejected","error":{"class":5}"#,
      "failed line 2 of the adapter's output has a member error.class that is not a string"
    ),
  ]

  @Test(arguments: replies)
  func `charges a reply that makes no sense to its request alone`(
    members: String, expected: String
  ) throws {
    let result = try ShellAdapter.run(
      "window=1; hello; ask; printf '{\"seq\":\"%s\",\(members)}\\n' $seq; serve", count: 2)
    #expect(result.replies == [expected, "ok 1"])
    #expect(result.restarts == 0)
  }

  @Test func `keeps the first of two replies and says so`() throws {
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

  @Test func `an adapter that echoes passes nothing`() throws {
    let result = try ShellAdapter.run("hello; cat", count: 6)
    #expect(
      result.replies
        == (2...7).map { "failed line \($0) of the adapter's output has no member status" })
  }

  @Test func `an adapter that always dies is given up`() throws {
    let result = try ShellAdapter.run("hello; ask; exit 1", count: 6)
    let died = "crash it ended with exit status 1"
    let given =
      "crash not tried: the 3 requests tried before it failed one by one"
    #expect(result.replies == [died, died, died, given, given, given])
  }

  @Test func `an adapter that does not start again is given up`() throws {
    // A folder can be made only once, so the second start fails.
    let folder =
      FileManager.default.temporaryDirectory.path + "/started-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try ShellAdapter.run(
      "mkdir \(folder) || exit 5; hello; ask; ok $seq $n; ask; exit 0", count: 3)
    let given =
      "crash not tried: started again, the adapter did not answer the handshake: "
      + "it ended with exit status 5"
    #expect(result.replies == ["ok 0", given, given])
  }

  @Test func `an adapter that never reads holds up nothing`() throws {
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
}
