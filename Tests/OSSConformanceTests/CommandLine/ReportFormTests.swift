import Foundation
import OSSConformance
import TestSupport
import Testing

extension TemporaryFolder {
  /// Puts the package's pages beside the vectors.
  fileprivate func linkPages() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/spec", withDestinationPath: RealVectors.folder + "/../spec")
  }
}

@Suite struct `The forms of a report` {
  private func written(_ form: String, in folder: TemporaryFolder) throws -> String {
    try folder.linkPages()
    let path = "\(folder.path)/report"
    let status = TestConsole().run(
      "check --vectors \(folder.vectors) --report \(form)=\(path)",
      with: ["sh", "-c", `The command results`.script])
    #expect(status == .failures)
    return try #require(folder.read("report"))
  }

  @Test func `the forms of a report are TAP, with each vector of a claimed operation`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try written("tap", in: folder) == """
        TAP version 14
        1..2
        not ok 1 - sha1-abc
          ---
          message: "digest differs at byte 0."
          severity: must
          clauses: [V1-HDR-3]
          step: "digest"
          wanted: "a9993e364706816aba3e25717850c26c9cd0d89d"
          found: "00"
          ...
        ok 2 - sha1-empty

        """)
  }

  @Test func `the forms of a report are a badge that names the failed must vectors`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try written("badge", in: folder) == """
        {
          "schemaVersion": 1,
          "label": "OSS conformance",
          "message": "1 must vector failed",
          "color": "red"
        }

        """)
  }

  @Test func `the forms of a report are Markdown that begins with how the run ended`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try written("markdown", in: folder)
        == "**null 1: 1 vector not as expected.**\n\n" + `The command results`.page)
  }

  @Test func `the forms of a report are a page of HTML that needs nothing from elsewhere`() throws {
    let folder = try TemporaryFolder()
    let page = try written("html", in: folder)
    #expect(page.contains("<th scope=row><a href=\"#s1\">null 1</a></th>"))
    #expect(page.contains("<summary><code>unexplained</code> · 1 vector</summary>"))
    #expect(page.contains("<td class=bad><code>00</code></td>"))
    for address in [" src=", "@import", "url(", "<link"] { #expect(!page.contains(address)) }
  }

  @Test func `the forms of a report show an adapter's words as text`() throws {
    let folder = try TemporaryFolder()
    let script = `The command results`.script
    let hostile = script.split(separator: #""null""#).joined(separator: ##""<script>&""##)
    #expect(hostile != script)
    try folder.linkPages()
    let path = "\(folder.path)/page"
    let console = TestConsole()
    #expect(
      console.run(
        "check --vectors \(folder.vectors) --report html=\(path)", with: ["sh", "-c", hostile])
        == .failures, "\(console.errors)")
    let page = try #require(folder.read("page"))
    #expect(page.contains("&lt;script&gt;&amp;"))
    #expect(page.split(separator: "<script>").count == 2)
  }
}

@Suite struct `The command matrix` {
  /// A report and an adapter, beside each other.
  private func line(in folder: TemporaryFolder) throws -> [String] {
    try folder.linkPages()
    try folder.write(`The command results`.script, to: "adapter.sh")
    let report = "\(folder.path)/r.json"
    let console = TestConsole()
    #expect(
      console.run(
        "check --vectors \(folder.vectors) --quiet --report json=\(report)",
        with: ["sh", folder.path + "/adapter.sh"]) == .failures)
    return [
      "matrix", "--vectors", folder.vectors, "--from", report, "--adapter",
      "sh \(folder.path)/adapter.sh", "--timeout", "60",
    ]
  }

  @Test func `the command matrix shows reports and adapters side by side`() throws {
    let folder = try TemporaryFolder()
    let both = TestConsole()
    let line = try line(in: folder)
    #expect(both.run(line) == .failures)
    #expect(
      both.output == """
        1  null 1  2 run; failed 1 must, 0 should, 0 may
        2  null 1  2 run; failed 1 must, 0 should, 0 may

        failed vectors        1  2
        V1-HDR-3        must  1  1

        A dot: no vector failed; a hyphen: none was run.

        """)
  }

  @Test func `the command matrix writes JSON for programs`() throws {
    let folder = try TemporaryFolder()
    let json = TestConsole()
    #expect(json.run(try line(in: folder) + ["--report", "json=-"]) == .failures)
    #expect(
      json.output == """
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

  @Test func `the command matrix needs a report or an adapter, and knows its forms`() throws {
    let folder = try TemporaryFolder()
    let console = TestConsole()
    #expect(console.run("matrix --vectors \(folder.vectors)") == .usage)
    #expect(console.run("matrix --vectors \(folder.vectors) --from x --report tap=y") == .usage)
    #expect(
      console.errors == """
        oss-conform: The command matrix needs --from FILE.
        oss-conform: The flag --report has the value tap=y, which is not one of json=FILE, \
        markdown=FILE, html=FILE, or several joined by commas.

        """)
  }
}

@Suite struct `The command results` {
  static let page = """
    ## null 1

    2 of 5 vectors run, 1 failed: 1 must, 0 should, 0 may.

    ### OSS refuses

    | mistake | evidence | vectors | smallest request |
    |---|---|---|---|
    | unexplained: digest differs | [V1-HDR-3](signature-v1.md): \
    [Include a V1 signature in the Authorization header](\
    https://www.alibabacloud.com/help/en/oss/developer-reference/\
    include-signatures-in-the-authorization-header) | 1 | `sha1-abc`: ``sha1 {"data":"abc"}`` |

    """

  /// An adapter that computes the digest of nothing and no other.
  static let script =
    #"read -r l; echo '{"protocol":1,"sdk":{"name":"null","version":"1","language":"sh"},"operations":["sha1"]}'; "#
    + #"while read -r l; do s=${l#*'"seq":"'}; s=${s%%'"'*}; "#
    + #"case $l in *'"data":"abc"'*) d=00;; *) d=da39a3ee5e6b4b0d3255bfef95601890afd80709;; esac; "#
    + #"echo "{\"seq\":\"$s\",\"status\":\"ok\",\"output\":{\"digest\":\"$d\"}}"; done"#

  private func report(in folder: TemporaryFolder) -> String {
    let console = TestConsole()
    let path = folder.path + "/r.json"
    let status = console.run(
      "check --vectors \(folder.vectors) --report json=\(path)", with: ["sh", "-c", Self.script])
    #expect(status == .failures)
    return path
  }

  @Test func `the command results writes what an SDK gets wrong`() throws {
    let folder = try TemporaryFolder()
    let path = report(in: folder)
    let console = TestConsole()
    #expect(console.run("results --from \(path)") == .asExpected)
    #expect(console.output.hasPrefix("# Results\n\nWhat real SDKs get wrong"))
    #expect(console.output.hasSuffix("\n\n" + Self.page))
  }

  @Test func `the command results shows whether a page is current`() throws {
    let folder = try TemporaryFolder()
    let line = "results --from \(report(in: folder)) --output \(folder.path)/results.md"
    let console = TestConsole()
    #expect(console.run(line + " --check") == .failures)
    #expect(console.run(line) == .asExpected)
    #expect(console.run(line + " --check") == .asExpected)
    let text = try #require(folder.read("results.md"))
    try folder.write(text + "x", to: "results.md")
    #expect(console.run(line + " --check") == .failures)
    #expect(
      console.output == """
        \(folder.path)/results.md differs from what the reports say.
        \(folder.path)/results.md is current.
        \(folder.path)/results.md differs from what the reports say.

        """)
  }

  @Test(arguments: [
    ("results", "The command results needs --from FILE."),
    ("results --from /missing.json", "/missing.json: it cannot be read."),
  ])
  func `the command results says what it lacks`(line: String, message: String) {
    let console = TestConsole()
    #expect(console.run(line) == .usage)
    #expect(console.errors == "oss-conform: \(message)\n")
  }

  @Test func `the command results refuses a file that is no report`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "r.json")
    let console = TestConsole()
    #expect(console.run("results --from \(folder.path)/r.json") == .usage)
    #expect(console.errors.hasPrefix("oss-conform: \(folder.path)/r.json"))
  }
}
