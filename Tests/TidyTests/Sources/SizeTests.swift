import Testing

@Suite struct `Sizes` {
  /// The rows of one topic stay together: such a file is a table.
  @Test func `no file has 300 lines, and no table of mistakes more than 400`() {
    let large = Repository.swiftFiles.filter { file in
      let isTable = file.path.hasPrefix("Sources/OSSMistakes/Catalogue/")
      return file.lines.count >= (isTable ? 402 : 300)
    }
    #expect(large.map(\.path) == [])
  }

  @Test func `no function has more than 40 lines`() {
    let functions = Repository.swiftFiles.flatMap { $0.functions() }
    #expect(functions.filter { $0.lineCount > 40 }.map(\.place) == [])
    #expect(functions.count > 1_000)
  }
}
