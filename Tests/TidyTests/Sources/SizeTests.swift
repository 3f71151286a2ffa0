import Testing

@Suite struct `Sizes` {
  @Test func `no file has 300 lines`() {
    let large = Repository.swiftFiles.filter { $0.lines.count >= 300 }
    #expect(large.map(\.path) == [])
  }

  @Test func `no function has more than 40 lines`() {
    let functions = Repository.swiftFiles.flatMap { $0.functions() }
    #expect(functions.filter { $0.lineCount > 40 }.map(\.place) == [])
    #expect(functions.count > 1_000)
  }
}
