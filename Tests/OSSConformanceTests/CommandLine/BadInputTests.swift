import Foundation
import OSSConformance
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `A user with bad input` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// The operations that random inputs are made for, as the sentences list them.
  private static let randomOperations = """
    v1.header, v1.presign, v1.string, v2.header, v2.presign, v4.header, v4.presign, v4.string, \
    post.policy, post.v1, post.v4, post.check, sts.rpc, sts.acs3, service.header, sts.role, \
    sts.parse, live.publish, callback.parameter, callback.verify, public.url, signer.value, \
    error.body, token.parse, credential.standing, credential.process, credential.profile, \
    credential.source, credential.metadata, presign.expiry, clock.offset, error.action, \
    response.verdict, content.type, md5, sha1, sha256, hmac.sha1, hmac.sha256, base64
    """

  /// Each command line, and what is wrong with it.
  static let misuses = [
    "chekc": "There is no command chekc; did you mean check?",
    "frobnicate": "There is no command frobnicate.",
    "help frob": "There is no command frob.",
    "check --identity x": "The command check has no flag --identity.",
    "check --leve must": "The command check has no flag --leve; did you mean --level?",
    "check --id": "The flag --id needs a value: --id ID.",
    "check --id -- true": "The flag --id needs a value: --id ID.",
    "check --quiet=1": "The flag --quiet takes no value.",
    "check --timeout 1 --timeout 2": "The flag --timeout can be given once only.",
    "check adapter.py": "The command check has no use for adapter.py.",
    "list -- true": "The command list has no use for --.",
    "show": "The command show needs ID: see oss-conform help show.",
    "check --quiet --verbose": "The flags --quiet and --verbose cannot be given together.",
    "check --timeout soon":
      "The flag --timeout has the value soon, which is not a number of seconds up to 86400.",
    "check --timeout nan":
      "The flag --timeout has the value nan, which is not a number of seconds up to 86400.",
    "check --window 0": "The flag --window has the value 0, which is not a number from 1.",
    "check --report pdf=x":
      "The flag --report has the value pdf=x, which is not one of json=FILE, junit=FILE, markdown=FILE, html=FILE, or several joined by commas.",
    "check --": "The command check needs a program after --: see oss-conform help check.",
    "check --report json=x,junit=x":
      "The flag --report has the value x, which is not free for a second report.",
    "sign my-secret": "The command sign takes no word besides its flags.",
    #"sign --credentials {"accessKeySecret":"s"}"#:
      "The flag --credentials needs the path of a file, and its value is JSON.",
    "check --update-expectations": "The command check needs --expectations FILE.",
    "check --level most":
      "The flag --level has the value most, which is not one of must, should, may.",
    "check --vectors /none": "/none: there is no such folder of vectors.",
    "check --expectations /none.json":
      "There is no list of known failures at /none.json; --update-expectations makes it.",
    "check --report json=/none/x.json": "/none/x.json: it cannot be written.",
    "check --id sha1-abd": "No vector has the id sha1-abd; did you mean sha1-abc?",
    "check --match x*": "No vector's id matches x*.",
    "check --clause V1-NO-1": "No vector cites the clause V1-NO-1.",
    "check --skip x*": "No vector and no suite matches x*, to be left out.",
    "check --flag trin": "No vector has the flag trin; did you mean trim?",
    "check --id sha1-abc,sha1-abd": "No vector has the id sha1-abd; did you mean sha1-abc?",
    "check --suite has": "There is no suite has; did you mean hash?",
    "show sha1-abd": "There is no vector, clause or mistake sha1-abd; did you mean sha1-abc?",
    "show V1-HDR-3": "There is no folder spec/ with the pages next to FOLDER.",
    "grade /none.jsonl": "/none.jsonl: it cannot be read.",
    "fuzz": "The command fuzz needs -- COMMAND...: see oss-conform help fuzz.",
    "fuzz --count 0 -- a":
      "The flag --count has the value 0, which is not a number from 1 to 10000000.",
    "fuzz --findings x -- a":
      "The flag --findings has the value x, which is not a number from 1 to 1000.",
    "fuzz --seed -1 -- a":
      "The flag --seed has the value -1, which is not a number from 0 of 64 bits at most.",
    "fuzz --into Found.json -- a":
      "The flag --into has the value Found.json, which is not a file of a-z, 0-9 and hyphens that ends in .json.",
    "fuzz --operation v3.header -- a":
      "The flag --operation has the value v3.header, which is not one of \(randomOperations).",
    "matrix --from /missing.json": "/missing.json: it cannot be read.",
    "sign --secret x": "The command sign has no flag --secret.",
    "sign --header x": "The flag --header has the value x, which is not NAME: VALUE.",
    "sign --time today":
      "The flag --time has the value today, which is not Unix seconds, RFC 1123 or ISO 8601.",
    "sign --string - --bucket b": "The flags --string and --bucket cannot be given together.",
    "sign --string /none": "/none: it cannot be read.",
    "sign --credentials /none": "/none: it cannot be read.",
    "presign --bucket b": "The command presign needs --expires TIME.",
    "presign --expires +1": "The command presign needs --endpoint URL.",
    "presign --expires +x --endpoint https://h":
      "The flag --expires has the value +x, which is not a time or +SECONDS.",
    "sign --signature v3": "The flag --signature has the value v3, which is not v1, v2 or v4.",
    "sign --signature v4": "The command sign needs --region REGION.",
    "sign --signature v1 --region r":
      "The flags --signature and --region cannot be given together.",
    "sign --string - --signature v2":
      "The flag --signature has the value v2, which is not v1 or v4.",
    "generate --seed 1": "The command generate needs --fresh.",
    "generate --fresh": "The command generate needs --into FILE.",
    "generate --fresh --check": "The flags --fresh and --check cannot be given together.",
    "generate --fresh --into A.json":
      "The flag --into has the value A.json, which is not a file of a-z, 0-9 and hyphens that ends in .json.",
    "generate --fresh --into a.json --count 0":
      "The flag --count has the value 0, which is not a number from 1 to 100000.",
    "generate --fresh --into a.json --operation credential.timeline":
      "The flag --operation has the value credential.timeline, which is not one of \(randomOperations).",
    "generate --confirm /missing/report.json": "/missing/report.json: it cannot be read.",
    "generate --vectors /missing": "/missing: there is no such folder of vectors.",
    "vector": "The command vector needs --from FILE.",
    "vector --from -": "The command vector needs --into SUITE.",
    "vector --from /missing/r.json --into v1/a": "/missing/r.json: it cannot be read.",
    "vector --from - --into V1/A":
      #"FOLDER/V1/A.json: "V1/A" must be lower-case words and digits joined by single hyphens."#,
    "explain":
      "The command explain needs --text, --body, --url or --request: see oss-conform help explain.",
    "explain --string x":
      "The command explain needs --text, --body, --url or --request: see oss-conform help explain.",
    "explain --body /none": "/none: it cannot be read.",
    "explain --body - --string -": "The flags --body and --string cannot be given together.",
    "explain --request -":
      "The JSON is no input of a signing operation, and as a HAR entry it lacks the member 'request'.",
    "simulate --steps many":
      "The flag --steps has the value many, which is not a number from 0 to 1000000000.",
    "simulate --seed -1":
      "The flag --seed has the value -1, which is not a number from 0 of 64 bits at most.",
    "simulate --depth 101":
      "The flag --depth has the value 101, which is not a number from 0 to 100.",
    "matrix": "The command matrix needs --from FILE.",
    "matrix --from x --report junit=y":
      "The flag --report has the value junit=y, which is not one of json=FILE, markdown=FILE, html=FILE, or several joined by commas.",
    "adapter-check --timeout 2 --":
      "The command adapter-check needs a program after --: see oss-conform help adapter-check.",
  ]

  /// Runs a command line, on the folder's vectors where it needs some and names none.
  private func run(_ line: String) -> RunnerStatus {
    var words = line.split(separator: " ").map(String.init)
    if ["check", "list", "show", "grade", "matrix", "simulate", "vector"].contains(words[0]),
      !words.contains("--vectors")
    {
      words.insert("--vectors=" + folder.vectors, at: 1)
    }
    return console.run(words)
  }

  @Test(arguments: misuses)
  func `learns in one sentence what is wrong`(line: String, sentence: String) {
    console.environment = `The signing commands`.credentials
    console.input = Bytes("{}".utf8)
    #expect(run(line) == .usage)
    #expect(console.output == "")
    let due = sentence.replacing("FOLDER", with: folder.vectors)
    #expect(console.errors == "oss-conform: \(due)\n")
  }

  /// Commands that read a file, and how many bytes of it.
  static let readings = [
    "explain --body": 1 << 20, "explain --request": 1 << 20,
    "explain --request /dev/null --string": 1 << 20,
    "explain --body /dev/null --credentials": 1 << 20,
    "sign --credentials": 1 << 20, "sign --string": 1 << 20, "vector --into a --from": 1 << 20,
    "grade": 1 << 26, "matrix --from": 1 << 26,
    "check --expectations": 1 << 26, "check --update-expectations --expectations": 1 << 26,
    "generate --confirm": 1 << 26,
  ]

  @Test(arguments: readings)
  func `learns at once that a file has no end`(line: String, limit: Int) throws {
    console.environment = `The signing commands`.credentials
    let isSpecification = line.hasPrefix("matrix")
    let words = line.split(separator: " ").map(String.init) + ["/dev/zero"]
    let vectors = ["--vectors", folder.vectors]
    let isOfVectors = ["check", "grade", "vector", "generate"].contains(words[0])
    #expect(console.run(words + (isOfVectors ? vectors : [])) == .usage)
    #expect(isSpecification || console.output == "")
    #expect(console.errors.hasSuffix("oss-conform: /dev/zero: it has more than \(limit) bytes.\n"))
  }

  @Test func `learns at once that a vector file has no end`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.vectors + "/endless.json", withDestinationPath: "/dev/zero")
    #expect(console.run("check --vectors \(folder.vectors)") == .usage)
    #expect(console.errors == "oss-conform: \(folder.vectors)/endless.json: it cannot be read.\n")
  }

  @Test(arguments: readings)
  func `learns that the standard input is too long`(line: String, limit: Int) {
    console.environment = `The signing commands`.credentials
    console.input = Bytes(repeating: 0x79, count: limit + 1)
    let words = line.split(separator: " ").map(String.init) + ["-"]
    // These are files, and no input.
    if line.contains("--expectations") || line.contains("--confirm") { return }
    let vectors = ["--vectors", folder.vectors]
    let isOfVectors = ["grade", "vector"].contains(words[0])
    #expect(console.run(words + (isOfVectors ? vectors : [])) == .usage)
    #expect(
      console.errors.hasSuffix("oss-conform: The standard input has more than \(limit) bytes.\n"))
  }

  @Test(arguments: ["check --skip *", "list --suite hash --level may"])
  func `learns that no vector is selected`(line: String) {
    #expect(run(line) == .nothingRun)
    #expect(console.errors == "oss-conform: No vector is selected by all that was asked for.\n")
  }

  @Test(
    arguments: ["OSS_ACCESS_KEY_ID": [:], "OSS_ACCESS_KEY_SECRET": ["OSS_ACCESS_KEY_ID": "id"]])
  func `learns which variable is not set`(name: String, environment: [String: String]) {
    console.environment = environment
    let sentence =
      "The variable \(name) is not set; set it, or name a file with --credentials FILE."
    console.input = Bytes()
    for line in ["sign", "explain --body - --use-environment"] {
      #expect(run(line) == .usage)
      #expect(console.errors.hasSuffix("oss-conform: \(sentence)\n"))
    }
  }

  @Test(arguments: ["check --vectors VECTORS", "fuzz"])
  func `learns about an adapter that is not there`(command: String) {
    let line = command.replacing("VECTORS", with: folder.vectors) + " -- /none/adapter"
    #expect(console.run(line) == .nothingRun)
    #expect(console.output == "")
    #expect(
      console.errors
        == "oss-conform: The adapter “/none/adapter” could not be started: No such file or directory.\n"
    )
  }

  @Test func `learns about a vector file that is broken`() throws {
    try folder.write("{", to: "vectors/hash.json")
    #expect(console.run("check --vectors \(folder.vectors)") == .usage)
    #expect(
      console.errors
        == "oss-conform: \(folder.vectors)/hash.json: this is not JSON. The text ends at byte 1, inside a value.\n"
    )
  }

  private static let crash = #""status":"crash","reason":"R.""#
  private static let unknown =
    "the format has no such member; it is misspelt, or newer than this kit."

  @Test(
    arguments: [
      #"{"id":"x",\#(crash)}"#: ": no vector has the id x.",
      #"{"id":"sha1-abd",\#(crash)}"#: ": no vector has the id sha1-abd; did you mean sha1-abc?",
      #"{"pattern":"x*",\#(crash)}"#: ": no vector's id matches the pattern x*.",
      #"{"id":"sha1-abc","status":"crash","reason":" "}"#:
        ", member expectations[0].reason: the text must not be empty.",
      #"{"id":"sha1-abc","status":"crash"}"#:
        ", member expectations[0].reason: the member is missing.",
      #"{\#(crash)}"#:
        ", member expectations[0]: the entry must have one of id, pattern and mistake.",
      #"{"id":"sha1-abc","pattern":"*",\#(crash)}"#:
        ", member expectations[0]: the entry must have one of id, pattern and mistake.",
      #"{"mistake":"resource-key-encode","reason":"R."}"#:
        ": no mistake has the id resource-key-encode; did you mean resource-key-encoded?",
      #"{"mistake":"resource-key-encoded",\#(crash)}"#:
        ", member expectations[0].status: \(unknown)",
      #"{"id":"sha1-abc","status":"passed","reason":"R."}"#:
        #", member expectations[0].status: "passed" is not one of mismatch, accepted, rejected, adapter-failed, timeout, crash, implausible, unsupported."#,
      #"{"id":"sha1-abc",\#(crash),"url":""}"#: ", member expectations[0].url: \(unknown)",
      #"{"id":"sha1-abc",\#(crash)},{"id":"sha1-abc",\#(crash)}"#:
        ": sha1-abc is in the list twice.",
    ])
  func `learns about a list of known failures that is wrong`(
    entries: String, sentence: String
  ) throws {
    try folder.write(
      #"{"format":1,"sdk":"oss2 2.19.1","expectations":[\#(entries)]}"#, to: "known.json")
    try folder.writeMistakes()
    let status = console.run(
      "check --vectors \(folder.vectors) --expectations \(folder.path)/known.json")
    #expect(status == .usage)
    #expect(console.errors == "oss-conform: \(folder.path)/known.json\(sentence)\n")
  }
}

@Suite struct `What is given in the wrong place` {
  private static let secret = "yLmQ7kTz0pRv4WxN8bCd2FgH6jKs1A"
  private static let token =
    "CAIS+8zQ1bY/4Jf7LrT0nVw2/Xk9Hc3Pm6Sd5Ga8==" + String(repeating: "q7", count: 90)
  private static let values = [
    secret, token, #"{"accessKeySecret":"\#(secret)"}"#, "none/{\(secret)}", "a \(secret)",
    "\u{1b}\(secret)", "x=\(secret)", "x: \(secret)",
  ]

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// Runs a command line.
  private func run(_ words: [String]) -> (status: RunnerStatus, errors: String) {
    let console = TestConsole(environment: `The signing commands`.credentials, input: "{}")
    return (console.run(words), console.errors)
  }

  /// The words of the help that begin its lines: those of the commands, or of the flags with a value.
  private static func names(_ help: String) -> [(name: String, value: String)] {
    help.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return line.hasPrefix("  ") && words.count > 1 ? (String(words[0]), String(words[1])) : nil
    }
  }

  private func help(_ words: [String]) -> String {
    let console = TestConsole()
    _ = console.run(words)
    return console.output + console.errors
  }

  /// Whether a text shows a part of a secret.
  private static func isShown(in errors: String) -> Bool {
    errors.contains(secret.prefix(8)) || errors.contains(token.prefix(12))
  }

  @Test func `is not repeated by any command for any flag`() throws {
    let commands = Self.names(help([])).map(\.name)
    #expect(commands.count > 15)
    var count = 0
    for command in commands {
      let flags = Self.names(help(["help", command])).filter { flag in
        flag.name.hasPrefix("--") && flag.value.utf8.allSatisfy { $0 < 0x61 }
      }
      let takesFolder = flags.contains { $0.name == "--vectors" }
      for (flag, _) in flags where !["--trace", "--adapter"].contains(flag) {
        for (index, value) in Self.values.enumerated()
        where command != "export" || flag != "--output" {
          let rest = takesFolder && flag != "--vectors" ? ["--vectors", folder.vectors] : []
          let words = index.isMultiple(of: 2) ? [flag, value] : ["\(flag)=\(value)"]
          let errors = run([command] + rest + words).errors
          #expect(!Self.isShown(in: errors), "\(command) \(flag): \(errors)")
          count += 1
        }
      }
    }
    #expect(count > 500)
  }

  @Test(arguments: values)
  func `is not repeated as a command, an operand or a flag`(value: String) {
    let known = ["--vectors", folder.vectors]
    for words in [
      [value], ["help", value], ["show", value] + known, ["grade", value] + known,
      ["advise", value, value], ["list", value] + known, ["sign", value], ["sign", "--\(value)"],
      ["--\(value)"], ["check"] + known + ["--", value],
    ] {
      let (status, errors) = run(words)
      #expect(status != .asExpected)
      #expect(!Self.isShown(in: errors), "\(words): \(errors)")
    }
  }

  @Test(arguments: [
    ([secret], "There is no command (not shown: 30 bytes)."),
    (["help", "{\"a\":1}"], "There is no command (not shown: 7 bytes)."),
    (["explain", "--body", "a b"], "(not shown: 3 bytes of --body): it cannot be read."),
    (["explain", "--body=a b"], "(not shown: 3 bytes of --body): it cannot be read."),
    (
      ["sign", "--time", "1x1x"],
      "The flag --time has the value (not shown: 4 bytes of --time), which is not Unix seconds, RFC "
        + "1123 or ISO 8601."
    ),
    (
      ["sign", "--time", "-9223372036854775808"],
      "The flag --time has the value -9223372036854775808, which is not Unix seconds, RFC 1123 or ISO "
        + "8601."
    ),
    (["chekc"], "There is no command chekc; did you mean check?"),
    (["grade", "/none/my-replies_v2.jsonl"], "/none/my-replies_v2.jsonl: it cannot be read."),
  ])
  func `is named by its length and its flag, and shown where it has words alone`(
    words: [String], sentence: String
  ) {
    let (status, errors) = run(words)
    #expect(status == .usage)
    #expect(errors == "oss-conform: \(sentence)\n")
  }

  @Test func `is shown where it is the path of what is there`() throws {
    try folder.write("", to: "my b7c8d9 file")
    for name in ["my b7c8d9 file", "x2.json"] {
      let path = "\(folder.path)/\(name)"
      let (status, errors) = run(["matrix", "--from", path])
      #expect(status == .usage)
      #expect(errors.hasPrefix("oss-conform: \(path): "))
    }
  }
}
