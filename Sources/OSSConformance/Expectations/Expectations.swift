internal import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// The list of the failures that are known of an SDK.
package struct Expectations: Hashable, Sendable {
  /// The SDK and its version, as the list was written for.
  package var sdk: String
  /// The entries, in the order of the file.
  package var entries: [ExpectedFailure]

  /// Makes a list, without checking it.
  package init(sdk: String, entries: [ExpectedFailure] = []) {
    self.sdk = sdk
    self.entries = entries
  }

  /// The entry about a vector: the one of its id before the first pattern that matches it.
  package func entry(for id: String) -> ExpectedFailure? {
    entries.first { $0.target == .id(id) } ?? entries.first { $0.target.covers(id) }
  }

  /// The entry about a failure that a mistake explains: it must be listed for failures of that level
  /// (FMT-EXP-2).
  func entry(explaining id: String, of level: Level) -> ExpectedFailure? {
    entries.first { $0.target == .mistake(id) && !level.isMoreBinding(than: $0.level ?? .should) }
  }

  /// Whether a mistake is listed, so that a run must be diagnosed before it is weighed.
  var namesMistakes: Bool {
    entries.contains { if case .mistake = $0.target { true } else { false } }
  }

  /// The entries of mistakes that the SDK no longer makes, each by the id of the smallest vector that
  /// passed and that the mistake fails.
  ///
  /// - Parameter made: The ids of the mistakes that explain a failure of the run.
  func gone(
    from findings: [Finding], made: Set<String>, _ known: KnownMistakes
  ) -> [String: ExpectedFailure] {
    let passed = findings.filter(\.verdict.isPass).map(\.vector)
    var gone: [String: ExpectedFailure] = [:]
    for entry in entries {
      guard case .mistake(let id) = entry.target, !made.contains(id) else { continue }
      if let vector = known.vectors(catching: id, among: passed).smallest {
        gone[vector.id] = entry
      }
    }
    return gone
  }

  /// Checks that each entry is about a vector or a mistake that there is, and no two have one target.
  func check(
    against corpus: Corpus, _ known: KnownMistakes, file: String
  ) throws(ExpectationsError) {
    var targets: Set<ExpectedFailure.Target> = []
    for entry in entries {
      let name: String
      switch entry.target {
      case .id(let id):
        name = id
        if corpus[id: id] == nil {
          throw .unknownID(
            id, nearest: id.nearest(of: corpus.vectors.map(\.id)), file: file)
        }
      case .pattern(let glob):
        name = glob.pattern
        if !corpus.vectors.contains(where: { glob.matches($0.id) }) {
          throw .unmatchedPattern(glob.pattern, file: file)
        }
      case .mistake(let id):
        name = id
        if known[id: id] == nil {
          throw .unknownMistake(id, nearest: id.nearest(of: known.all.map(\.id)), file: file)
        }
      }
      if !targets.insert(entry.target).inserted { throw .repeatedTarget(name, file: file) }
    }
  }
}

extension Expectations {
  /// The list without the entries that are about no vector of a corpus, and no mistake.
  func without(unknownTo corpus: Corpus) -> Expectations {
    Expectations(
      sdk: sdk,
      entries: entries.filter { entry in
        if case .mistake = entry.target { return true }
        return corpus.vectors.contains { entry.target.covers($0.id) }
      })
  }

  /// The bytes that stand in the list's file.
  package func canonicalBytes() -> Bytes {
    let object: JSONObject = [
      "format": 1, "sdk": .string(sdk), "expectations": .array(entries.map(\.json)),
    ]
    return JSONValue.object(object).canonical()
  }
}

extension ExpectedFailure {
  fileprivate var json: JSONValue {
    var object: JSONObject = [:]
    switch target {
    case .id(let id): object["id"] = .string(id)
    case .pattern(let glob): object["pattern"] = .string(glob.pattern)
    case .mistake(let id): object["mistake"] = .string(id)
    }
    object["level"] = level.map { .string($0.rawValue) }
    object["status"] = status.map { .string($0.word) }
    object["reason"] = .string(reason)
    if let link { object["link"] = .string(link) }
    return .object(object)
  }
}

extension Expectations {
  /// The list that fits a run: the run is green beside it.
  ///
  /// Entries of ids and patterns that still hold stay as they are, and those about vectors that were
  /// not run. Where a pattern no longer holds for all, those of its vectors that still fail so get
  /// entries of their own with its reason. Entries of mistakes are made again from the diagnosis, of
  /// those that explain failures for certain, and take over the reason and the link alone; one that
  /// fails no vector of the run stays. The reason of any other new failure is made from its verdict,
  /// for a person to improve.
  func updated(
    sdk: String, results: [CheckResult], diagnosis: Diagnosis, corpus: Corpus,
    _ known: KnownMistakes
  ) -> Expectations {
    let stale = Set(results.filter(\.standing.isRed).compactMap(\.standing.known?.target))
    let vectors = results.map(\.finding.vector)
    let behind = diagnosis.mistakeBehind
    let made = Set(behind.values)
    var list = Expectations(
      sdk: sdk,
      entries: entries.filter { entry in
        guard case .mistake(let id) = entry.target else { return !stale.contains(entry.target) }
        return !made.contains(id) && known.vectors(catching: id, among: vectors).isEmpty
      })
    let certain = diagnosis.mistakes.filter(\.exceptions.isEmpty).map(\.mistake)
    for finding in results.map(\.finding) {
      guard let failure = finding.verdict.failure, list.entry(for: finding.vector.id) == nil
      else { continue }
      let mistake = behind[finding.vector.id]
      if let listed = certain.first(where: { $0.id == mistake }) {
        list.add(listed, entries, at: finding.vector.level)
        continue
      }
      let status = ExpectedStatus.failure(failure.kind)
      let old =
        entry(for: finding.vector.id).flatMap { $0.status == status ? $0 : nil }
        ?? mistake.flatMap { id in entries.first { $0.target == .mistake(id) } }
      let clauses = finding.vector.clauses.joined(separator: ", ")
      list.entries.append(
        ExpectedFailure(
          target: .id(finding.vector.id), status: status,
          reason: old?.reason ?? "\(clauses): \(failure.message)", link: old?.link))
    }
    list.entries = list.entries.ordered(by: corpus)
    return list
  }

  /// Lists a mistake for failures of a level, with the reason and the link of an older list.
  private mutating func add(_ mistake: Mistake, _ older: [ExpectedFailure], at level: Level) {
    let target = ExpectedFailure.Target.mistake(mistake.id)
    if let place = entries.firstIndex(where: { $0.target == target }) {
      if level.isMoreBinding(than: entries[place].level ?? .may) { entries[place].level = level }
      return
    }
    let old = older.first { $0.target == target }
    entries.append(
      ExpectedFailure(
        target: target, level: level, status: nil, reason: old?.reason ?? mistake.sentence,
        link: old?.link))
  }
}

extension [ExpectedFailure] {
  /// The entries in the order in which a corpus has the first vector of each.
  fileprivate func ordered(by corpus: Corpus) -> [ExpectedFailure] {
    let places = map { entry in
      corpus.vectors.firstIndex { entry.target.covers($0.id) } ?? corpus.vectors.count
    }
    return zip(places, enumerated()).sorted { ($0.0, $0.1.offset) < ($1.0, $1.1.offset) }
      .map(\.1.element)
  }
}
