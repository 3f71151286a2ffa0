import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `The connection to an adapter` {
  static let faults: [([String], AdapterError)] = [
    ([], .noCommand), ([""], .noCommand),
    (
      ["no-such-adapter", "x"],
      .cannotStart(command: "no-such-adapter x", reason: "No such file or directory")
    ),
    (["/etc/passwd"], .cannotStart(command: "/etc/passwd", reason: "Permission denied")),
    (
      ["false"],
      .endedBeforeHandshake(command: "false", ending: "it ended with exit status 1")
    ),
    (["sleep", "9"], .mute(command: "sleep 9", seconds: 1)),
    (
      ["cat"],
      .brokenHandshake(command: "cat", fault: "line 1 of the adapter's output has no member sdk")
    ),
    (
      ["echo", "Loading"],
      .brokenHandshake(
        command: "echo Loading",
        fault: "line 1 of the adapter's output is not JSON: the byte 0x4c is out of place at byte 0"
          + #" (the line begins "Loading")"#)
    ),
    (
      ["echo", #"{"protocol":2,"error":"too old"}"#],
      .refusedProtocol(
        command: #"echo {"protocol":2,"error":"too old"}"#, speaks: 2, message: "too old")
    ),
    (
      ["echo", #"{"protocol":2,"sdk":{}}"#],
      .refusedProtocol(command: #"echo {"protocol":2,"sdk":{}}"#, speaks: 2, message: nil)
    ),
    (
      ["sh", "-c", "head -c 2000000 /dev/zero"],
      .brokenHandshake(
        command: "sh -c head -c 2000000 /dev/zero",
        fault: "line 1 of the adapter's output is longer than 1048576 bytes")
    ),
  ]

  @Test(arguments: faults)
  func `says why an adapter cannot run`(command: [String], error: AdapterError) {
    var limits = AdapterLimits()
    limits.handshake = command.first == "sleep" ? 100_000_000 : 60_000_000_000
    #expect(throws: error) {
      _ = try ProcessAdapter(command: command, limits: limits, showsErrors: false)
    }
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

  @Test func `says it in one sentence`() {
    let sentences = Self.faults.map { $0.1.description }
    #expect(
      sentences.prefix(4) == [
        "No adapter command was given.", "No adapter command was given.",
        "The adapter “no-such-adapter x” could not be started: No such file or directory.",
        "The adapter “/etc/passwd” could not be started: Permission denied.",
      ])
    #expect(
      sentences[4]
        == "The adapter “false” did not answer the handshake: it ended with exit status 1.")
    #expect(sentences[5] == "The adapter “sleep 9” did not answer the handshake within 1 s.")
    #expect(sentences.count == 11)
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
