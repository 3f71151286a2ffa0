import OSSCredentials
import OSSPrimitives
import TestSupport
import Testing

// The vectors of credentials/content-types choose between a path and a name.
@Suite struct `Content types` {
  /// The rows of the page: an extension and a type between marks of code.
  private func rowsOfThePage() throws -> [(String, String)] {
    try RealVectors.page("content-types.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { row in
        let cells = row.split(separator: "`", omittingEmptySubsequences: false)
        return (String(cells[1]), String(cells[3]))
      }
  }

  @Test func `the content types are those of the page, in its order`() throws {
    let rows = try rowsOfThePage()
    let entries = ContentTypeTable.entries
    #expect(rows.count == 683)
    #expect(ContentTypeTable.count == 683)
    #expect(rows.map(\.0) == entries.map(\.pathExtension))
    #expect(rows.map(\.1) == entries.map(\.type))
    for (left, right) in zip(entries, entries.dropFirst()) {
      #expect(left.pathExtension.precedesInBytes(right.pathExtension))
    }
  }

  @Test func `a content type is found for each extension, and for no other text`() throws {
    let rows = try rowsOfThePage()
    let known = Set(rows.map(\.0))
    var misses = 0
    for (known, type) in rows { #expect(ContentTypeTable.type(of: known) == type, "\(known)") }
    for (text, type) in rows {
      let others = [
        text + "0", String(text.dropLast()), "0" + text, text + ":", "\(text):\(type)", text + " ",
        type, text + "\n",
      ]
      for other in others where !known.contains(other) {
        misses += 1
        #expect(ContentTypeTable.type(of: other) == nil, "\(other)")
      }
    }
    #expect(ContentTypeTable.type(of: "") == nil)
    #expect(misses > 5000)
  }

  // The vectors hold more; what they leave out is here.
  @Test(
    arguments: [
      ("", nil), ("...", nil), ("..", nil), ("a/..", nil), ("a..", nil), ("a..txt", "txt"),
      ("a.b:c", "b:c"), ("a.txt\u{0}b", "txt\u{0}b"), ("a.\u{FEFF}\u{200B}", nil),
      ("a.\u{200F}b", nil), ("a.\u{2069}b", nil), ("a.\u{61C}b", nil),
    ] as [(String, String?)])
  func `an extension follows the last period of the name`(path: String, text: String?) {
    #expect(PathExtension.of(path).map { Array($0.utf8) } == text.map { Array($0.utf8) })
  }
}
