import OSSConformance
import OSSJSON
import TestSupport
import Testing

@Suite struct `The command serve with a scenario` {
  private let console = TestConsole()
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder(VectorSamples.suites)
    try write()
  }

  /// A scenario in which OSS refuses who does not sign, and a right client gives up at once.
  private func write(
    _ count: String = #""exactly": 1"#, faults: String = "", clause: String = "ACT-STOP-1",
    as name: String = "made"
  ) throws {
    try folder.write(
      """
      {"title": "A title.", "right": "A sentence.", "group": "service", "clauses": ["ACT-STOP-1"],
       "task": "get", "succeeds": false,
       "faults": [\(faults)],
       "seen": [{"on": "GetObject", \(count), "clause": "\(clause)"}]}
      """, to: "\(name).json")
  }

  /// Runs a shell script in a scenario, that of this test where none is named.
  private func play(_ script: String, _ flags: [String] = [], name: String? = nil) -> RunnerStatus {
    let line = ["serve", "--vectors", RealVectors.folder]
    let scenario = ["--scenario", name ?? "\(folder.path)/made.json"]
    return console.run(line + scenario + flags + ["--", "sh", "-c", script])
  }

  private static let get = "curl -s -o /dev/null $OSS_ENDPOINT/$OSS_BUCKET/k; "
  private static let right = get + "exit 1"
  private static let wrong = get + get + "exit 0"

  @Test func `passes a command that does as a right client`() {
    #expect(play(Self.right) == .asExpected, "\(console.errors)")
    #expect(console.output.hasPrefix("passed     made   "))
    #expect(console.output.contains(" 1 call "))
    #expect(console.output.hasSuffix("\n1 scenario: 1 passed, 0 failed.\n"))
  }

  @Test func `gives the command its task and its servers`() {
    let script = #"echo "$OSS_SCENARIO $OSS_TASK [$OSS_TOKEN_URL]" > \#(folder.path)/given; "#
    #expect(play(script + Self.right) == .asExpected)
    #expect(folder.read("given") == "made get []\n")
    let echo = "echo $OSS_SESSION_TOKEN > \(folder.path)/token; curl -s $OSS_TOKEN_URL > "
    _ = play(echo + "\(folder.path)/answer", name: "token-ends-between-parts")
    let token = folder.read("token")?.split(separator: "\n").first.map(String.init) ?? "none"
    #expect(folder.read("answer")?.contains(token) == true)
  }

  @Test func `shows each line that the command writes behind the name of the scenario`() {
    #expect(play("echo one; echo two >&2; printf three; " + Self.right) == .asExpected)
    #expect(console.errors == "made: one\nmade: two\nmade: three\n")
    #expect(console.output.hasPrefix("passed     made   "))
  }

  @Test func `fails one that does not, with clauses and calls`() throws {
    let reports = "json=\(folder.path)/r.json,junit=\(folder.path)/r.xml"
    #expect(play(Self.wrong, ["--report", reports]) == .failures)
    for text in [
      "FAILED     made", "\n  SCN-STOP-1  A refusal", "\n    call 2 GetObject: 403 AccessDenied\n",
      "\n  ACT-STOP-1  The number of calls of GetObject is 2; right is 1.\n",
      "\n  SCN-OK-1  The client says success, and a right one fails.\n    call 2 GetObject: 403 ",
      "\n1 scenario: 0 passed, 1 failed.\n",
    ] {
      #expect(console.output.contains(text), "\(text)")
    }
    #expect(console.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
    let json = try JSONReader.read(#require(folder.read("r.json"))).objectValue
    let scenario = try #require(json?["scenarios"]?.arrayValue?.first?.objectValue)
    #expect(json?["exitStatus"] == 1 && scenario["standing"] == "failed")
    #expect(scenario["findings"]?.arrayValue?.count == 3)
    #expect(scenario["trace"]?.arrayValue?.count == 2)
    let xml = try #require(folder.read("r.xml"))
    #expect(xml.contains(#"tests="1" failures="1" skipped="0""#))
    #expect(
      xml.contains(#"<testcase classname="service" name="made"><failure message="SCN-STOP-1 "#))
  }

  @Test func `compares with a list of known failures, which it writes`() throws {
    let known = ["--known", "\(folder.path)/known.json"]
    #expect(play(Self.wrong, known) == .usage)
    #expect(play(Self.wrong, known + ["--write-known"]) == .asExpected)
    #expect(console.output.hasSuffix("known.json, known failures 3.\n"))
    #expect(play(Self.wrong, known) == .asExpected)
    #expect(console.output.contains("1 scenario: 0 passed, 0 failed, 1 known.\n"))
    #expect(play(Self.right, known) == .failures)
    #expect(console.output.contains("stale   made/SCN-STOP-1 is listed as known,"))
    #expect(play(Self.right, known + ["--write-known"]) == .asExpected)
    #expect(folder.read("known.json")?.contains("made/") == false)
  }

  @Test func `leaves out what a command cannot do, and knows that nothing was sent`() {
    #expect(play(Self.get + "exit 77") == .asExpected)
    #expect(console.output.hasSuffix("1 scenario: 0 passed, 0 failed, 1 skipped.\n"))
    #expect(play("exit 1") == .nothingRun)
    #expect(console.output.contains("The command sent nothing; does it use OSS_ENDPOINT?"))
  }

  /// A fault at a call of GetObject.
  private static func fault(_ call: Int) -> String {
    #"{"on": "GetObject", "call": \#(call), "after": {"advance": 1}}"#
  }

  @Test func `passes no command that met not all faults, and says which`() throws {
    // Neither the count of GetObject nor the success is held against a client that got around a fault.
    let reports = ["--report", "json=\(folder.path)/r.json,junit=\(folder.path)/r.xml"]
    let head = "curl -sI $OSS_ENDPOINT/$OSS_BUCKET/k; "
    let missing = "fault 2 (GetObject, call 3) never happened: 1 such call came."
    let later = "\(folder.path)/later.json"
    try write(#""atMost": 9"#, faults: Self.fault(1) + "," + Self.fault(3), as: "later")
    #expect(play(head + Self.right, reports, name: later) == .nothingRun, "\(console.errors)")
    #expect(console.output.hasPrefix("not asked  later   "))
    #expect(console.output.contains("\n  \(missing)\n"))
    #expect(
      console.output.contains("\n1 scenario: 0 passed, 0 failed, 1 not asked.\nNothing was asked;"))
    let json = try JSONReader.read(#require(folder.read("r.json"))).objectValue
    let scenario = try #require(json?["scenarios"]?.arrayValue?.first?.objectValue)
    #expect(scenario["missing"] == [.string(missing)] && scenario["standing"] == "not asked")
    #expect(folder.read("r.xml")?.contains(#"skipped="1""#) == true)
    #expect(folder.read("r.xml")?.contains("<skipped message=\"not asked: \(missing)\"/>") == true)
    // Beside a scenario that asks something it fails no run, as what a command skips.
    #expect(play(Self.right, ["--scenario", later]) == .asExpected)
    #expect(console.output.hasSuffix("2 scenarios: 1 passed, 0 failed, 1 not asked.\n"))
    #expect(play(Self.get + Self.get + Self.right, name: later) == .failures)
    #expect(console.output.split(separator: "FAILED").last?.contains("never") == false)
  }

  @Test func `asks no fault at a call that a right client does not make`() throws {
    try write(faults: Self.fault(2))
    #expect(play(Self.right) == .asExpected)
    #expect(console.output.hasPrefix("passed     made   "))
    let sentence =
      "\n  fault 1 (GetObject, call 2) never happened: a right client makes no such call.\n"
    #expect(console.output.contains(sentence))
    #expect(play(Self.wrong) == .failures && console.output.contains("right is 1."))
  }

  @Test func `keeps what is known of a scenario that was not asked`() throws {
    let known = ["--known", "\(folder.path)/known.json"]
    #expect(play(Self.wrong, known + ["--write-known"]) == .asExpected)
    try write(#""atMost": 9"#, faults: Self.fault(3))
    #expect(play(Self.right, known) == .nothingRun)
    #expect(!console.output.contains("stale"))
  }

  @Test func `refuses an answer that OSS could not give, and names that are not there`() throws {
    try write(clause: "X-1")
    #expect(play("true") == .usage)
    #expect(
      console.errors.contains(
        #"made.json, member seen[0].clause: "X-1" is not a clause of the specification."#))
    try write(faults: #"{"on": "GetObject", "answer": {"status": 403, "code": "NoSuchKey"}}"#)
    #expect(play("true") == .usage)
    #expect(console.errors.contains("made.json, member faults[0].answer: "))
    #expect(console.errors.contains("is not an answer that OSS could give"))
    #expect(play("true", name: "clock-is-slo") == .usage)
    #expect(
      console.errors.contains("There is no scenario clock-is-slo; did you mean clock-is-slow?"))
    #expect(console.run(["serve", "--known", "x", "--", "true"]) == .usage)
    #expect(play("true", ["--bucket", "b"]) == .usage)
  }
}

@Suite struct `The command serve` {
  private let console = TestConsole()
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// Runs a shell script with the endpoint.
  private func serve(_ script: String, _ flags: String...) -> RunnerStatus {
    let line = ["serve", "--vectors", RealVectors.folder] + flags + ["--", "sh", "-c", script]
    return console.run(line)
  }

  /// A request with a date of now, which an access key ID of the shell's signs with openssl.
  private static func request(secret: String) -> String {
    [
      "date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')",
      "text=$(printf 'PUT\\n\\ntext/plain\\n%s\\n/%s/k' \"$date\" $OSS_BUCKET)",
      "sig=$(printf %s \"$text\" | openssl dgst -sha1 -hmac \(secret) -binary | openssl base64)",
      "curl -s -o /dev/null -w '%{http_code}' -X PUT -d body -H 'Content-Type: text/plain'"
        + " -H \"Date: $date\" -H \"Authorization: OSS $OSS_ACCESS_KEY_ID:$sig\""
        + " $OSS_ENDPOINT/$OSS_BUCKET/k > ",
    ].joined(separator: "\n")
  }

  @Test func `verifies what a command sends, and ends with it`() throws {
    let script = Self.request(secret: "$OSS_ACCESS_KEY_SECRET") + "\(folder.path)/status"
    #expect(serve(script) == .asExpected, "\(console.errors)")
    #expect(folder.read("status") == "200")
    #expect(console.output == "1 requests: 1 verified, 0 refused.\n")
  }

  @Test func `says what it refused, and why`() throws {
    let script = Self.request(secret: "other") + "\(folder.path)/status"
    #expect(serve(script) == .failures)
    #expect(folder.read("status") == "403")
    #expect(console.output.hasPrefix("PUT /conform-bucket/k: 403 SignatureDoesNotMatch\n"))
    #expect(console.output.contains("secret-wrong"))
    #expect(!console.output.contains("conform-access-key-secret"))
  }

  @Test func `counts a client that does not sign as one that is refused`() {
    #expect(serve("curl -s -o /dev/null $OSS_ENDPOINT/$OSS_BUCKET/k") == .failures)
    #expect(console.output.contains("1 requests: 0 verified, 1 refused."))
  }

  @Test func `serves what is wrong and reports it where that is asked for`() throws {
    let script = Self.request(secret: "other") + "\(folder.path)/status"
    #expect(serve(script, "--report-only", "--quiet") == .failures)
    #expect(folder.read("status") == "200")
    #expect(console.output == "1 requests: 0 verified, 1 refused.\n")
  }

  @Test func `fails with its command, and where nothing was sent`() {
    #expect(serve("exit 3") == .nothingRun)
    #expect(console.output.contains("does it use OSS_ENDPOINT?"))
    #expect(console.output.contains("ended with 3"))
    let script = Self.request(secret: "$OSS_ACCESS_KEY_SECRET") + "/dev/null; exit 4"
    #expect(serve(script) == .failures)
  }

  @Test(arguments: [
    ("--cname", "b", "a domain"), ("--port", "x", "number"), ("--rules", "/absent", "/absent"),
    ("--listen", "256.1.1.1", "256.1.1.1"),
  ])
  func `refuses a flag that it cannot use`(_ flag: String, _ value: String, _ word: String) {
    #expect(serve("true", flag, value) == .usage)
    #expect(console.errors.contains(word), "\(console.errors)")
  }

  @Test func `ends where it cannot read what explains a refusal`() throws {
    let line = ["serve", "--vectors", folder.path, "--", "sh", "-c"]
    let script = "curl -s -o /dev/null $OSS_ENDPOINT/$OSS_BUCKET/k"
    #expect(console.run(line + [script]) == .usage)
    #expect(console.errors.contains("explain.json"), "\(console.errors)")
    for name in ["explain.json", "mistakes.json", "variations.json"] {
      try folder.write("{", to: name)
    }
    let right = Self.request(secret: "$OSS_ACCESS_KEY_SECRET") + "/dev/null"
    #expect(console.run(line + [right]) == .asExpected, "\(console.errors)")
    #expect(console.run(line + [script]) == .usage)
    #expect(console.errors.contains("explain.json"), "\(console.errors)")
  }

  @Test func `refuses a command that is not there, and a key that looks real`() throws {
    #expect(console.run(["serve", "--", "/absent/program"]) == .usage)
    try folder.write(
      #"{"accessKeyId":"\#("LTAI" + "5tExampleExample00")","accessKeySecret":"s"}"#, to: "key.json")
    #expect(serve("true", "--credentials", "\(folder.path)/key.json") == .usage)
    #expect(console.errors.contains("looks like one of a real account"))
  }
}
