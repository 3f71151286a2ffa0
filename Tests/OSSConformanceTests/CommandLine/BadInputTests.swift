import OSSConformance
import Testing

@Suite struct `A user with bad input` {
  private let folder: TemporaryFolder
  private let console = TestConsole()

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      ("chekc", 2, "There is no command chekc; did you mean check?"),
      ("frobnicate", 2, "There is no command frobnicate."),
      ("help frob", 2, "There is no command frob."),
      ("check --identity x", 2, "The command check has no flag --identity."),
      ("check --leve must", 2, "The command check has no flag --leve; did you mean --level?"),
      ("check --id", 2, "The flag --id needs a value: --id ID."),
      ("check --id -- true", 2, "The flag --id needs a value: --id ID."),
      ("check --quiet=1", 2, "The flag --quiet takes no value."),
      ("check --timeout 1 --timeout 2", 2, "The flag --timeout can be given once only."),
      ("check adapter.py", 2, "The command check has no use for adapter.py."),
      ("list -- true", 2, "The command list has no use for --."),
      ("show", 2, "The command show needs ID: see oss-conform help show."),
      ("check --quiet --verbose", 2, "The flags --quiet and --verbose cannot be given together."),
      (
        "check --timeout soon", 2,
        "The flag --timeout has the value soon, which is not a number of seconds up to 86400."
      ),
      (
        "check --timeout nan", 2,
        "The flag --timeout has the value nan, which is not a number of seconds up to 86400."
      ),
      ("check --window 0", 2, "The flag --window has the value 0, which is not a number from 1."),
      (
        "check --report pdf=x", 2,
        "The flag --report has the value pdf=x, which is not one of json=FILE, junit=FILE, tap=FILE, markdown=FILE, html=FILE, badge=FILE, or several joined by commas."
      ),
      ("check --", 2, "The command check needs a program after --: see oss-conform help check."),
      (
        "check --report json=x,junit=x", 2,
        "The flag --report has the value x, which is not free for a second report."
      ),
      ("sign my-secret", 2, "The command sign takes no word besides its flags."),
      (
        #"sign --credentials {"accessKeySecret":"s"}"#, 2,
        "The flag --credentials needs the path of a file, and its value is JSON."
      ),
      ("check --update-expectations", 2, "The command check needs --expectations FILE."),
      (
        "check --level most", 2,
        "The flag --level has the value most, which is not one of must, should, may."
      ),
      ("check --vectors /none", 2, "/none: there is no such folder of vectors."),
      (
        "check --expectations /none.json", 2,
        "There is no list of known failures at /none.json; --update-expectations makes it."
      ),
      ("check --report json=/none/x.json", 2, "/none/x.json: it cannot be written."),
      (
        "check --id sha1-abd", 2,
        "No vector has the id sha1-abd; did you mean sha1-abc?"
      ),
      ("check --match x*", 2, "No vector's id matches x*."),
      ("check --clause V1-NO-1", 2, "No vector cites the clause V1-NO-1."),
      ("check --skip x*", 2, "No vector and no suite matches x*, to be left out."),
      ("check --skip *", 3, "No vector is selected by all that was asked for."),
      ("check --flag trin", 2, "No vector has the flag trin; did you mean trim?"),
      ("check --id sha1-abc,sha1-abd", 2, "No vector has the id sha1-abd; did you mean sha1-abc?"),
      ("check --suite has", 2, "There is no suite has; did you mean hash?"),
      (
        "list --suite hash --level may", 3,
        "No vector is selected by all that was asked for."
      ),
      (
        "show sha1-abd", 2,
        "There is no vector, clause or mistake sha1-abd; did you mean sha1-abc?"
      ),
      ("show V1-HDR-3", 2, "There is no folder spec/ with the pages next to FOLDER."),
      ("grade /none.jsonl", 2, "/none.jsonl: it cannot be read."),
    ] as [(String, Int32, String)])
  func `learns in one sentence what is wrong`(
    line: String, status: Int32, sentence: String
  ) throws {
    var words = line.split(separator: " ").map(String.init)
    if ["check", "list", "show", "grade"].contains(words[0]), !words.contains("--vectors") {
      words.insert("--vectors=" + folder.vectors, at: 1)
    }
    #expect(console.run(words).rawValue == status)
    let due = sentence.replacing("FOLDER", with: folder.vectors)
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
