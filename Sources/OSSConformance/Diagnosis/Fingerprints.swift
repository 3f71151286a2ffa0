internal import OSSJSON
package import OSSMistakes
package import OSSPrimitives
package import OSSVectors

/// Which wrong answers known mistakes give to vectors.
///
/// They are read from a file, or the mistakes are run on the vectors that a diagnosis needs.
package struct Fingerprints: Sendable {
  /// The file's name below the folder of vectors.
  package static let fileName = "fingerprints.json"
  /// The base in which the file counts rows, so that most have two digits (FMT-PRINT-11).
  private static let radix = 36

  /// A mistake, by its number.
  struct Row: Sendable {
    let mistake: Mistake
    /// The names that a list of subresources lacks; empty for all other mistakes.
    var names: Set<String> = []
  }

  /// The rows of a vector: by the name of a member, by the fingerprint of its value.
  typealias Listing = [String: [String: [Int]]]

  let rows: [Row]
  private var listings: [String: Listing] = [:]
  private var operations: [Int: Set<OSSVectors.Operation>] = [:]

  /// The rows over vectors, none of which has been run.
  ///
  /// What an SDK is known to do wrong comes first. A kept key is that of an earlier request, so
  /// these mistakes depend on the vectors; so do the names that a list of subresources may lack.
  package init(for vectors: [Vector], known: [Mistake] = Catalogue.all) {
    let known = known.filter { $0.equivalent == nil }
    var keys: [KeyNeeds] = []
    for vector in vectors where [.v4Header, .v4Presign].contains(vector.operation) {
      guard let needs = KeyNeeds(vector.input), !keys.contains(needs) else { continue }
      keys.append(needs)
    }
    let kept = known.filter { $0.clauses.contains("V4-KEY-3") }.map { $0.after(keys) }
    rows =
      (known.filter { !$0.seen.isEmpty } + known.filter(\.seen.isEmpty) + kept)
      .map { Row(mistake: $0) } + vectors.unlistedSubresources
  }

  /// Those of the file in a folder of vectors; of a file that is not current nothing is taken.
  init(in folder: String, of corpus: Corpus) {
    self.init(for: corpus.vectors)
    if let file = FileAccess.read("\(folder)/\(Self.fileName)") { _ = take(file, of: corpus) }
  }

  /// Which rows a vector lists.
  subscript(vector: Vector) -> Listing { listings[vector.id] ?? [:] }

  /// The operations of the vectors that list a row.
  func operations(of row: Int) -> Set<OSSVectors.Operation> { operations[row] ?? [] }

  /// Runs rows on those of the vectors that have not been run.
  mutating func run(on vectors: [Vector], rows only: Set<Int>? = nil) {
    let places = rows.indices.filter { only?.contains($0) ?? true }
    let vectors = vectors.filter { listings[$0.id] == nil }
    _ = matrix(of: places.map { rows[$0].mistake }, numbers: places, over: vectors)
  }

  /// Runs all rows on vectors, and gives the matrix of the catalogue.
  ///
  /// The cores share the vectors.
  package mutating func matrix(
    over vectors: [Vector], progress: (Int) -> Void = { _ in }
  ) -> KillMatrix {
    let known = Catalogue.all
    let numbers = known.map { mistake in rows.firstIndex { $0.mistake.id == mistake.id } }
    let others = rows.indices.filter { !numbers.contains($0) }
    let mistakes = known + others.map { rows[$0].mistake }
    let start = self
    let groups = Self.groups(of: vectors, mistakes)
    func show(taken: Int) { progress(groups.prefix(taken).reduce(0) { $0 + $1.count }) }
    let parts = Threads.map(groups, progress: show) { indices in
      var fingerprints = start
      let matrix = fingerprints.matrix(
        of: mistakes, numbers: numbers + others, over: indices.map { vectors[$0] })
      return (fingerprints: fingerprints, matrix: matrix)
    }
    for (fingerprints, matrix) in parts {
      for vector in matrix.vectors { listings[vector.id] = fingerprints.listings[vector.id] }
      operations.merge(fingerprints.operations) { $0.union($1) }
    }
    return KillMatrix(of: known, joining: Array(zip(groups, parts.map(\.matrix))), over: vectors)
  }

  /// The indices of the vectors of each operation, the most work first.
  ///
  /// All vectors of an operation go to one thread: threads that run the same mistakes wait for each
  /// other at each count of references.
  private static func groups(of vectors: [Vector], _ mistakes: [Mistake]) -> [[Int]] {
    let groups = Dictionary(grouping: vectors.indices) { vectors[$0].operation }
    let work = groups.mapValues { indices in
      indices.count * mistakes.count { $0.operations.contains(vectors[indices[0]].operation) }
    }
    let operations = groups.keys.sorted { first, second in
      (work[first, default: 0], first.rawValue) > (work[second, default: 0], second.rawValue)
    }
    return operations.map { groups[$0, default: []] }
  }

  private mutating func matrix(
    of mistakes: [Mistake], numbers: [Int?], over vectors: [Vector]
  ) -> KillMatrix {
    for vector in vectors { listings[vector.id] = [:] }
    var due: (place: Int, members: Fingerprint.Members)?
    let names = numbers.map { $0.map { rows[$0].names } ?? [] }
    // FMT-PRINT-12: a list that lacks several names is the one that lacks fewer where not all are there.
    let asked = { (place: Int) -> (Int) -> Bool in
      let given = vectors[place].subresources
      return { names[$0].isSubset(of: given) }
    }
    return KillMatrix(of: mistakes, over: vectors, asked: asked) {
      place, mistake, reply in
      let vector = vectors[place]
      guard let row = numbers[mistake], vector.isFailed(by: reply) else { return }
      if due?.place != place { due = (place, Fingerprint.due(of: vector)) }
      let shown = Fingerprint(of: reply, to: vector, due: due?.members)
      for (member, hash) in shown?.listed ?? [:] {
        listings[vector.id]?[member, default: [:]][hash, default: []].append(row)
        operations[row, default: []].insert(vector.operation)
      }
    }
  }
}

extension Fingerprints {
  /// What the file holds: a row or a vector on each line (FMT-PRINT-10, FMT-PRINT-11).
  package func bytes(of corpus: Corpus) -> Bytes {
    let head: JSONObject = [
      "format": 3, "version": .string(Program.version), "corpus": .string(corpus.digest()),
    ]
    var lines = [String(JSONValue.object(head).compact().dropLast()) + ",\"fixes\":["]
    lines += fixes.map { JSONValue.string($0).compact() }.separated
    lines.append("],\"rows\":[")
    lines += rowsAsJSON.map { $0.compact() }.separated
    lines.append("],\"vectors\":{")
    lines +=
      corpus.vectors.map { vector in
        let members = self[vector].sorted { $0.key.precedesInBytes($1.key) }.map { name, hashes in
          JSONMember(name: name, value: .string(Self.text(hashes)))
        }
        return "\"\(vector.id)\":\(JSONValue.object(JSONObject(members)).compact())"
      }.separated
    return Bytes((lines + ["}}", ""]).joined(separator: "\n").utf8)
  }

  /// The fixes, each once, in the order of the rows: many rows share one.
  private var fixes: [String] {
    var seen: Set<String> = []
    return rows.map(\.mistake.fix).filter { seen.insert($0).inserted }
  }

  private var rowsAsJSON: [JSONValue] {
    let places = Dictionary(uniqueKeysWithValues: fixes.enumerated().map { ($1, $0) })
    return rows.map { $0.json(fix: places[$0.mistake.fix, default: 0]) }
  }

  /// The version of the vectors, which is on the first line of the file.
  static func version(in file: Bytes) -> String? {
    let head = Bytes(file.prefix { $0 != 0x0A }) + Bytes("]}".utf8)
    return (try? JSONReader.read(head))?.objectValue?["version"]?.stringValue
  }

  private static func text(_ hashes: [String: [Int]]) -> String {
    hashes.mapValues { $0.sorted() }
      .sorted { $0.value.lexicographicallyPrecedes($1.value) }.map { hash, rows in
        hash + rows.map { String($0, radix: Self.radix) }.joined(separator: ",")
      }.joined(separator: " ")
  }

  /// Takes what a file says of the vectors of a corpus (FMT-PRINT-13).
  ///
  /// - Returns: Whether the file is one of this corpus and of these rows; another says nothing.
  package mutating func take(_ file: Bytes, of corpus: Corpus) -> Bool {
    guard let json = (try? JSONReader.read(file))?.objectValue,
      json["corpus"]?.stringValue == corpus.digest(),
      json["fixes"] == .array(fixes.map { .string($0) }), json["rows"] == .array(rowsAsJSON),
      let vectors = json["vectors"]?.objectValue
    else { return false }
    for member in vectors.members {
      let listing = member.value.objectValue?.members.reduce(into: Listing()) {
        $0[$1.name] = Self.hashes($1.value.stringValue ?? "")
      }
      listings[member.name] = listing
      guard let operation = corpus[id: member.name]?.operation else { continue }
      for row in listing?.rows ?? [] { operations[row, default: []].insert(operation) }
    }
    return true
  }

  private static func hashes(_ text: String) -> [String: [Int]] {
    text.split(separator: " ").reduce(into: [:]) { hashes, word in
      let rows = word.dropFirst(Fingerprint.length).split(separator: ",")
      hashes[String(word.prefix(Fingerprint.length))] = rows.compactMap { Int($0, radix: radix) }
    }
  }
}

extension Fingerprints.Row {
  /// The row, with the place of its fix.
  fileprivate func json(fix: Int) -> JSONValue {
    var object: JSONObject = [
      "id": .string(mistake.id), "clauses": .array(mistake.clauses.map { .string($0) }),
      "sentence": .string(mistake.sentence), "fix": .number(JSONNumber(fix)),
    ]
    if !names.isEmpty {
      object["names"] = .array(names.sorted { $0.precedesInBytes($1) }.map { .string($0) })
    }
    return .object(object)
  }
}

extension [String] {
  /// The texts with a comma at the end of each but the last.
  fileprivate var separated: [String] {
    dropLast().map { $0 + "," } + suffix(1)
  }
}

extension [Vector] {
  /// A row for each name of V1 that the vectors have, and for the names that one has together.
  fileprivate var unlistedSubresources: [Fingerprints.Row] {
    var clauses: [Set<String>: String] = [:]
    for vector in self {
      let names = vector.subresources.sorted { $0.precedesInBytes($1) }
      guard (1...3).contains(names.count) else { continue }
      // The most binding of the clauses that list names comes first.
      let cited = vector.clauses.filter { $0.hasPrefix("V1-SUB-") } + ["V1-SUB-2"]
      let clause = cited.reduce(cited[0]) { $1.precedesInBytes($0) ? $1 : $0 }
      for choice in 1..<(1 << names.count) {
        let lacking = Set(names.indices.filter { choice & (1 << $0) != 0 }.map { names[$0] })
        let other = clauses[lacking] ?? clause
        clauses[lacking] = clause.precedesInBytes(other) ? clause : other
      }
    }
    return clauses.map { names, clause in
      Fingerprints.Row(
        mistake: Mistake(unlistedSubresources: names, clause: clause), names: names)
    }.sorted { $0.mistake.sentence.precedesInBytes($1.mistake.sentence) }
  }
}

extension Vector {
  /// The names in the query that V1 signs; none where another version signs.
  var subresources: Set<String> {
    guard [.v1Header, .v1Presign].contains(operation), case .array(let query)? = input["query"]
    else { return [] }
    return Set(
      query.compactMap { $0.arrayValue?.first?.stringValue }.filter(Mistake.isSubresource))
  }
}
