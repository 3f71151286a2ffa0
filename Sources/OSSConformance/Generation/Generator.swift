public import OSSPrimitives
internal import OSSVectors

/// Makes the files in `vectors/`: built suites from their definitions, recorded ones completed.
public struct Generator: Sendable {
  /// What is to be in one file, and what is there.
  public struct File: Sendable {
    /// The name of the suite.
    public let suite: String
    /// The number of vectors that the file is to hold.
    public let count: Int
    /// What is to stand in the file.
    public let bytes: Bytes
    /// Whether it stands there already.
    public let isCurrent: Bool
  }

  /// The folder of the vectors; `spec/` stands beside it.
  public let directory: String

  /// Makes a generator for a folder of vectors.
  public init(directory: String) { self.directory = directory }

  /// Every file as it should be, in the order of their names.
  ///
  /// - Throws: ``GenerationError`` for the first case or file at fault. Files are read only.
  public func files() throws(GenerationError) -> [File] {
    let builder = SuiteBuilder(confirmations: try confirmations())
    var suites: [Suite] = []
    for built in BuiltSuites.all { suites.append(try builder.suite(built.name, built.cases)) }
    suites += try recordedSuites()
    try checkIDs(of: suites)
    var files: [File] = []
    for suite in suites {
      let bytes = suite.canonicalBytes()
      files.append(
        File(
          suite: suite.name, count: suite.vectors.count, bytes: bytes,
          isCurrent: FileAccess.read(path(of: suite.name)) == bytes))
    }
    return files.sorted { $0.suite.utf8.lexicographicallyPrecedes($1.suite.utf8) }
  }

  /// Writes the files that are not current.
  ///
  /// - Throws: ``GenerationError/file(_:)``.
  public func write(_ files: [File]) throws(GenerationError) {
    for file in files where !file.isCurrent {
      do {
        try FileAccess.write(file.bytes, to: path(of: file.suite))
      } catch {
        throw .file(error)
      }
    }
  }

  func path(of suite: String) -> String { "\(directory)/\(suite).json" }

  private func recordedSuites() throws(GenerationError) -> [Suite] {
    let corpus: Corpus
    do {
      corpus = try Corpus.read(from: directory)
    } catch {
      throw .vectors(error)
    }
    let built = Set(BuiltSuites.all.map(\.name))
    var suites: [Suite] = []
    for var suite in corpus.suites where !built.contains(suite.name) {
      if suite.kind == .built { throw .noBuilder(suite: suite.name) }
      var vectors: [Vector] = []
      for vector in suite.vectors { vectors.append(try RecordedVector().completed(vector)) }
      suite.vectors = vectors
      suites.append(suite)
    }
    return suites
  }

  private func checkIDs(of suites: [Suite]) throws(GenerationError) {
    do {
      _ = try Corpus(suites: suites)
    } catch {
      throw .vectors(error)
    }
  }

  /// What the lists of known failures in `spec/` confirm; one that is not there confirms nothing.
  private func confirmations() throws(GenerationError) -> Confirmations {
    var voices: [(list: Confirmations.List, expectations: Expectations)] = []
    for list in Confirmations.lists {
      let path = "\(directory)/../spec/\(list.path)"
      guard FileAccess.read(path) != nil else { continue }
      do {
        voices.append((list, try Expectations.read(path)))
      } catch {
        throw .expectations(error)
      }
    }
    return Confirmations(voices)
  }
}
