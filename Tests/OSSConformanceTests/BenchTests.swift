import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `A trial of speed` {
  /// Does nothing, at any speed.
  struct Idle: Answerer {
    var identity: AdapterIdentity {
      AdapterIdentity(name: "idle", version: "1", language: "swift", operations: [])
    }

    func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply {
      .unsupported(reason: nil)
    }

    func workload(for operation: TimedOperation) -> ((_ count: Int) -> Void)? {
      operation.request.operation == .base64
        ? nil : { count in for _ in 0..<min(count, 1_000) { _ = Bytes(repeating: 0, count: 9) } }
    }
  }

  static let operations = [OSSVectors.Operation.sha1, .sha256, .base64].map {
    TimedOperation($0, ["data": "0"])
  }

  static var trial: SpeedTrial {
    var trial = SpeedTrial()
    trial.rounds = 3
    trial.sampleDuration = 1_000
    return trial
  }

  static func adapter(_ script: String) throws(AdapterError) -> ProcessAdapter {
    try ProcessAdapter(
      command: ShellAdapter.command("features='\"bench\"'; hello; \(script)"), showsErrors: false)
  }

  @Test func `times the reference alone`() {
    let comparisons = Self.trial.run(Self.operations, of: Idle())
    #expect(comparisons.map(\.operation) == ["sha1", "sha256"])
    #expect(comparisons.allSatisfy { $0.rounds == 3 && $0.sdk == nil && $0.ratio == nil })
  }

  @Test func `has work for every operation that the reference does not refuse`() {
    let reference = ReferenceAdapter()
    let operations = TimedOperation.standard
    let whole = operations.filter { $0.preparation == .whole }.map(\.request.operation)
    #expect(whole.count == OSSVectors.Operation.allCases.count)
    #expect(Set(whole) == Set(OSSVectors.Operation.allCases))
    for operation in operations {
      #expect(reference.workload(for: operation) != nil, "\(operation.name)")
    }
    #expect(reference.workload(for: TimedOperation(.v1Header, [:])) == nil)
  }

  @Test func `times V4 with the key of the day and without`() {
    let names = TimedOperation.standard.map(\.name).filter { $0.hasPrefix("v4.") }
    #expect(
      names == [
        "v4.header, whole way", "v4.presign, whole way", "v4.header", "v4.header, key derived",
        "v4.presign", "v4.presign, key derived", "v4.string",
      ])
  }

  static let faults: [String: BenchError] = [
    "ask; exit 3": .died(operation: "sha1", how: "it ended with exit status 3"),
    "ask; echo no; serve":
      .died(
        operation: "sha1",
        how: "line 2 of the adapter's output is not JSON: the word at byte 0 is not true, false or "
          + #"null (the line begins "no")"#),
    "ask; ok x 1; serve":
      .died(
        operation: "sha1",
        how: #"line 2 of the adapter's output is a reply to "x", which is no request's seq"#),
    "ask; ok $seq 1; serve":
      .died(operation: "sha1", how: "line 2 of the adapter's output has no member nanoseconds"),
    "sleep 9": .late(operation: "sha1", seconds: 0),
    #"ask; say '"status":"failed"'; serve"#:
      .refused(operation: "sha1", reason: "it failed (no reason given)"),
  ]

  @Test(arguments: faults)
  func `says why there is no number`(script: String, error: BenchError) throws {
    var adapter = try Self.adapter(script)
    var thrown: BenchError?
    do throws(BenchError) {
      _ = try adapter.nanoseconds(
        for: Self.operations[0].request, count: 1,
        limit: script == "sleep 9" ? 100_000_000 : 60_000_000_000)
    } catch {
      thrown = error
    }
    #expect(thrown == error)
  }

  @Test func `asks only an adapter that can be timed`() throws {
    var adapter = try ProcessAdapter(
      command: ShellAdapter.command("hello; serve"), showsErrors: false)
    #expect(throws: BenchError.noFeature(sdk: "shell")) {
      _ = try adapter.nanoseconds(for: Self.operations[0].request, count: 1)
    }
  }

  @Test func `draws the middle of the rounds`() {
    let comparison = SpeedComparison(
      operation: "sha1",
      samples: [
        .init(reference: 10, sdk: 100), .init(reference: 40, sdk: 80),
        .init(reference: 20, sdk: 100), .init(reference: 10, sdk: 300),
      ], objection: nil)
    #expect(comparison.reference == 15)
    #expect(comparison.sdk == 100)
    // The ratios are 10, 2, 5 and 30.
    #expect(comparison.ratio == 7.5)
  }

  @Test func `reports in a table and in JSON`() {
    let sdk = AdapterIdentity(name: "oss2", version: "2.19.1", language: "python", operations: [])
    let report = SpeedReport(
      sdk: sdk,
      comparisons: [
        SpeedComparison(
          operation: "v1.header", samples: [.init(reference: 650.4, sdk: 14_683)],
          objection: nil),
        SpeedComparison(
          operation: "sha1", samples: [.init(reference: 99.96, sdk: nil)],
          objection: "not listed"),
      ])
    #expect(
      report.text == """
        operation  reference      oss2   ratio
        v1.header     650 ns  14683 ns  22.6 x
        sha1        100.0 ns         -       -
        sha1: not listed

        """)
    #expect(
      report.json.compact() == #"{"format":1,"#
        + #""sdk":{"name":"oss2","version":"2.19.1","language":"python"},"operations":["#
        + #"{"operation":"v1.header","rounds":1,"reference":650.40,"sdk":14683.00,"ratio":22.58},"#
        + #"{"operation":"sha1","rounds":1,"reference":99.96,"objection":"not listed"}]}"#)
  }
}

@Suite struct `The command bench` {
  private let console = TestConsole()

  @Test func `times the reference alone`() {
    #expect(console.run("bench --rounds 1 --operation sha1") == .asExpected)
    let lines = console.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.split(separator: " ") == ["operation", "reference"])
    #expect(lines.last?.hasPrefix("sha1 ") == true)
    #expect(lines.last?.hasSuffix(" ns") == true)
  }

  @Test func `counts operations on a terminal while it runs`() {
    console.errorsAreTerminal = true
    #expect(console.run("bench --rounds 1 --operation sha1") == .asExpected)
    #expect(console.errors == "\r0 of 1 operations\r\u{1b}[K")
  }

  /// An adapter that takes a microsecond for everything.
  static let timed = adapter(#"sleep "$(printf 0.%06d "$n")"; say "\"nanoseconds\":${n}000""#)

  private static func adapter(_ reply: String) -> [String] {
    ShellAdapter.command(
      #"features='"bench"'; hello; while :; do ask; n=${line#*'"count":'}; n=${n%%\}*}; "#
        + reply + "; done")
  }

  @Test(arguments: [
    ("0", "0", 100_000_000), ("9223372036854775807", "9223372036854775807", 1),
    ("$((n * 1000000000000))", "1000000000000", 1),
  ])
  func `refuses a speed that cannot be true`(reply: String, shown: String, count: Int) {
    let words = ["bench", "--rounds", "1", "--operation", "sha1", "--"]
    #expect(console.run(words + Self.adapter("say '\"nanoseconds\":'\(reply)")) == .nothingRun)
    #expect(
      console.errors
        == "oss-conform: The adapter says that sha1 took \(shown) ns for \(count) times, "
        + "which cannot be true.\n")
    #expect(console.output == "")
  }

  @Test func `times an SDK beside it`() throws {
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
  func `says why there is no comparison`(words: [String], status: RunnerStatus, sentence: String) {
    #expect(console.run(["bench"] + words) == status)
    #expect(console.errors == sentence)
  }
}
