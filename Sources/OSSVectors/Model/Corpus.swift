/// All suites of a folder, with each vector found by its id.
public struct Corpus: Sendable {
  /// The suites, in the order of their paths.
  public let suites: [Suite]
  /// Every vector, suite by suite.
  public let vectors: [Vector]

  private let indices: [String: Int]
  private let profiles: [Profile]

  /// Makes a corpus of suites, sorted by name.
  ///
  /// - Throws: ``VectorError/duplicateID(_:file:firstFile:)`` if two suites have a vector of one id;
  ///   the files are then named as they are called below the folder of vectors.
  public init(suites: [Suite]) throws(VectorError) {
    self.suites = suites.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    vectors = self.suites.flatMap(\.vectors)
    profiles = self.suites.flatMap { suite in suite.vectors.map(suite.profile) }
    var indices: [String: Int] = [:]
    indices.reserveCapacity(vectors.count)
    for index in vectors.indices {
      let id = vectors[index].id
      if let first = indices.updateValue(index, forKey: id) {
        throw .duplicateID(
          id, file: Self.file(of: index, in: self.suites),
          firstFile: Self.file(of: first, in: self.suites))
      }
    }
    self.indices = indices
  }

  /// The file of the vector that is at a place among those of all suites.
  private static func file(of index: Int, in suites: [Suite]) -> String {
    var end = 0
    for suite in suites {
      end += suite.vectors.count
      if index < end { return suite.fileName }
    }
    return ""
  }

  /// The vector of an id, if there is one.
  public subscript(id id: String) -> Vector? {
    indices[id].map { vectors[$0] }
  }

  /// The profile of the vector of an id; `signing` for an id that no vector has.
  public func profile(of id: String) -> Profile {
    indices[id].map { profiles[$0] } ?? .signing
  }
}

/// One file of vectors.
public struct Suite: Hashable, Sendable {
  /// The file's path below the folder of vectors, without its extension, such as `v1/header`.
  public var name: String
  /// The profile of its vectors, but for those that ``profile(of:)`` puts elsewhere.
  public var profile: Profile
  /// The vectors, in the order of the file.
  public var vectors: [Vector]

  /// Makes a suite of vectors, without checking them.
  public init(name: String, profile: Profile = .signing, vectors: [Vector]) {
    self.name = name
    self.profile = profile
    self.vectors = vectors
  }
}

extension Suite {
  /// Whether a text can be the name of a suite: words of `a-z`, `0-9` and hyphens, with slashes between.
  package static func isName(_ text: String) -> Bool { NameRules.isSuiteName(text) }
}
