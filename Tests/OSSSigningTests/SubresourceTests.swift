import FoundationEssentials
import OSSSigning
import Testing

@Suite struct `Lists of subresources` {
  /// The names in code marks that follow a clause on the page, up to the next clause or heading.
  private func names(in clause: String) throws -> [String] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(root)/spec/signature-v1.md", encoding: .utf8)
    let start = try #require(page.firstRange(of: "- **\(clause)** "))
    let rest = page[start.upperBound...]
    let end = rest.firstRange(of: "\n- **")?.lowerBound ?? rest.endIndex
    let parts = rest[..<end].split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  @Test(arguments: [
    ("V1-SUB-1", Subresources.documented, 42), ("V1-SUB-2", Subresources.shared, 61),
    ("V1-SUB-3", Subresources.single, 17),
  ])
  func `are those of the specification`(clause: String, list: [String], count: Int) throws {
    #expect(try names(in: clause) == list)
    #expect(list.count == count)
    #expect(list == list.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(list.allSatisfy { Subresources.contains($0) })
  }

  @Test func `share no name`() {
    let all = Subresources.documented + Subresources.shared + Subresources.single
    #expect(Set(all).count == all.count)
    #expect(!Subresources.contains("ACL"))
    #expect(!Subresources.contains("prefix"))
    #expect(!Subresources.contains(""))
  }
}
