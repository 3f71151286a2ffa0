internal import OSSVectors

/// The list of the failures that are known of an SDK.
public struct Expectations: Hashable, Sendable {
  /// The SDK and its version, as the list was written for.
  public var sdk: String
  /// The entries, in the order of the file.
  public var entries: [ExpectedFailure]

  /// Makes a list, without checking it.
  public init(sdk: String, entries: [ExpectedFailure] = []) {
    self.sdk = sdk
    self.entries = entries
  }

  /// The entry about a vector: the one of its id before the first pattern that matches it.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public func entry(for id: String) -> ExpectedFailure? {
    entries.first { $0.target == .id(id) } ?? entries.first { $0.target.covers(id) }
  }

  /// Checks that each entry is about a vector that there is, and no two have one target.
  ///
  /// - Throws: ``ExpectationsError`` for the first entry that is not.
  /// - Complexity: O(*n* · *m*) in the numbers of entries and vectors.
  func check(against corpus: Corpus, file: String) throws(ExpectationsError) {
    var targets: Set<ExpectedFailure.Target> = []
    for entry in entries {
      switch entry.target {
      case .id(let id):
        if corpus[id: id] == nil {
          throw .unknownID(
            id, nearest: id.nearest(of: corpus.vectors.map(\.id)), file: file)
        }
        if !targets.insert(entry.target).inserted { throw .repeatedTarget(id, file: file) }
      case .pattern(let glob):
        if !corpus.vectors.contains(where: { glob.matches($0.id) }) {
          throw .unmatchedPattern(glob.pattern, file: file)
        }
        if !targets.insert(entry.target).inserted {
          throw .repeatedTarget(glob.pattern, file: file)
        }
      }
    }
  }
}

extension Expectations {
  /// The list without the entries that are about no vector of a corpus.
  func without(unknownTo corpus: Corpus) -> Expectations {
    Expectations(
      sdk: sdk,
      entries: entries.filter { entry in
        corpus.vectors.contains { entry.target.covers($0.id) }
      })
  }
}
