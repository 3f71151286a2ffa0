import Testing

@Suite struct `Documentation` {
  @Test func `every public declaration begins with one sentence`() {
    var counted = 0
    for file in Repository.sources {
      for index in file.publicDeclarations() {
        counted += 1
        let paragraph = file.firstParagraph(above: index)
        #expect(Self.isOneSentence(paragraph), "\(file.path):\(index + 1) has: \(paragraph)")
      }
    }
    #expect(counted > 500)
  }

  @Test(arguments: [
    ("Signs a request.", true), ("The value; nil if there is none.", true),
    ("Reads `a. B` as one name.", true), ("", false), ("Signs a request", false),
    ("Signs. Then sends.", false), ("signs a request.", false),
  ])
  func `a sentence is known`(text: String, isSentence: Bool) {
    #expect(Self.isOneSentence(text) == isSentence)
  }

  private static func isOneSentence(_ text: String) -> Bool {
    // Code marks may hold anything.
    let prose = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 0 ? $0.element : "X" }.joined()
    guard let first = prose.first, first.isUppercase || first == "`", prose.hasSuffix(".")
    else { return false }
    let pieces = prose.split(separator: ". ", omittingEmptySubsequences: false)
    return pieces.dropFirst().allSatisfy { $0.first?.isUppercase != true }
  }

  @Test func `every test is named by a sentence`() {
    var counted = 0
    for file in Repository.swiftFiles where file.path.hasPrefix("Tests/") {
      for index in file.lines.indices where file.codeLines[index].contains("@Test") {
        let rest = file.lines[index...].joined(separator: " ")
        let name = rest.split(separator: "func ", maxSplits: 1).dropFirst().first
        counted += 1
        #expect(name?.hasPrefix("`") == true, "\(file.path):\(index + 1)")
      }
    }
    #expect(counted > 200)
  }
}
