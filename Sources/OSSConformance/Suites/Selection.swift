package import OSSExplain
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

/// A pattern for ids: `*` matches any text, `?` one byte, and all else itself.
package struct Glob: Hashable, Sendable {
  /// The pattern as it was written.
  package let pattern: String

  /// Makes a pattern of a text; every text is one.
  package init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern covers the whole of a text.
  package func matches(_ text: String) -> Bool { text.bytes.fits(pattern.bytes) }
}

extension String? {
  /// The end of a sentence about an unknown word: a question where a similar word is known.
  var asHint: String { map { "; did you mean \($0)?" } ?? "." }
}

extension String {
  /// The most similar of several words, if it is at most two changes of a letter away.
  func nearest(of words: [String]) -> String? {
    let distances = words.map { (word: $0, distance: lowercased().distance(to: $0.lowercased())) }
    guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= 2,
      best.distance < utf8.count
    else { return nil }
    return best.word
  }

  /// How many letters must be added, taken away or changed to make another word.
  private func distance(to other: String) -> Int {
    let left = Array(utf8)
    let right = Array(other.utf8)
    if abs(left.count - right.count) > 2 { return 3 }
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let cost = byte == other ? diagonal : diagonal + 1
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(cost, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}

/// How many vectors of an operation have each member of an input with each value.
struct UsualMembers {
  private let vectors: [Vector]
  private var counts: [String: [JSONValue: Int]] = [:]

  init(of operation: OSSVectors.Operation, in corpus: Corpus) {
    vectors = corpus.vectors.filter { $0.operation == operation }
    for member in vectors.flatMap(\.input.members) {
      counts[member.name, default: [:]][member.value, default: 0] += 1
    }
  }

  /// The members of an input that hardly another vector has, or that more vectors have otherwise.
  func unusual(in input: JSONObject) -> [JSONMember] {
    input.members.filter { member in
      let values = counts[member.name] ?? [:]
      let count = values[member.value] ?? 0
      return count < 2 || values.values.contains { $0 > count }
    }
  }

  /// The input with an answer that has most in common with the others, of the most binding level.
  var plainInput: JSONObject? {
    var best: (input: JSONObject, level: Level, score: Int)?
    for vector in vectors where vector.expectation.outcome.answer != nil {
      let score = vector.input.members.reduce(0) { sum, member in
        sum + 2 * (counts[member.name]?[member.value] ?? 0) - vectors.count
      }
      let isBetter =
        best.map { best in
          vector.level == best.level
            ? score > best.score : vector.level.isMoreBinding(than: best.level)
        } ?? true
      if isBetter { best = (vector.input, vector.level, score) }
    }
    return best?.input
  }
}

/// Finds the folder of vectors where nobody names one.
enum VectorsFolder {
  /// The root of the package that this file was compiled in.
  ///
  /// A program that was built here and stays here finds the package's own vectors without any flag.
  static var packageRoot: String { ancestor(of: #filePath, levels: 4) }

  /// The places to look at, first to last: beside the program, where a wheel puts them, and in the package.
  static func candidates(executable: String) -> [String] {
    let folder = ancestor(of: executable, levels: 1)
    return [
      folder + "/vectors", ancestor(of: folder, levels: 1) + "/share/oss-conform/vectors",
      packageRoot + "/vectors",
    ]
  }

  private static func ancestor(of path: String, levels: Int) -> String {
    var rest = path[...]
    for _ in 0..<levels {
      guard let slash = rest.lastIndex(of: "/") else { return "." }
      rest = rest[..<slash]
    }
    return String(rest)
  }
}

/// The vectors of a folder, with the mistakes and the causes that are known beside them.
package struct ReadVectors: Sendable {
  let corpus: Corpus
  let mistakes: KnownMistakes
  let knowledge: Knowledge

  /// Keeps what was read.
  package init(corpus: Corpus, mistakes: KnownMistakes, knowledge: Knowledge) {
    (self.corpus, self.mistakes, self.knowledge) = (corpus, mistakes, knowledge)
  }
}

extension Arguments {
  /// The corpus that the flags name, or the one that lies where it should.
  func corpus() throws(CommandError) -> Corpus {
    let folder = try vectorsFolder()
    if let corpus = console.alreadyRead(of: folder)?.corpus { return corpus }
    return try rethrowing(Corpus.read(from: folder, by: FileAccess.read))
  }

  /// The clauses of the pages that stand beside the vectors.
  func specification() throws(CommandError) -> Specification {
    let folder = try vectorsFolder()
    guard let specification = Specification(besideVectors: folder) else {
      throw .noPages(besideVectors: folder)
    }
    return specification
  }

  /// The mistakes that are known, by the files beside the vectors; none where there are no such files.
  func knownMistakes(of corpus: Corpus) throws(CommandError) -> KnownMistakes {
    let folder = try vectorsFolder()
    if let mistakes = console.alreadyRead(of: folder)?.mistakes { return mistakes }
    return try rethrowing(KnownMistakes(in: folder, of: corpus))
  }

  /// What explains refusals, by the files beside the vectors.
  func knowledge() throws(CommandError) -> Knowledge {
    let folder = try vectorsFolder()
    if let knowledge = console.alreadyRead(of: folder)?.knowledge { return knowledge }
    return try Knowledge(vectors: folder)
  }

  /// The folder that the flags name, or the first that is where it should be.
  func vectorsFolder() throws(CommandError) -> String {
    if let path = one(.vectors) { return path }
    let candidates = VectorsFolder.candidates(executable: console.executablePath)
    guard let path = candidates.first(where: { FileSystem.isFolder($0) }) else {
      throw .noVectors(searched: candidates)
    }
    return path
  }
}

extension KnownMistakes {
  /// Reads the two files in a folder of vectors; where they are missing, no mistake is known.
  package init(in folder: String, of corpus: Corpus) throws(VectorError) {
    guard let mistakes = FileAccess.read("\(folder)/\(Self.mistakesFile)") else {
      self = .none
      return
    }
    try self.init(
      mistakes: mistakes, fingerprints: FileAccess.read("\(folder)/\(Self.fingerprintsFile)"),
      corpus: corpus, folder: folder)
  }
}

extension Knowledge {
  /// The names of the files.
  static let files = ["explain.json", KnownMistakes.mistakesFile, "variations.json"]

  /// Reads the files beside the vectors.
  init(vectors folder: String) throws(CommandError) {
    func json(_ name: String) throws(CommandError) -> JSONValue {
      let path = folder + "/" + name
      guard let bytes = FileAccess.read(path) else { throw .of(VectorError.unreadable(path: path)) }
      do throws(JSONError) { return try JSONReader.read(bytes) } catch {
        throw .notJSON(error, file: path)
      }
    }
    let (explain, mistakes) = (try json(Self.files[0]), try json(Self.files[1]))
    let variations = try json(Self.files[2])
    do throws(KnowledgeError) {
      try self.init(explain: explain, mistakes: mistakes, variations: variations)
    } catch {
      throw .of(error)
    }
  }
}
