/// All suites of a folder, with each vector found by its id.
public struct Corpus: Sendable {
  /// The suites, in the order of their paths.
  public let suites: [Suite]
  /// Every vector, suite by suite.
  public let vectors: [Vector]

  private let indices: [String: Int]

  /// Makes a corpus of suites, sorted by name.
  ///
  /// - Throws: ``VectorError/duplicateID(_:file:firstFile:)`` if two suites have a vector of one id;
  ///   the files are then named as they are called below the folder of vectors.
  public init(suites: [Suite]) throws(VectorError) {
    self.suites = suites.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    var vectors: [Vector] = []
    var indices: [String: Int] = [:]
    var files: [String] = []
    for suite in self.suites {
      for vector in suite.vectors {
        if let first = indices[vector.id] {
          throw .duplicateID(vector.id, file: suite.fileName, firstFile: files[first])
        }
        indices[vector.id] = vectors.count
        vectors.append(vector)
        files.append(suite.fileName)
      }
    }
    self.vectors = vectors
    self.indices = indices
  }

  /// The vector of an id, if there is one.
  public subscript(id id: String) -> Vector? {
    indices[id].map { vectors[$0] }
  }
}
