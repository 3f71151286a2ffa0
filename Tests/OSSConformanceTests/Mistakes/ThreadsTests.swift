import OSSConformance
import Testing

@Suite struct `Work on several cores` {
  @Test(arguments: [0, 1, 2, 9, 1000])
  func `each element is done once, and the results are in order`(count: Int) {
    var taken: [Int] = []
    let squares = Threads.map(Array(0..<count), progress: { taken.append($0) }, { $0 * $0 })
    #expect(squares == (0..<count).map { $0 * $0 })
    // The other threads take what the first one does not.
    #expect(taken == taken.sorted() && Set(taken).count == taken.count)
    #expect(taken.allSatisfy((0..<count).contains))
  }

  @Test func `deep work has room on the stack of each thread`() {
    @Sendable func depth(_ left: Int) -> Int { left == 0 ? 0 : 1 + depth(left - 1) }
    #expect(
      Threads.map(Array(repeating: 20_000, count: 4), depth) == [20_000, 20_000, 20_000, 20_000])
  }
}
