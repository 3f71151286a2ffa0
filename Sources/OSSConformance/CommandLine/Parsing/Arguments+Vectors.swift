internal import OSSVectors

extension Arguments {
  /// The corpus that the flags name, or the one that lies where it should.
  func corpus(_ console: some Console) throws(CommandError) -> Corpus {
    let folder = try vectorsFolder(console)
    do throws(VectorError) {
      return try Corpus.read(from: folder)
    } catch {
      throw .vectors(error)
    }
  }

  /// The folder that the flags name, or the first that is where it should be.
  func vectorsFolder(_ console: some Console) throws(CommandError) -> String {
    if let path = one(.vectors) { return path }
    let candidates = VectorsFolder.candidates(executable: console.executablePath)
    guard let path = candidates.first(where: FileAccess.isFolder) else {
      throw .noVectors(searched: candidates)
    }
    return path
  }

  /// The vectors that the flags select.
  func selection() throws(CommandError) -> Selection {
    var selection = Selection()
    selection.ids = all(.id)
    selection.patterns = all(.match).map(Glob.init)
    selection.clauses = all(.clause)
    selection.suites = all(.suite)
    selection.operations = try words(.operation)
    selection.levels = try words(.level)
    return selection
  }

  /// The vectors of a corpus that the flags select.
  func vectors(of corpus: Corpus) throws(CommandError) -> [Vector] {
    let selection = try selection()
    do throws(SelectionError) {
      return try selection.vectors(of: corpus)
    } catch {
      throw .selection(error)
    }
  }

  private func words<Word: RawRepresentable<String> & CaseIterable>(
    _ flag: Flag
  ) throws(CommandError) -> [Word] {
    var words: [Word] = []
    for text in all(flag) {
      guard let word = Word(rawValue: text) else {
        let list = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage(.invalidValue(flag, text, expected: "one of \(list)"))
      }
      words.append(word)
    }
    return words
  }
}
