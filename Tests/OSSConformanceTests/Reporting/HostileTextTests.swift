import Foundation
import OSSConformance
import TestSupport
import Testing

/// An adapter whose every text tries to change what a person sees.
@Suite struct `A hostile text of an adapter` {
  /// Controls, ends of lines, changes of direction, and markup of HTML and Markdown, as JSON.
  private static let text =
    #"\u001b]0;x\u0007\u009b\r\n# h\u2028\u061c\u200e\u202e\u2066<img src=x>**b**|`c`\\|[l](u)"#

  /// The controls, the separators of lines, and what changes the direction of text.
  private static let controls = CharacterSet(charactersIn: "\u{0}"..."\u{1f}")
    .union(CharacterSet(charactersIn: "\u{7f}"..."\u{9f}"))
    .union(CharacterSet(charactersIn: "\u{2028}"..."\u{202e}"))
    .union(CharacterSet(charactersIn: "\u{2066}"..."\u{2069}"))
    .union(CharacterSet(charactersIn: "\u{61c}\u{200e}\u{200f}")).subtracting(["\n"])

  /// Introduces itself, and then answers, refuses and fails by turns.
  private static let script = """
    say() { printf '%s\\n' "$1"; }
    T='\(text)'
    read -r l
    say '{"protocol":1,"sdk":{"name":"'"$T"'","version":"'"$T"'","language":"'"$T"'"},'\\
    '"operations":["sha1","base64","'"$T"'"],"habits":["'"$T"'"]}'
    n=0
    while read -r l; do
      s=${l#*'"seq":"'}; s=${s%%'"'*}; n=$((n + 1))
      case $n in
      1) say '{"seq":"'"$s"'","status":"failed","message":"'"$T"'"}' ;;
      2) say '{"seq":"'"$s"'","status":"unsupported","reason":"'"$T"'"}' ;;
      3) say '{"seq":"'"$s"'","status":"rejected","error":{"class":"'"$T"'","message":"'"$T"'"}}' ;;
      *) say '{"seq":"'"$s"'","status":"ok","output":{"digest":"'"$T"'","text":"'"$T"'"}}' ;;
      esac
    done
    """

  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws {
    folder = try ScratchFolder(VectorSamples.suites)
    try folder.write(Self.script, to: "adapter.sh")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/spec", withDestinationPath: RealVectors.folder + "/../spec")
  }

  private func check(_ flags: String) -> RunnerStatus {
    console.run(
      "check --vectors \(folder.vectors) \(flags)", with: ["sh", folder.path + "/adapter.sh"])
  }

  private func expectNoControl(_ text: String) {
    #expect(!text.isEmpty)
    #expect(text.rangeOfCharacter(from: Self.controls) == nil, "\(text.debugDescription)")
  }

  /// The lines of Markdown that a text of an adapter may not make.
  private func expectPlainMarkdown(_ page: String) {
    expectNoControl(page)
    #expect(page.contains("img src=x"))
    for markup in ["<", "**b", "[l]("] {
      // Code shows what is in it.
      let words = page.replacing(/``.*?``/, with: "").replacing(/`[^`]*`/, with: "")
      #expect(!words.contains(markup), "\(markup) in \(page)")
    }
    let lines = page.split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("# h") })
    for row in lines where row.hasPrefix("| ") {
      #expect(row.replacing(/\\./, with: "").count { $0 == "|" } == 5, "\(row)")
    }
  }

  @Test(arguments: ["junit", "html"])
  func `is escaped in a file`(form: String) throws {
    #expect(check("--quiet --report \(form)=\(folder.path)/report") == .failures)
    let report = try #require(folder.read("report"))
    expectNoControl(report)
    #expect(!report.contains("<img"))
  }

  @Test func `is no markup in Markdown`() throws {
    #expect(check("--report markdown=\(folder.path)/r.md,json=\(folder.path)/r.json") == .failures)
    expectPlainMarkdown(try #require(folder.read("r.md")).replacing(/^\*\*|\*\*\n/, with: ""))
    let console = TestConsole()
    _ = console.run("matrix --from \(folder.path)/r.json --report markdown=-")
    let start = try #require(console.output.range(of: "\n## "), "\(console.errors)")
    expectPlainMarkdown(String(console.output[start.lowerBound...]))
  }

  @Test func `is escaped in tables and by commands that judge nothing`() throws {
    #expect(check("--quiet --report json=\(folder.path)/r.json") == .failures)
    for line in ["matrix --from \(folder.path)/r.json --vectors \(folder.vectors)"] {
      let console = TestConsole()
      #expect(console.run(line) == .failures)
      expectNoControl(console.output)
    }
    for line in ["adapter-check", "fuzz --count 4"] {
      let console = TestConsole()
      let command = line.split(separator: " ").map(String.init)
      _ = console.run(command + ["--", "sh", folder.path + "/adapter.sh"])
      expectNoControl(console.output + console.errors)
    }
  }
}
