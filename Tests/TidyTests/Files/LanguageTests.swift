import Testing

/// Phrases that readers whose first language is not English stumble over.
@Suite struct `Language` {
  /// Each phrase with a plain one; more follow as the last uses of others are replaced.
  static let banned = [
    ("a new kind", "unexplained"), ("amiss", "wrong"), ("anew", "again"),
    ("be that of", "be the name of"), ("blotted out", "redacted"),
    ("cannot be one from", "is invalid at"),
    ("condition of a policy is none", "a condition is invalid"), ("count as none", "is invalid"),
    ("counts as none", "is treated as zero"), ("did not end as", "unexpected"),
    ("did they", "if they"), ("for ever", "forever"),
    ("heed", "follow"), ("in vain", "without success"), ("is none that", "is outside"),
    ("lest", "so that … not"), ("may have cut is none", "a truncated name is rejected"),
    ("mend", "fix"), ("mended", "fixed"), ("mends", "fixes"),
    ("none of its day", "for another day"), ("rightly", "correctly"), ("sighting", "seen in"),
    ("sightings", "seen in"), ("stand before a", "debug a"), ("tells about", "explains"),
    ("state of decay", "damaged"),
    ("thence", "from there"), ("thereof", "of it"),
    ("to be had", "available"), ("token that ended", "expired token"),
    ("tokens that end", "tokens that expire"), ("told as missing", "reported as missing"),
    ("whence", "from where"), ("where it parts", "that differs"), ("wherein", "in which"),
    ("whoever stands", "anyone who debugs"),
  ]

  /// Words that the clauses still use, and nothing else.
  static let bannedOutsideClauses = [
    ("nowhere", "at no place"), ("spoilt", "changed"), ("stands", "is"), ("tells", "shows"),
    ("told", "shown"),
  ]

  @Test func `code and pages contain no banned phrase`() {
    let banned = Self.banned + Self.bannedOutsideClauses
    let phrases = Phrases(banned.map(\.0))
    let files = Repository.files(in: ["Sources", "Tests", "spec", ".ci"]).filter { path in
      path.hasSuffix(".swift") || path.hasSuffix(".py")
    }
    let pages = Repository.files(in: ["spec", "vectors"], endingIn: ".md")
    for path in files + pages + ["README.md"] where !path.hasSuffix("/LanguageTests.swift") {
      let bytes = Repository.bytes(of: path)
      for (phrase, line) in phrases.places(in: path.hasSuffix(".md") ? Self.prose(bytes) : bytes) {
        if Self.isAllowed(phrase, on: line, of: bytes) { continue }
        let plain = banned.first { $0.0 == phrase }?.1 ?? ""
        Issue.record("\(path):\(line) has “\(phrase)”; plain words are “\(plain)”")
      }
    }
    #expect(files.count > 400)
  }

  /// Whether a line is the sentence of a clause, and the phrase one that clauses still use.
  private static func isAllowed(_ phrase: String, on line: Int, of text: [UInt8]) -> Bool {
    if !bannedOutsideClauses.contains(where: { $0.0 == phrase }) { return false }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines[line - 1].starts(with: "- **".utf8)
  }

  /// A page with blanks for its evidence, which quotes others, and for code, which has ids.
  private static func prose(_ page: [UInt8]) -> [UInt8] {
    let (tick, lineFeed, blank) = (UInt8(ascii: "`"), UInt8(ascii: "\n"), UInt8(ascii: " "))
    var text: [UInt8] = []
    for line in page.split(separator: lineFeed, omittingEmptySubsequences: false) {
      let isQuoted = ["  - Evidence:", "  - Otherwise:"].contains { line.starts(with: $0.utf8) }
      var isCode = false
      for byte in line {
        if byte == tick { isCode.toggle() }
        text.append(isQuoted || isCode ? blank : byte)
      }
      text.append(lineFeed)
    }
    return text
  }

  @Test func `evidence and code on a page are not searched`() {
    let page = "- It is right.\n  - Otherwise: They mend it.\nThey `mend` it.\nThey mend it.\n"
    let found = Phrases(["mend"]).places(in: Self.prose(Array(page.utf8)))
    #expect(found.map(\.line) == [4])
  }

  @Test func `a banned phrase is found in any case and across lines, as whole words`() {
    let text = """
      /// It counts as
      /// none. Amended: MEND it.
      let mending = 1  // lestA
      """
    let found = Phrases(["counts as none", "mend", "lest"]).places(in: Array(text.utf8))
    #expect(found.map(\.phrase) == ["counts as none", "mend"])
    #expect(found.map(\.line) == [1, 2])
  }
}

/// Looks for phrases in a text, word by word: comment marks and line ends are not words.
///
/// Words are compared by a hash, because a debug build compares arrays slowly.
private struct Phrases {
  private let byFirstWord: [UInt64: [(phrase: String, words: [UInt64])]]

  init(_ phrases: [String]) {
    let split = phrases.map { (phrase: $0, words: Self.words(of: Array($0.utf8)).hashes) }
    byFirstWord = Dictionary(grouping: split) { $0.words[0] }
  }

  /// Every occurrence, with the line on which it begins.
  func places(in text: [UInt8]) -> [(phrase: String, line: Int)] {
    let (hashes, lines) = Self.words(of: text)
    var places: [(phrase: String, line: Int)] = []
    for index in hashes.indices {
      for candidate in byFirstWord[hashes[index]] ?? []
      where hashes[index...].starts(with: candidate.words) {
        places.append((candidate.phrase, lines[index]))
      }
    }
    return places
  }

  /// A hash of each run of letters, without regard to case, and its line.
  private static func words(of text: [UInt8]) -> (hashes: [UInt64], lines: [Int]) {
    var (hashes, lines): ([UInt64], [Int]) = ([], [])
    var (hash, line): (UInt64, Int) = (0, 1)
    for index in 0...text.count {
      let byte = index < text.count ? text[index] : 0x0A
      let letter = byte | 0x20
      if letter >= 0x61, letter <= 0x7A {
        // FNV-1a.
        hash = ((hash == 0 ? 0xCBF2_9CE4_8422_2325 : hash) ^ UInt64(letter)) &* 0x100_0000_01B3
      } else if hash != 0 {
        hashes.append(hash)
        lines.append(line)
        hash = 0
      }
      if byte == 0x0A { line += 1 }
    }
    return (hashes, lines)
  }
}
