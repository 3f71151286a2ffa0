import OSSVectors
import Testing

/// The page that says for each promise of the documents where it is settled and shown.
@Suite struct `Promises` {
  /// The cells of the table, row by row.
  private let rows: [[Substring]] = Repository.text(of: "spec/promises.md")
    .split(separator: "\n").filter { $0.hasPrefix("| SEED-") }
    .map { row in row.split(separator: " | ").map { Self.trimmed($0) } }

  private static func trimmed(_ cell: Substring) -> Substring {
    let front = cell.drop { $0 == "|" || $0 == " " }
    let marks = front.reversed().prefix { $0 == "|" || $0 == " " }.count
    return front.dropLast(marks)
  }

  @Test func `are 89, each on one row of its own`() {
    let expected = (1...89).map { $0 < 10 ? "SEED-0\($0)" : "SEED-\($0)" }
    #expect(rows.map { $0.first.map { String($0) } } == expected)
    #expect(rows.allSatisfy { $0.count == 4 })
  }

  @Test func `name clauses that exist`() {
    var counted = 0
    for row in rows where row[2] != "none" {
      for id in row[2].split(separator: ", ") {
        counted += 1
        #expect(Clause.ids.contains(String(id)), "\(row[0]) names \(id)")
      }
    }
    #expect(counted > 100)
  }

  @Test func `are shown by vectors that exist, or say in a sentence why not`() throws {
    let corpus = try Vectors.corpus.get()
    let names = Set(corpus.suites.map(\.name) + corpus.vectors.map(\.id))
    var (shown, told) = (0, 0)
    for row in rows {
      guard row[3].hasPrefix("`") else {
        told += 1
        #expect(row[3].hasSuffix(".") && row[3].count > 20, "\(row[0])")
        continue
      }
      shown += 1
      #expect(row[2] != "none", "\(row[0])")
      for name in row[3].split(separator: ", ") {
        let isMarked = name.hasPrefix("`") && name.hasSuffix("`") && name.count > 2
        let isThere = isMarked && names.contains(String(name.dropFirst().dropLast()))
        #expect(isThere, "\(row[0]): \(name)")
      }
    }
    #expect(shown > 60)
    #expect(shown + told == 89)
  }
}
