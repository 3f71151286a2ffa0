import OSSConformance
import Testing

/// Programs that cannot sign, checked through the command.
struct NullAdapterTests {
  static let hello =
    #"read -r l; echo '{"protocol":1,"sdk":{"name":"null","version":"0","language":"sh"},"operations":["sha1","base64"]}'; "#
  static let seq = #"s=${l#*'"seq":"'}; s=${s%%'"'*}; "#

  @Test(
    arguments: [
      (
        "says the same",
        #"while read -r l; do \#(seq)echo "{\"seq\":\"$s\",\"status\":\"ok\",\"output\":{\"digest\":\"da39a3ee5e6b4b0d3255bfef95601890afd80709\",\"text\":\"Zg==\"}}"; done"#
      ),
      ("echoes", "cat"),
      (
        "refuses",
        #"while read -r l; do \#(seq)echo "{\"seq\":\"$s\",\"status\":\"rejected\",\"error\":{\"class\":\"invalid-base64\"}}"; done"#
      ),
      ("dies", "exit 0"),
      ("fails", #"while read -r l; do \#(seq)echo "{\"seq\":\"$s\",\"status\":\"failed\"}"; done"#),
    ])
  func `pass nothing`(name: String, script: String) throws {
    let folder = try TemporaryFolder()
    let console = TestConsole()
    let status = console.run(
      ["check", "--vectors", folder.vectors, "--", "sh", "-c", Self.hello + script])
    #expect(status == .failures)
    #expect(console.output.contains("\nvectors     5 of 5 run\nmust        0 passed, 3 failed\n"))
    #expect(
      console.output.contains("\nshould      0 passed, 1 failed\nmay         0 passed, 1 failed\n"))
  }

  @Test func `run nothing where they can do nothing`() throws {
    let folder = try TemporaryFolder()
    let console = TestConsole()
    let script = Self.hello.replacing(#"["sha1","base64"]"#, with: "[]") + "cat"
    let status = console.run(
      ["check", "--quiet", "--vectors", folder.vectors, "--", "sh", "-c", script])
    #expect(status == .nothingRun)
    #expect(console.output == "Nothing was run: the SDK supports none of 5 vectors.\n")
  }

  @Test func `are counted on a terminal while they run`() throws {
    let folder = try TemporaryFolder()
    let console = TestConsole()
    console.errorsAreTerminal = true
    let script =
      Self.hello
      + #"while read -r l; do \#(Self.seq)echo "{\"seq\":\"$s\",\"status\":\"failed\"}"; done"#
    let line = ["check", "--vectors", folder.vectors, "--suite", "hash", "--", "sh", "-c", script]
    #expect(console.run(line) == .failures)
    #expect(console.errors == "\r1 of 2\r2 of 2\r\u{1b}[K")
  }
}
