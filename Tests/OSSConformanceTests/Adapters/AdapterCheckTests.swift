import Foundation
import OSSConformance
import OSSPrimitives
import TestSupport
import Testing

/// The skeleton in Python, whole and with one fault at a time.
@Suite struct `The check of an adapter` {
  /// A fault: what of the skeleton is replaced by what, and what is found.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let piece: String
    let replacement: String
    /// The clauses of the steps that are wrong.
    let clauses: [String]
    /// Words of the first of them.
    let what: String

    init(
      _ name: String, _ piece: String, _ replacement: String, _ clauses: [String], _ what: String
    ) {
      self.name = name
      self.piece = piece
      self.replacement = replacement
      self.clauses = clauses
      self.what = what
    }

    var testDescription: String { name }
  }

  private static let skeleton = Result { try RealVectors.page("adapters/skeletons/adapter.py") }
  private static let clock = "time.time = lambda: given[\"time\"]"
  private static let lines = "for line in sys.stdin.buffer:"
  private static let noise = "replies, sys.stdout = sys.stdout, sys.stderr"

  static let faults = [
    Fault(
      "does not flush", "flush=True", "flush=False", ["ADP-HELLO-4"],
      "a line came only when the input was closed, and not within 2.0 s"),
    Fault("dies", "import hmac\n", "raise SystemExit(3)\n", ["ADP-HELLO-4"], "exit status 3"),
    Fault(
      "speaks another version", #"{"protocol": 1"#, #"{"protocol": 2"#, ["ADP-HELLO-3"],
      "(it speaks 2)"),
    Fault(
      "leaves out a member", #""version": "0", "#, "", ["ADP-HELLO-1"], "no member sdk.version"),
    Fault(
      "misspells an operation", #""operations": ["v1.header"]"#, #""operations": ["v1.headers"]"#,
      ["ADP-HELLO-1"], #""v1.headers" is unknown"#),
    Fault(
      "misspells a profile", #"["signing"]"#, #"["singing"]"#, ["ADP-PROF-3"],
      #""singing" is unknown"#),
    Fault(
      "fails", "if not secret:", "if secret:\n        raise KeyError(7)\n    if not secret:",
      ["ADP-RUN-1"], "v1.header failed on a plain request: KeyError(7)"),
    Fault(
      "knows no unknown operation", #"not in OFFER["operations"]"#, "is None", ["ADP-RUN-11"],
      "the reply has the status failed"),
    Fault(
      "refuses unknown members", #"if request["op"] == "hello":"#,
      #"assert "note" not in request"# + "\n    if request[\"op\"] == \"hello\":",
      ["ADP-LINE-3", "ADP-LINE-7"], "it ended with exit status 1"),
    Fault(
      "reads short lines", lines,
      "for line in iter(lambda: sys.stdin.buffer.readline(65536), b\"\"):",
      ["ADP-LINE-7"], "it ended with exit status 1"),
    Fault(
      "reads Latin-1", lines, "for line in open(0, encoding=\"latin-1\", newline=\"\\n\"):",
      ["ADP-LINE-6"], "one text had two answers"),
    Fault(
      "ends a line at U+2028", lines, "for line in (l for b in sys.stdin for l in b.splitlines()):",
      ["ADP-LINE-6"], "it ended with exit status 1"),
    Fault(
      "writes ASCII", "text.encode()", #"text.encode("ascii", "replace")"#, ["ADP-LINE-6"],
      "two texts that differ outside ASCII alone had one answer"),
    Fault(
      "ends a text at U+0000", "{key or ''}", "{(key or '').split(chr(0))[0]}", ["ADP-LINE-6"],
      "had the answer of “a”"),
    Fault(
      "takes byte strings for text", "isinstance(key, dict)", "False", ["ADP-LINE-6"],
      "had another answer than its text"),
    Fault(
      "breaks on byte strings", "raise NotImplementedError(\"the SDK takes text alone\")",
      "raise TypeError(key)", ["ADP-LINE-6"], "the reply is failed: TypeError"),
    Fault(
      "reads one request at a time", lines,
      #"OFFER["window"] = 4"# + "\nfor line in (b.split(b\"\\n\")[0] for b in iter("
        + "lambda: __import__(\"os\").read(0, 1 << 20), b\"\")):",
      ["ADP-LINE-7", "ADP-HELLO-2"], ""),
    Fault(
      "gives headers as an object", "list(sent.items())", "sent", ["ADP-RUN-12"],
      "headers is an object, and must be an array of an array of a text"),
    Fault(
      "misnames what it signed", #"{"authorization": sent["Authorization"], "headers""#,
      #"{"Authorization": sent["Authorization"], "Headers""#, ["ADP-RUN-12"],
      "the output has none of signature, authorization, headers"),
    Fault(
      "dies of wrong input", "except Exception as", "except KeyError as", ["ADP-RUN-3"],
      "members of another type: it ended with exit status 1"),
    Fault(
      "shows the machine's clock", clock, "pass", ["ADP-RUN-4"], "another answer a second later"),
    Fault(
      "stops the clock once", clock, "time.time = lambda: 1702743657", ["ADP-RUN-4"],
      "a day later in time, the answer was the same"),
    Fault(
      "prints a greeting", noise, "replies = sys.stdout\nprint(\"Loading...\")", ["ADP-LINE-1"],
      #"(the line begins "Loading...")"#),
    Fault(
      "logs to its output", clock, "print(\"[1] signing\", file=replies); " + clock, ["ADP-LINE-1"],
      #"(the line begins "[1] signing")"#),
    Fault(
      "answers twice", "print(reply,", "print(reply, reply, sep=\"\\n\",", ["ADP-LINE-4"],
      "has no member seq"),
    Fault(
      "stays", "        break\n", "        time.sleep(60)\n", ["ADP-RUN-8"],
      "still there after 0.5 s"),
  ]

  private static func check(
    _ script: String, requestLimit: Int64 = 60
  ) async throws -> [AdapterCheckStep] {
    var limits = AdapterLimits()
    limits.request = requestLimit * 1_000_000_000
    limits.handshake = script.contains("flush=True") ? limits.handshake : 2_000_000_000
    limits.farewell = script.contains("time.sleep(60)") ? 500_000_000 : 60_000_000_000
    // Only where the clock of the machine may show must it come to another second.
    let isWhole = try script == Self.skeleton.get()
    limits.tick = script.contains(Self.clock) && !isWhole ? 0 : limits.tick
    let corpus = try RealVectors.corpus.get()
    return try await onOwnThread { [limits] in
      try AdapterCheck(
        command: ["python3", "-E", "-S", "-c", script], asking: corpus, limits: limits
      ).steps
    }
  }

  @Test(.serialized, arguments: faults)
  func `finds and names a fault`(fault: Fault) async throws {
    let skeleton = try Self.skeleton.get()
    let script = skeleton.replacing(fault.piece, with: fault.replacement)
    #expect(script != skeleton)
    let isLate = fault.clauses.contains("ADP-HELLO-2")
    var wrong = try await Self.check(script, requestLimit: isLate ? 1 : 60).filter(\.isWrong)
    if isLate, wrong.map(\.clause) != fault.clauses {
      // On a busy machine other steps may have been late as well.
      wrong = try await Self.check(script, requestLimit: 20).filter(\.isWrong)
    }
    #expect(wrong.map(\.clause) == fault.clauses)
    guard case .wrong(let what, let fix) = wrong.first?.outcome else { return }
    #expect(fault.what.isEmpty || what.contains(fault.what), "\(what)")
    #expect(fix.hasSuffix("."))
  }

  @Test func `finds nothing wrong with the skeleton`() async throws {
    let steps = try await Self.check(try Self.skeleton.get())
    #expect(steps.filter(\.isWrong) == [])
    // Its window is 1.
    #expect(steps.count { if case .untried = $0.outcome { true } else { false } } == 1)
    #expect(steps.count == 18)
  }

  static let commands: [([String], RunnerStatus, String)] = [
    (ShellAdapter.command("window=1 features=; hello; serve"), .failures, ""),
    (["true"], .failures, ""),
    (["./no-such-adapter"], .nothingRun, "could not be started: No such file or directory"),
  ]

  @Test(arguments: commands)
  func `ends with a status that says what came of it`(
    command: [String], status: RunnerStatus, error: String
  ) {
    let console = TestConsole()
    #expect(console.run(["adapter-check", "--timeout", "2", "--"] + command) == status)
    #expect(error.isEmpty ? console.errors.isEmpty : console.errors.contains(error))
    #expect(console.output.contains("wrong  ADP-") == (status == .failures))
  }
}
