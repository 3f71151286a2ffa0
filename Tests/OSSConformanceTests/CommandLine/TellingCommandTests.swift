import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The tool` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  static let overview = """
    oss-conform checks how an SDK signs requests to Alibaba Cloud OSS.

    usage: oss-conform COMMAND [FLAGS]

      check           run vectors through an SDK's adapter or the reference
      adapter-check   show what an adapter does wrong in the protocol, step by step
      list            list vectors
      show            show vectors, clauses, topics of clauses or mistakes whole
      explain         explain why OSS refused a request, from its error and more
      sign            sign a request's headers, or a given string to sign
      presign         make a presigned URL
      string-to-sign  print the string to sign of a request; needs no secret
      serve           be an OSS on this machine that says why it refuses a request
      vector          make a vector from a request and add it to a suite
      generate        complete the files of vectors, or check them
      adapter         run the built-in reference as an adapter
      export          write the requests of vectors to a file
      grade           judge a file of replies to exported requests
      fuzz            compare an SDK with the reference on random inputs
      simulate        search for orders of events that break rules for credentials
      matrix          show several SDKs side by side, clause by clause
      advise          say what changes for an SDK between two corpora
      help            explain a command and its flags
      version         print the versions of the tool and of the vectors

    oss-conform help COMMAND explains a command and its flags.
    Exit status: 0 success; 1 a must failed, or a result is not as the list of known
    failures says; 2 wrong usage; 3 the adapter could not run, or nothing was run.

    """

  @Test(arguments: ["help", "--help", "-h"])
  func `shows which commands there are`(line: String) {
    #expect(console.run(line) == .asExpected)
    #expect(console.output == Self.overview)
  }

  @Test func `shows which commands there are where none is given, as a fault`() {
    #expect(console.run([]) == .usage)
    #expect(console.output == "")
    #expect(console.errors == Self.overview)
  }

  @Test(arguments: ["help list", "list --help", "list --id x -h"])
  func `explains a command and its flags`(line: String) {
    #expect(console.run(line) == .asExpected)
    #expect(
      console.output == """
        usage: oss-conform list [FLAGS]

        list: list vectors.

          --id ID           the vector of this id, or of each id of a list with commas
          --match GLOB      the vectors whose id matches; * and ? are wild
          --clause CLAUSE   the vectors that cite the clause
          --operation NAME  the vectors of the operation
          --level LEVEL     the vectors of the level: must, should, may
          --suite NAME      the vectors of the suite, such as v1/headers, or of the
                            folder, such as v1
          --flag NAME       the vectors that have the flag
          --skip GLOB       leave out the vectors and suites of this id or name
          --answers-only    leave out the vectors that expect a refusal
          --vectors PATH    the folder of vectors

        """)
  }

  @Test func `help has no line of more than 80 columns`() {
    let commands = Self.overview.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first }
    #expect(commands.count == 20)
    for command in commands + [""] {
      let console = TestConsole()
      #expect(console.run("help \(command)") == .asExpected)
      #expect(console.output.contains("usage: oss-conform"))
      for line in console.output.split(separator: "\n") {
        #expect(line.count <= 80, "\(command): \(line)")
      }
    }
  }

  @Test(arguments: ["version", "--version"])
  func `shows its version`(line: String) {
    #expect(console.run(line) == .asExpected)
    #expect(console.output.hasPrefix("oss-conform 0.1.0, adapter protocol 1\n"))
  }

  @Test func `lists vectors`() throws {
    #expect(
      console.run("list --vectors \(folder.vectors) --id sha1-empty --match base64-?")
        == .asExpected)
    #expect(
      console.output == """
        base64-f    should  base64  V1-HDR-3
        sha1-empty  must    sha1    V1-HDR-3

        """)
  }

  @Test func `shows a vector`() throws {
    #expect(console.run("show base64-wrong --vectors=\(folder.vectors)") == .asExpected)
    #expect(
      console.output.hasPrefix("base64-wrong\n\ncatches     Header values are not trimmed.\n"))
    #expect(
      console.output.hasSuffix(
        """

        operation   base64
        file        vectors/base64.json
        level       may: It is unsure.
        clauses     V1-HDR-3
        flags       trim
        provenance  derived: It is a sample.

        {
          "input": {
            "encode": "fo"
          },
          "expect": {
            "text": "Zm8"
          }
        }

        """))
  }

  @Test func `shows a vector as it is in its file`() throws {
    #expect(console.run("show base64-f --json --vectors \(folder.vectors)") == .asExpected)
    #expect(console.output.hasPrefix("{\n  \"id\": \"base64-f\",\n  \"operation\": \"base64\",\n"))
  }

  @Test func `grades replies that were written to a file`() throws {
    let select = "--vectors \(folder.vectors) --suite hash"
    #expect(console.run("export \(select) --output \(folder.path)/ask.jsonl") == .asExpected)
    let lines = try #require(folder.read("ask.jsonl")).split(separator: "\n")
    #expect(lines.count == 4)
    let seqs = lines[1...2].compactMap { $0.split(separator: "\"").dropFirst(7).first }
    try folder.write(
      #"""
      {"protocol":1,"sdk":{"name":"x","version":"1","language":"c"},"operations":["sha1"]}
      {"seq":"\#(seqs[1])","status":"ok","output":{"digest":"da39a3ee5e6b4b0d3255bfef95601890afd80709"}}
      {"seq":"\#(seqs[0])","status":"ok","output":{"digest":"a9993e364706816aba3e25717850c26c9cd0d89d"}}

      """#, to: "say.jsonl")
    #expect(console.run("grade \(folder.path)/say.jsonl \(select)") == .asExpected)
    #expect(console.output.hasPrefix("x 1 (c) · "))
    #expect(console.output.contains("\n2 vectors run: 2 passed, 0 failed\n"))
  }
}

/// `oss-conform advise OLD NEW`, over small folders and archives.
@Suite struct `What changes between two corpora` {
  private let old: ScratchFolder
  private let new: ScratchFolder
  private let console = TestConsole()

  init() throws {
    old = try ScratchFolder(VectorSamples.suites)
    new = try ScratchFolder(VectorSamples.suites)
    let hash = try #require(VectorSamples.suites.first)
    var suite = hash
    let changed = hash.vectors[0].with(input: ["data": "abcd"])
    let described = hash.vectors[1].with(provenance: .derived(reason: "Another reason."))
    let added = VectorSamples.vector(
      "sha1-new", .sha1, input: ["data": "n"], answer: ["digest": "00"])
    suite.vectors = [changed, described, added]
    let base64 = VectorSamples.suites[1]
    var fewer = base64
    fewer.vectors = Array(base64.vectors.dropFirst())
    for suite in [suite, fewer] {
      try new.write(
        String(decoding: suite.canonicalBytes(), as: UTF8.self), to: "vectors/" + suite.fileName)
    }
  }

  private var gone: String { VectorSamples.suites[1].vectors[0].id }

  @Test func `lists what is new, changed, retired and described otherwise`() throws {
    #expect(console.run("advise \(old.path) \(new.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("old: 5 vectors, SHA-256 "))
    #expect(lines[1].hasPrefix("new: 5 vectors, SHA-256 "))
    #expect(lines[2] == "new: 1" && lines[3].hasPrefix("  sha1-new (must): "))
    #expect(
      lines[4...] == [
        "changed: 1", "  sha1-abc: input", "retired: 1", "  \(gone)", "described otherwise: 1",
        "  sha1-empty: provenance",
      ])
  }

  @Test func `says which known failures turn a run red`() throws {
    func entry(_ target: String) -> String {
      "{\"id\":\"\(target)\",\"status\":\"mismatch\",\"reason\":\"It is.\"}"
    }
    func write(_ entries: String...) throws {
      let text = entries.joined(separator: ",")
      try old.write("{\"format\":1,\"sdk\":\"s 1\",\"expectations\":[\(text)]}", to: "list.json")
    }
    let line = "advise \(old.path) \(new.path) --expectations \(old.path)/list.json"
    try write(entry(gone), entry("sha1-abc"))
    #expect(console.run(line) == .failures)
    #expect(
      console.output.hasSuffix(
        """
        turn red: 1
          \(gone) is the id of no vector
        may turn red: 2
          sha1-abc has changed and is known as mismatch
          sha1-new is new and not in the list

        """))
    try write(entry("sha1-empty"))
    #expect(console.run(line) == .asExpected)
  }

  @Test(arguments: ["nothing.tar", "text.tar"])
  func `a file that is no archive is an error that names it`(name: String) throws {
    try old.write("This is no archive.", to: "text.tar")
    #expect(console.run("advise \(old.path)/\(name) \(old.path)") == .usage)
    #expect(console.errors.contains("\(old.path)/\(name): it "))
  }

  @Test func `the tool shows its version and that of the vectors`() throws {
    #expect(console.run("version --vectors \(old.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n")
    #expect(lines[0] == "oss-conform 0.1.0, adapter protocol 1")
    #expect(lines[1].hasPrefix("5 vectors, SHA-256 ") && lines.count == 2)
    let own = TestConsole()
    #expect(own.run("version --vectors \(RealVectors.folder)") == .asExpected)
    #expect(own.output.contains(" vectors, version 0.1.0, SHA-256 "))
    let quick = TestConsole()
    #expect(quick.run("version") == .asExpected)
    let digest = try #require(own.output.split { " \n".contains($0) }.last)
    #expect(digest.utf8.count == 64)
    #expect(quick.output.hasSuffix("\nvectors of version 0.1.0, SHA-256 \(digest)\n"))
  }
}
