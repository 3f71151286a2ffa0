import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

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
