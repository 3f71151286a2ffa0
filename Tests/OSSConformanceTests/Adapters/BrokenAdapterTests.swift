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

@Suite struct `The connection to an adapter` {
  private static let broken =
    "did not answer the handshake as the protocol asks: line 1 of the adapter's output"

  /// What is said of each command after its name.
  static let faults = [
    ["no-such-adapter", "x"]: "could not be started: No such file or directory",
    ["/etc/passwd"]: "could not be started: Permission denied",
    ["false"]: "did not answer the handshake: it ended with exit status 1",
    ["sleep", "9"]: "did not answer the handshake within 1 s",
    ["cat"]: broken + " has no member sdk",
    ["echo", "Loading"]: broken + " is not JSON: the byte 0x4c is out of place at byte 0"
      + #" (the line begins "Loading")"#,
    ["echo", #"{"protocol":2,"error":"too old"}"#]:
      "does not speak protocol version 1, but version 2: too old",
    ["echo", #"{"protocol":2,"sdk":{}}"#]: "does not speak protocol version 1, but version 2",
    ["sh", "-c", "head -c 2000000 /dev/zero"]: broken + " is longer than 1048576 bytes",
  ]

  @Test(arguments: faults)
  func `says in one sentence why an adapter cannot run`(command: [String], fault: String) {
    var limits = AdapterLimits()
    limits.handshake = command.first == "sleep" ? 100_000_000 : 60_000_000_000
    let error = #expect(throws: AdapterError.self) {
      _ = try ProcessAdapter(command: command, limits: limits, showsErrors: false)
    }
    #expect(error?.description == "The adapter “\(command.joined(separator: " "))” \(fault).")
  }

  @Test(arguments: [[], [""]] as [[String]])
  func `needs a command`(command: [String]) {
    #expect(throws: AdapterError.noCommand) { _ = try ProcessAdapter(command: command) }
    #expect(AdapterError.noCommand.description == "No adapter command was given.")
  }

  private static let sdk = #""sdk":{"name":"a","version":"1","language":"c"}"#

  /// What is where `…` is in a handshake, and what is said of it.
  static let handshakes = [
    sdk: "has no member operations",
    #""operations":[]"#: "has no member sdk",
    #""sdk":{"name":"a","language":"c"},"operations":[]"#: "has no member sdk.version",
    #""sdk":{"name":"a","version":1,"language":"c"},"operations":[]"#:
      "has a member sdk.version that is not a string",
    #"\#(sdk),"operations":["sha1",2]"#: "has a member operations that is not an array of strings",
    #"\#(sdk),"operations":[],"window":0"#: "has a member window that is not a whole number from 1",
  ]

  @Test(arguments: handshakes)
  func `names the member of a handshake that is wrong`(members: String, fault: String) throws {
    let line = #"{"protocol":1,\#(members)}"#
    let expected = AdapterError.brokenHandshake(
      command: "echo \(line)", fault: "line 1 of the adapter's output \(fault)")
    #expect(throws: expected) {
      _ = try ProcessAdapter(command: ["echo", line], showsErrors: false)
    }
  }

  @Test func `knows who answers and what must not be sent`() throws {
    let adapter = try ProcessAdapter(command: ShellAdapter.command("hello"), showsErrors: false)
    #expect(
      adapter.identity
        == AdapterIdentity(
          name: "shell", version: "1.0", language: "sh", operations: ["sha1"], features: ["f"],
          window: 4))
  }

  @Test func `answers for the adapter what it does not list`() throws {
    var adapter = try ProcessAdapter(
      command: ShellAdapter.command("hello; serve"), showsErrors: false)
    let replies = try adapter.replies(
      to: [
        AdapterRequest(operation: .sha256, input: ["data": "0"]),
        AdapterRequest(operation: .sha1, input: ["data": "1"], requires: ["f"]),
        AdapterRequest(operation: .sha1, input: ["data": "2"], requires: ["f", "g"]),
      ]
    ) { _, _ in }
    #expect(
      replies.map(ShellAdapter.brief) == [
        "unsupported the adapter does not list the operation sha256", "ok 1",
        "unsupported the adapter does not list the feature g",
      ])
  }
}

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

@Suite struct `The schedule of requests` {
  /// Limits in ticks, so that a script can be read.
  static var limits: AdapterLimits {
    var limits = AdapterLimits()
    limits.request = 10
    limits.window = 3
    limits.failuresInARow = 2
    limits.fruitless = 50
    limits.failedStartsInARow = 2
    return limits
  }

  static func schedule(_ count: Int, window: Int = 3) -> RequestSchedule {
    RequestSchedule(requests: Array(0..<count), window: window, limits: limits, now: 0)
  }

  /// Takes all that may be sent at a time.
  static func take(_ schedule: inout RequestSchedule, now: Int64) -> [Int] {
    var taken: [Int] = []
    while taken.count < 100, let next = schedule.takeNext(now: now) { taken.append(next) }
    return taken
  }

  @Test(arguments: [(1, 1), (2, 2), (9, 3), (0, 1)])
  func `sends no more than either side wants`(window: Int, sent: Int) {
    var schedule = Self.schedule(9, window: window)
    #expect(Self.take(&schedule, now: 0).count == sent)
  }

  @Test func `starts a request's time when it becomes the oldest`() {
    var schedule = Self.schedule(4)
    #expect(schedule.deadline == nil)
    _ = Self.take(&schedule, now: 1)
    #expect(schedule.deadline == 11)
    schedule.answered(1, now: 5)
    #expect(schedule.deadline == 11)
    schedule.answered(0, now: 7)
    #expect(schedule.deadline == 17)
  }

  @Test func `lets nothing join the last suspect`() {
    var schedule = Self.schedule(3, window: 1)
    #expect(Self.take(&schedule, now: 0) == [0])
    schedule.answered(0, now: 1)
    #expect(Self.take(&schedule, now: 1) == [1])
    #expect(schedule.failed(.late, now: 11) == [])
    var wide = Self.schedule(4)
    _ = Self.take(&wide, now: 0)
    wide.answered(0, now: 1)
    wide.answered(1, now: 1)
    #expect(wide.failed(.late, now: 11) == [])
    wide.started()
    #expect(Self.take(&wide, now: 12) == [2])
    wide.answered(2, now: 13)
    #expect(Self.take(&wide, now: 13) == [3])
  }

  @Test func `gives up after failures in a row that also cost time`() {
    var schedule = Self.schedule(5, window: 1)
    for (request, now) in [(0, Int64(10)), (1, 20), (2, 30)] {
      #expect(Self.take(&schedule, now: now) == [request])
      #expect(schedule.failed(.late, now: now + 10) == [.init(request: request, reply: .timeout)])
      schedule.started()
    }
    #expect(Self.take(&schedule, now: 41) == [3])
    let given = "not tried: the 4 requests tried before it failed one by one"
    #expect(
      schedule.failed(.late, now: 51) == [
        .init(request: 3, reply: .timeout), .init(request: 4, reply: .crash(given)),
      ])
    #expect(schedule.isFinished)
  }

  @Test func `an answer begins the count again`() {
    var schedule = Self.schedule(9, window: 1)
    #expect(Self.take(&schedule, now: 100) == [0])
    #expect(schedule.failed(.late, now: 110).count == 1)
    schedule.started()
    #expect(Self.take(&schedule, now: 111) == [1])
    schedule.answered(1, now: 112)
    #expect(Self.take(&schedule, now: 200) == [2])
    #expect(schedule.failed(.late, now: 210) == [])
    schedule.started()
    #expect(Self.take(&schedule, now: 211) == [2])
    #expect(schedule.failed(.late, now: 221).count == 1)
    #expect(!schedule.isFinished)
  }
}
