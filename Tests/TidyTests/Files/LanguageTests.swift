import Testing

/// Phrases that readers whose first language is not English stumble over.
@Suite struct `Language` {
  /// The lines of `.ci/banned_phrases.txt`: each has a phrase and plain words; clauses still use those
  /// that begin with a hyphen.
  static let banned = Repository.text(of: ".ci/banned_phrases.txt").split(separator: "\n")
    .filter { !$0.hasPrefix("#") }

  @Test func `code and pages contain no banned phrase`() {
    let files = Repository.files(in: ["Sources", "Tests", "spec", ".ci"])
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".py") }
    let pages = Repository.files(in: ["spec", "vectors"], endingIn: ".md") + ["README.md"]
    for path in files + pages where !path.hasSuffix("/LanguageTests.swift") {
      let lines = Repository.bytes(of: path).split(
        separator: 0x0A, omittingEmptySubsequences: false
      )
      .map { String(decoding: $0, as: UTF8.self) }
      let searched = path.hasSuffix(".md") ? lines.map(Self.prose) : lines
      for (phrase, line) in Self.places(of: Self.banned, in: searched)
      where !(phrase.hasPrefix("- ") && lines[line].hasPrefix("- **")) {
        Issue.record("\(path):\(line + 1) has a phrase for which there are plain words: \(phrase)")
      }
    }
    #expect(files.count > 400 && Self.banned.count > 40)
  }

  /// A line of a page without its code, which has ids; empty if it quotes others as evidence.
  private static func prose(_ line: String) -> String {
    if ["  - Evidence:", "  - Otherwise:"].contains(where: line.hasPrefix) { return "" }
    return line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
  }

  /// Every place of a phrase, in any case and across lines, and the index of the line on which it
  /// begins: runs of letters are words, and marks between them do not count.
  private static func places(
    of phrases: [Substring], in lines: [String]
  ) -> [(phrase: Substring, line: Int)] {
    let found = lines.enumerated().flatMap { index, line in
      words(line).map { (word: $0, line: index) }
    }
    let phrases = phrases.map { phrase in (phrase, words(phrase.prefix { $0 != ":" })) }
    let byFirstWord = Dictionary(grouping: phrases) { $0.1[0] }
    return found.indices.flatMap { index in
      (byFirstWord[found[index].word] ?? []).filter { phrase in
        found[index...].lazy.map(\.word).starts(with: phrase.1)
      }.map { ($0.0, found[index].line) }
    }
  }

  private static func words(_ line: some StringProtocol) -> [Substring] {
    line.lowercased().utf8.split { !(0x61...0x7A).contains($0) }.map { Substring($0) }
  }

  @Test func `a phrase is found in any case and across lines, and not in code or in evidence`() {
    let code = ["/// It counts as", "/// none. Amended: MEND it.", "let mending = 1  // lestA"]
    let found = Self.places(of: ["counts as none: a", "- mend: b", "lest: c"], in: code)
    #expect(found.map { "\($0.line) \($0.phrase)" } == ["0 counts as none: a", "1 - mend: b"])
    let page = [
      "- It is right.", "  - Otherwise: They mend it.", "They `mend` it.", "They mend it.",
    ]
    #expect(Self.places(of: ["mend: b"], in: page.map(Self.prose)).map(\.line) == [3])
  }
}
