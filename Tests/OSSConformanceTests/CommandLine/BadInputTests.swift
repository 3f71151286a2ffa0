import OSSConformance
import Testing

/// A command line, and what is wrong with it in one sentence.
struct Misuse: Sendable, CustomTestStringConvertible {
  let line: String
  let sentence: String
  let status: RunnerStatus
  let environment: [String: String]

  init(
    _ line: String, _ sentence: String, status: RunnerStatus = .usage,
    environment: [String: String] = `The signing commands`.credentials
  ) {
    self.line = line
    self.sentence = sentence
    self.status = status
    self.environment = environment
  }

  var testDescription: String { line }

  static let all = [
    Misuse("chekc", "There is no command chekc; did you mean check?"),
    Misuse("frobnicate", "There is no command frobnicate."),
    Misuse("help frob", "There is no command frob."),
    Misuse("check --identity x", "The command check has no flag --identity."),
    Misuse("check --leve must", "The command check has no flag --leve; did you mean --level?"),
    Misuse("check --id", "The flag --id needs a value: --id ID."),
    Misuse("check --id -- true", "The flag --id needs a value: --id ID."),
    Misuse("check --quiet=1", "The flag --quiet takes no value."),
    Misuse("check --timeout 1 --timeout 2", "The flag --timeout can be given once only."),
    Misuse("check adapter.py", "The command check has no use for adapter.py."),
    Misuse("list -- true", "The command list has no use for --."),
    Misuse("show", "The command show needs ID: see oss-conform help show."),
    Misuse("check --quiet --verbose", "The flags --quiet and --verbose cannot be given together."),
    Misuse(
      "check --timeout soon",
      "The flag --timeout has the value soon, which is not a number of seconds up to 86400."),
    Misuse(
      "check --timeout nan",
      "The flag --timeout has the value nan, which is not a number of seconds up to 86400."),
    Misuse("check --window 0", "The flag --window has the value 0, which is not a number from 1."),
    Misuse(
      "check --report pdf=x",
      "The flag --report has the value pdf=x, which is not one of json=FILE, junit=FILE, tap=FILE, markdown=FILE, html=FILE, badge=FILE, or several joined by commas."
    ),
    Misuse("check --", "The command check needs a program after --: see oss-conform help check."),
    Misuse(
      "check --report json=x,junit=x",
      "The flag --report has the value x, which is not free for a second report."),
    Misuse("sign my-secret", "The command sign takes no word besides its flags."),
    Misuse(
      #"sign --credentials {"accessKeySecret":"s"}"#,
      "The flag --credentials needs the path of a file, and its value is JSON."),
    Misuse("check --update-expectations", "The command check needs --expectations FILE."),
    Misuse(
      "check --level most",
      "The flag --level has the value most, which is not one of must, should, may."),
    Misuse("check --vectors /none", "/none: there is no such folder of vectors."),
    Misuse(
      "check --expectations /none.json",
      "There is no list of known failures at /none.json; --update-expectations makes it."),
    Misuse("check --report json=/none/x.json", "/none/x.json: it cannot be written."),
    Misuse("check --id sha1-abd", "No vector has the id sha1-abd; did you mean sha1-abc?"),
    Misuse("check --match x*", "No vector's id matches x*."),
    Misuse("check --clause V1-NO-1", "No vector cites the clause V1-NO-1."),
    Misuse("check --skip x*", "No vector and no suite matches x*, to be left out."),
    Misuse(
      "check --skip *", "No vector is selected by all that was asked for.", status: .nothingRun),
    Misuse("check --flag trin", "No vector has the flag trin; did you mean trim?"),
    Misuse("check --id sha1-abc,sha1-abd", "No vector has the id sha1-abd; did you mean sha1-abc?"),
    Misuse("check --suite has", "There is no suite has; did you mean hash?"),
    Misuse(
      "list --suite hash --level may", "No vector is selected by all that was asked for.",
      status: .nothingRun),
    Misuse(
      "show sha1-abd", "There is no vector, clause or mistake sha1-abd; did you mean sha1-abc?"),
    Misuse("show V1-HDR-3", "There is no folder spec/ with the pages next to FOLDER."),
    Misuse("grade /none.jsonl", "/none.jsonl: it cannot be read."),
    Misuse(
      "fuzz --count 0",
      "The flag --count has the value 0, which is not a number from 1 to 10000000."),
    Misuse(
      "fuzz --findings x",
      "The flag --findings has the value x, which is not a number from 1 to 1000."),
    Misuse(
      "fuzz --seed -1",
      "The flag --seed has the value -1, which is not a number from 0 of 64 bits at most."),
    Misuse(
      "fuzz --into Found.json",
      "The flag --into has the value Found.json, which is not a file of a-z, 0-9 and hyphens that ends in .json."
    ),
    Misuse(
      "fuzz --operation v2.header",
      "The flag --operation has the value v2.header, which is not one of v1.header, v1.presign, v4.header, v4.presign."
    ),
    Misuse("results", "The command results needs --from FILE."),
    Misuse("results --from /missing.json", "/missing.json: it cannot be read."),
    Misuse(
      "sign",
      "The variable OSS_ACCESS_KEY_ID is not set; set it, or name a file with --credentials FILE.",
      environment: [:]),
    Misuse(
      "sign",
      "The variable OSS_ACCESS_KEY_SECRET is not set; set it, or name a file with --credentials FILE.",
      environment: ["OSS_ACCESS_KEY_ID": "id"]),
    Misuse("sign --secret x", "The command sign has no flag --secret."),
    Misuse("sign --header x", "The flag --header has the value x, which is not NAME: VALUE."),
    Misuse(
      "sign --time today",
      "The flag --time has the value today, which is not Unix seconds, RFC 1123 or ISO 8601."),
    Misuse(
      "sign --string - --bucket b", "The flags --string and --bucket cannot be given together."),
    Misuse("sign --string /none", "/none: it cannot be read."),
    Misuse("sign --credentials /none", "/none: it cannot be read.", environment: [:]),
    Misuse("presign --bucket b", "The command presign needs --expires TIME."),
    Misuse("presign --expires +1", "The command presign needs --endpoint URL."),
    Misuse(
      "presign --expires +x --endpoint https://h",
      "The flag --expires has the value +x, which is not a time or +SECONDS."),
    Misuse(
      "sign --signature v3", "The flag --signature has the value v3, which is not v1, v2 or v4."),
    Misuse("sign --signature v4", "The command sign needs --region REGION."),
    Misuse(
      "sign --signature v1 --region r",
      "The flags --signature and --region cannot be given together."),
    Misuse(
      "sign --string - --signature v2",
      "The flag --signature has the value v2, which is not v1 or v4."),
  ]
}

@Suite struct `A user with bad input` {
  private let folder: TemporaryFolder
  private let console = TestConsole()

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Misuse.all)
  func `learns in one sentence what is wrong`(misuse: Misuse) {
    console.environment = misuse.environment
    var words = misuse.line.split(separator: " ").map(String.init)
    if ["check", "list", "show", "grade"].contains(words[0]), !words.contains("--vectors") {
      words.insert("--vectors=" + folder.vectors, at: 1)
    }
    #expect(console.run(words) == misuse.status)
    #expect(console.output == "")
    let due = misuse.sentence.replacing("FOLDER", with: folder.vectors)
    #expect(console.errors == "oss-conform: \(due)\n")
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

  @Test(
    arguments: [
      (#"{"id":"x","status":"crash","reason":"R."}"#, ": no vector has the id x."),
      (
        #"{"id":"sha1-abd","status":"crash","reason":"R."}"#,
        ": no vector has the id sha1-abd; did you mean sha1-abc?"
      ),
      (
        #"{"pattern":"x*","status":"crash","reason":"R."}"#,
        ": no vector's id matches the pattern x*."
      ),
      (
        #"{"id":"sha1-abc","status":"crash","reason":" "}"#,
        ", member expectations[0].reason: the text must not be empty."
      ),
      (
        #"{"id":"sha1-abc","status":"crash"}"#,
        ", member expectations[0].reason: the member is missing."
      ),
      (
        #"{"status":"crash","reason":"R."}"#,
        ", member expectations[0]: the entry must have one of id, pattern and mistake."
      ),
      (
        #"{"id":"sha1-abc","pattern":"*","status":"crash","reason":"R."}"#,
        ", member expectations[0]: the entry must have one of id, pattern and mistake."
      ),
      (
        #"{"mistake":"resource-key-encode","reason":"R."}"#,
        ": no mistake has the id resource-key-encode; did you mean resource-key-encoded?"
      ),
      (
        #"{"mistake":"resource-key-encoded","status":"crash","reason":"R."}"#,
        ", member expectations[0].status: the format has no such member; it is misspelt, or newer than this kit."
      ),
      (
        #"{"id":"sha1-abc","status":"passed","reason":"R."}"#,
        #", member expectations[0].status: "passed" is not one of mismatch, accepted, rejected, adapter-failed, timeout, crash, implausible, unsupported."#
      ),
      (
        #"{"id":"sha1-abc","status":"crash","reason":"R.","url":""}"#,
        ", member expectations[0].url: the format has no such member; it is misspelt, or newer than this kit."
      ),
      (
        #"{"id":"sha1-abc","status":"crash","reason":"R."},{"id":"sha1-abc","status":"crash","reason":"R."}"#,
        ": sha1-abc is in the list twice."
      ),
    ])
  func `learns about a list of known failures that is wrong`(
    entries: String, sentence: String
  ) throws {
    try folder.write(
      #"{"format":1,"sdk":"oss2 2.19.1","expectations":[\#(entries)]}"#, to: "known.json")
    let status = console.run(
      "check --vectors \(folder.vectors) --expectations \(folder.path)/known.json")
    #expect(status == .usage)
    #expect(console.errors == "oss-conform: \(folder.path)/known.json\(sentence)\n")
  }
}
