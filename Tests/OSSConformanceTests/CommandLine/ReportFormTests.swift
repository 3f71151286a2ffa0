import Foundation
import OSSConformance
import TestSupport
import Testing

extension ScratchFolder {
  /// Checks an adapter that fails one vector, beside pages that hold its clause alone, and writes a
  /// report.
  ///
  /// - Returns: where the report is.
  fileprivate func report(
    _ form: String, of script: String = `The page of results`.script
  ) throws -> String {
    for page in ["README"] + Specification.pages {
      try write(page == "signature-v1" ? `The page of results`.clause : "", to: "spec/\(page).md")
    }
    let console = TestConsole()
    let line = "check --vectors \(vectors) --report \(form)=\(path)/report"
    #expect(console.run(line, with: ["sh", "-c", script]) == .failures, "\(console.errors)")
    return path + "/report"
  }
}

@Suite struct `The forms of a report` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  private func written(
    _ form: String, of script: String = `The page of results`.script
  ) throws -> String {
    _ = try folder.report(form, of: script)
    return try #require(folder.read("report"))
  }

  @Test func `are Markdown that begins with how the run ended`() throws {
    #expect(
      try written("markdown")
        == "**null 1: 1 vector not as expected.**\n\n" + `The page of results`.page)
  }

  @Test func `are a page of HTML that needs nothing from elsewhere`() throws {
    let page = try written("html")
    #expect(page.contains("<th scope=row><a href=\"#s1\">null 1</a></th>"))
    #expect(page.contains("<summary><code>unexplained</code> · 1 vector</summary>"))
    #expect(page.contains("<td class=bad><code>00</code></td>"))
    for address in [" src=", "@import", "url(", "<link"] { #expect(!page.contains(address)) }
  }

  @Test func `are HTML with the mistakes of an SDK before the clauses, and no marks of Markdown`()
    throws
  {
    let console = TestConsole()
    let line =
      "check --vectors \(RealVectors.folder) --suite v1/resource --suite sts/rpc "
      + "--report html=\(folder.path)/page"
    let planted = PlantedSDK.command("resource-key-encoded", "rpc-slash-as-it-is")
    #expect(console.run(line, with: planted) == .failures, "\(console.errors)")
    let page = try #require(folder.read("page"))
    let mistake = try #require(page.firstRange(of: "<code>resource-key-encoded</code>"))
    let clauses = try #require(page.firstRange(of: "<h2>Clauses</h2>"))
    #expect(mistake.lowerBound < clauses.lowerBound)
    let words = try #require(page.firstRange(of: "<script>"))
    for mark in ["](", "**", "`"] { #expect(!page[..<words.lowerBound].contains(mark), "\(mark)") }
  }

  @Test func `show an adapter's words as text`() throws {
    let script = `The page of results`.script
    let hostile = script.replacing(#""null""#, with: ##""<script>&""##)
    #expect(hostile != script)
    let page = try written("html", of: hostile)
    #expect(page.contains("&lt;script&gt;&amp;"))
    #expect(page.split(separator: "<script>").count == 2)
  }
}

@Suite struct `The command matrix` {
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// Runs the command on a report and an adapter.
  private func matrix(_ flags: String...) throws -> RunnerStatus {
    try folder.write(`The page of results`.script, to: "adapter.sh")
    let line = [
      "matrix", "--vectors", folder.vectors, "--from", try folder.report("json"), "--adapter",
      "sh \(folder.path)/adapter.sh", "--timeout", "60",
    ]
    return console.run(line + flags)
  }

  @Test func `shows reports and adapters side by side`() throws {
    #expect(try matrix() == .failures)
    #expect(
      console.output == """
        1  null 1  2 run; failed 1 must, 0 should, 0 may
        2  null 1  2 run; failed 1 must, 0 should, 0 may

        failed vectors        1  2
        V1-HDR-3        must  1  1

        A dot: no vector failed; a hyphen: none was run.

        """)
  }

  @Test func `writes JSON for programs`() throws {
    #expect(try matrix("--report", "json=-") == .failures)
    #expect(
      console.output == """
        {
          "sdks": ["null 1", "null 1"],
          "clauses": [
            {
              "id": "V1-HDR-3",
              "level": "must",
              "cells": [
                {
                  "passed": 1,
                  "failed": 1
                },
                {
                  "passed": 1,
                  "failed": 1
                }
              ]
            }
          ]
        }

        """)
  }
}

@Suite struct `The page of results` {
  static let clause = """
    - **V1-HDR-3** (must) Blanks are not signed.
      - Evidence: A page, https://host.example/page, read 2026-11-22: "Delete all.", and more.

    """

  static let page = """
    ## null 1

    2 of 5 vectors run, 1 failed: 1 must, 0 should, 0 may.

    ### Breaks a must

    | mistake | evidence | vectors | smallest request |
    |---|---|---|---|
    | unexplained: digest: missing "c26c9cd" | [V1-HDR-3](signature-v1.md): \
    [A page](https://host.example/page) | 1 | `sha1-abc`: ``sha1 {"data":"abc"}`` |

    """

  /// An adapter that computes the digest of nothing and no other.
  static let script =
    #"read -r l; echo '{"protocol":1,"sdk":{"name":"null","version":"1","language":"sh"},"operations":["sha1"]}'; "#
    + #"while read -r l; do s=${l#*'"seq":"'}; s=${s%%'"'*}; "#
    + #"case $l in *'"data":"abc"'*) d=00;; *) d=da39a3ee5e6b4b0d3255bfef95601890afd80709;; esac; "#
    + #"echo "{\"seq\":\"$s\",\"status\":\"ok\",\"output\":{\"digest\":\"$d\"}}"; done"#

  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  @Test func `says what an SDK gets wrong`() throws {
    let line =
      "matrix --vectors \(folder.vectors) --from \(try folder.report("json")) --report markdown=-"
    #expect(console.run(line) == .failures)
    #expect(console.output.hasPrefix("# Results\n\nWhat real SDKs get wrong"))
    #expect(console.output.hasSuffix("\n\n" + Self.page))
  }

  /// A report of two vectors that an SDK fails by lacking two names, of which one breaks a must, and of
  /// a third one that no mistake explains.
  private static let lacking = """
    {"sdk": {"name": "null", "version": "1", "language": "sh", "profiles": ["signing"]},
     "corpus": {"digest": "0"}, "summary": {"declared": 2},
     "vectors": [
      {"id": "v1-sub-lifecycle", "level": "must", "profile": "signing", "clauses": ["V1-SUB-1"],
       "standing": "unexpected-failure", "kind": "mismatch", "message": "m"},
      {"id": "v1-sub-img", "level": "should", "profile": "signing", "clauses": ["V1-SUB-5"],
       "standing": "unexpected-failure", "kind": "mismatch", "message": "m"},
      {"id": "v1-hdr-trailing-tab", "level": "must", "profile": "signing", "clauses": ["V1-HDR-3"],
       "standing": "unexpected-failure", "kind": "mismatch", "message": "m"}],
     "diagnosis": [
      {"certain": false, "vectors": ["v1-sub-lifecycle", "v1-sub-img"],
       "names": ["img", "lifecycle"], "mustNames": ["lifecycle"],
       "mistakes": [
        {"id": "a", "sentence": "It lacks img, lifecycle.", "clauses": ["V1-SUB-1", "V1-SUB-5"],
         "fix": "f"}],
       "smallest": {"id": "v1-sub-img", "operation": "v1.header", "clauses": [], "input": {}}},
      {"mistakes": [], "what": "w", "vectors": ["v1-hdr-trailing-tab"],
       "smallest": {"id": "v1-hdr-trailing-tab", "operation": "v1.header", "clauses": [], "input": {}}}]}
    """

  @Test func `shows the request that a charge names, and the names that break a must`() throws {
    try folder.write(Self.lacking, to: "r.json")
    try folder.write(
      """
      {"sdks": [{"sdk": "null 1", "script": "s.py", "charges": [
        {"mistakes": ["a"], "effect": "refused", "call": "put()", "lines": "1-2",
         "shows": "v1-sub-lifecycle"},
        {"mistakes": ["header-values-not-trimmed"], "effect": "refused", "call": "post()",
         "lines": "3-4", "vectors": ["v1-hdr-trailing-tab"]}]}]}
      """, to: "charges.json")
    let line = "matrix --vectors \(RealVectors.folder) --report markdown=- "
    let files = "--from \(folder.path)/r.json --charges \(folder.path)/charges.json"
    #expect(console.run(line + files) == .failures, "\(console.errors)")
    let row = try #require(console.output.split(separator: "\n").first { $0.hasPrefix("| `a`: ") })
    #expect(row.hasPrefix("| `a`: It lacks lifecycle. | [V1-SUB-1](signature-v1.md): ["))
    let call = "| `put()`: [s.py](charges/s.py#L1-L2) | 1 | `v1-sub-lifecycle`: ``v1.header {"
    #expect(row.contains(call))
    #expect(row.hasSuffix("\"query\":[[\"lifecycle\",\"v\"]]}`` |"))
    let named = "| `header-values-not-trimmed`: Header values are signed with the blanks at"
    #expect(console.output.contains(named))
    #expect(console.output.contains("#L3-L4) | 1 | `v1-hdr-trailing-tab`: ``v1.header {"))
    #expect(!console.output.contains("several of these meet"))
    #expect(console.output.contains("- perhaps `a`: It lacks img, lifecycle. (V1-SUB-5; 1)"))
  }

  @Test(arguments: [
    (
      #""effect": "refused", "what": "It is wrong.", "clauses": ["V1-SUB-1"]"#,
      "| `a`: It is wrong. | [V1-SUB-1](signature-v1.md): [",
      "- perhaps `a`: It lacks img, lifecycle. (V1-SUB-5; 1)"
    ),
    (
      #""effect": "refused", "clauses": ["V1-RES-4"]"#, "### Advice",
      "- perhaps `a`: It lacks img, lifecycle. (V1-SUB-1, V1-SUB-5; 2)"
    ),
    (
      #""effect": "advice""#, "### Advice",
      "- perhaps `a`: It lacks img, lifecycle. (V1-SUB-1, V1-SUB-5; 2)"
    ),
  ])
  func `leaves to advice the musts that the clauses of a charge do not carry`(
    charge: String, row: String, advice: String
  ) throws {
    try folder.write(Self.lacking, to: "r.json")
    let call = #""mistakes": ["a"], "call": "put()", "lines": "1-2", "shows": "v1-sub-lifecycle""#
    try folder.write(
      #"{"sdks": [{"sdk": "null 1", "script": "s.py", "charges": [{\#(call), \#(charge)}]}]}"#,
      to: "charges.json")
    let line = "matrix --vectors \(RealVectors.folder) --report markdown=- "
    let files = "--from \(folder.path)/r.json --charges \(folder.path)/charges.json"
    #expect(console.run(line + files) == .failures, "\(console.errors)")
    let lines = console.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(row) } && lines.contains(Substring(advice)))
    #expect(console.output.contains("| `a`: ") == row.hasPrefix("| `a`: "))
    #expect(console.output.contains("3 failed: 2 must, 1 should, 0 may."))
  }

  @Test func `is not made of a file that is no report`() throws {
    try folder.write("{}", to: "r.json")
    #expect(console.run("matrix --from \(folder.path)/r.json") == .usage)
    #expect(console.errors.hasPrefix("oss-conform: \(folder.path)/r.json"))
  }
}
