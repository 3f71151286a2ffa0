import OSSConformance
import OSSPrimitives
import TestSupport
import Testing

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
