internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Which vectors of a corpus are meant.
///
/// What is asked for in one way adds up, and different ways narrow each other: two clauses and one
/// level select the vectors of that level which cite either clause. An id and a pattern are one way.
package struct Selection: Hashable, Sendable {
  /// Vectors by their id.
  package var ids: [String] = []
  /// Vectors by a pattern of their id.
  package var patterns: [Glob] = []
  /// Vectors that cite a clause.
  package var clauses: [String] = []
  /// Vectors of an operation.
  package var operations: [Operation] = []
  /// Vectors of a level.
  package var levels: [Level] = []
  /// Vectors of a suite, or of a folder of suites.
  package var suites: [String] = []
  /// Vectors that have a flag.
  package var flags: [String] = []
  /// What is left out of all that: vectors and suites by a pattern of their id or name.
  package var skipped: [Glob] = []
  /// Whether the vectors that expect a refusal are left out too.
  package var hasAnswersOnly = false

  /// The selected vectors, in the order of the corpus, and how many are left out of them.
  ///
  /// A word that selects nothing is an error: a run over less than was asked for would look like a
  /// success.
  package func vectors(
    of corpus: Corpus
  ) throws(SelectionError) -> (selected: [Vector], leftOut: Int) {
    try checkWords(corpus)
    var selected: [Vector] = []
    var leftOut = 0
    for suite in corpus.suites where suites.isEmpty || suites.contains(where: suite.isIn) {
      let isSkipped = skipped.contains { $0.matches(suite.name) }
      for vector in suite.vectors where includes(vector) {
        if isSkipped || leavesOut(vector) { leftOut += 1 } else { selected.append(vector) }
      }
    }
    guard !selected.isEmpty else { throw .nothing }
    return (selected, leftOut)
  }

  private func leavesOut(_ vector: Vector) -> Bool {
    (hasAnswersOnly && vector.expectation.outcome.answer == nil)
      || skipped.contains { $0.matches(vector.id) }
  }

  private func includes(_ vector: Vector) -> Bool {
    let isNamed =
      (ids.isEmpty && patterns.isEmpty) || ids.contains(vector.id)
      || patterns.contains { $0.matches(vector.id) }
    return isNamed && (clauses.isEmpty || clauses.contains(where: vector.clauses.contains))
      && (operations.isEmpty || operations.contains(vector.operation))
      && (levels.isEmpty || levels.contains(vector.level))
      && (flags.isEmpty || flags.contains(where: vector.flags.contains))
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
    for suite in suites where !corpus.suites.contains(where: { $0.isIn(suite) }) {
      throw .unknownSuite(suite, nearest: suite.nearest(of: names))
    }
    let known = Set(corpus.vectors.flatMap(\.flags))
    for flag in flags where !known.contains(flag) {
      throw .unknownFlag(flag, nearest: flag.nearest(of: known.sorted()))
    }
    for glob in skipped
    where !names.contains(where: glob.matches)
      && !corpus.vectors.contains(where: { glob.matches($0.id) })
    {
      throw .unmatchedSkip(glob.pattern)
    }
  }
}

extension Suite {
  /// Whether the suite has a name, or is in the folder of that name.
  fileprivate func isIn(_ folder: String) -> Bool {
    name.hasSameBytes(as: folder) || name.hasPrefix(folder + "/")
  }
}

/// Why a selection holds no vector, or a word of it none.
package enum SelectionError: Error, Equatable, Sendable {
  /// No vector has this id; the nearest id that there is may be meant.
  case unknownID(String, nearest: String?)
  /// No vector's id matches this pattern.
  case unmatchedPattern(String)
  /// No vector cites this clause.
  case uncitedClause(String)
  /// There is no suite of this name; the nearest that there is may be meant.
  case unknownSuite(String, nearest: String?)
  /// No vector has this flag; the nearest one that there is may be meant.
  case unknownFlag(String, nearest: String?)
  /// No vector and no suite matches this pattern of what is to be left out.
  case unmatchedSkip(String)
  /// Each word selects something, and nothing is selected by all.
  case nothing
}

extension SelectionError: CustomStringConvertible {
  /// One sentence that names the word.
  package var description: String {
    switch self {
    case .unknownID(let id, let nearest):
      "No vector has the id \(id)\(nearest.asHint)"
    case .unmatchedPattern(let pattern): "No vector's id matches \(pattern)."
    case .uncitedClause(let clause): "No vector cites the clause \(clause)."
    case .unknownSuite(let suite, let nearest):
      "There is no suite \(suite)\(nearest.asHint)"
    case .unknownFlag(let flag, let nearest):
      "No vector has the flag \(flag)\(nearest.asHint)"
    case .unmatchedSkip(let pattern): "No vector and no suite matches \(pattern), to be left out."
    case .nothing: "No vector is selected by all that was asked for."
    }
  }
}
