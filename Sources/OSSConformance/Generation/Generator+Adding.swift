internal import OSSVectors

extension Generator {
  /// Adds a vector to a recorded suite, which is made if it is not there.
  ///
  /// - Returns: the suite's file as it should be; nothing is written.
  /// - Throws: ``GenerationError/builtSuite(_:)``, or what the vectors are refused for, such as an
  ///   id that is taken.
  public func file(adding draft: VectorDraft, to suite: String) throws(GenerationError) -> File {
    if BuiltSuites.all.contains(where: { $0.name == suite }) { throw .builtSuite(suite) }
    let vector = try draft.vector(for: "\(suite).json")
    do {
      var suites = try Corpus.read(from: directory).suites
      var changed = Suite(name: suite, kind: .recorded, vectors: [])
      if let index = suites.firstIndex(where: { $0.name == suite }) {
        changed = suites.remove(at: index)
      }
      changed.vectors.append(vector)
      _ = try Corpus(suites: suites + [changed])
      return File(
        suite: suite, count: changed.vectors.count, bytes: changed.canonicalBytes(),
        isCurrent: false)
    } catch {
      throw .vectors(error)
    }
  }
}
