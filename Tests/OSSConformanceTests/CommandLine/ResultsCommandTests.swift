import OSSConformance
import Testing

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
