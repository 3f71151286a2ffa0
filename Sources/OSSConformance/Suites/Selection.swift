public import OSSVectors

/// Which vectors of a corpus are meant.
///
/// What is asked for in one way adds up, and different ways narrow each other: two clauses and one
/// level select the vectors of that level which cite either clause. An id and a pattern are one way.
public struct Selection: Hashable, Sendable {
  /// Vectors by their id.
  public var ids: [String] = []
  /// Vectors by a pattern of their id.
  public var patterns: [Glob] = []
  /// Vectors that cite a clause.
  public var clauses: [String] = []
  /// Vectors of an operation.
  public var operations: [Operation] = []
  /// Vectors of a level.
  public var levels: [Level] = []
  /// Vectors of a suite.
  public var suites: [String] = []

  /// Makes a selection of everything.
  public init() {}

  /// The selected vectors, in the order of the corpus.
  ///
  /// - Throws: ``SelectionError`` if a word selects nothing, or all together do. A run over less than
  ///   was asked for would look like a success.
  /// - Complexity: O(*n* · *m*) in the numbers of vectors and words.
  public func vectors(of corpus: Corpus) throws(SelectionError) -> [Vector] {
    if self == Selection(), !corpus.vectors.isEmpty { return corpus.vectors }
    try checkWords(corpus)
    let wanted = Set(suites)
    var selected: [Vector] = []
    for suite in corpus.suites where wanted.isEmpty || wanted.contains(suite.name) {
      selected += suite.vectors.filter(includes)
    }
    guard !selected.isEmpty else { throw .nothing }
    return selected
  }

  private func includes(_ vector: Vector) -> Bool {
    let isNamed =
      (ids.isEmpty && patterns.isEmpty) || ids.contains(vector.id)
      || patterns.contains { $0.matches(vector.id) }
    return isNamed && (clauses.isEmpty || clauses.contains(where: vector.clauses.contains))
      && (operations.isEmpty || operations.contains(vector.operation))
      && (levels.isEmpty || levels.contains(vector.level))
  }

  private func checkWords(_ corpus: Corpus) throws(SelectionError) {
    for id in ids where corpus[id: id] == nil {
      throw .unknownID(id, nearest: id.nearest(of: corpus.vectors.map(\.id)))
    }
    for pattern in patterns where !corpus.vectors.contains(where: { pattern.matches($0.id) }) {
      throw .unmatchedPattern(pattern.pattern)
    }
    let cited = Set(corpus.vectors.flatMap(\.clauses))
    for clause in clauses where !cited.contains(clause) { throw .uncitedClause(clause) }
    let names = corpus.suites.map(\.name)
    for suite in suites where !names.contains(suite) {
      throw .unknownSuite(suite, nearest: suite.nearest(of: names))
    }
  }
}
