internal import OSSJSON
internal import OSSMistakes
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

  /// The entry about a failure that some mistakes explain together: each of them must be listed
  /// (FMT-EXP-2).
  func entry(explaining mistakes: [String]) -> ExpectedFailure? {
    let listed = mistakes.compactMap { id in entries.first { $0.target == .mistake(id) } }
    return listed.count == mistakes.count ? listed.first : nil
  }

  /// Whether a mistake is listed, so that a run must be diagnosed before it is weighed.
  var namesMistakes: Bool {
    entries.contains { if case .mistake = $0.target { true } else { false } }
  }

  /// The entries of mistakes that the SDK no longer makes, each by the id of the smallest vector that
  /// passed and that the mistake fails.
  ///
  /// - Parameter made: The ids of the mistakes that explain a failure of the run.
  func gone(from findings: [Finding], made: Set<String>) -> [String: ExpectedFailure] {
    var gone: [String: ExpectedFailure] = [:]
    for entry in entries {
      guard case .mistake(let id) = entry.target, !made.contains(id),
        let mistake = Catalogue.named(id)
      else { continue }
      let answer = mistake.answering
      let passed = findings.map { ($0.vector, $0.verdict.isPass) }.filter { vector, isPass in
        isPass && mistake.operations.contains(vector.operation)
          && vector.isFailed(by: answer(vector.operation, vector.input))
      }
      if let vector = passed.map(\.0).smallest { gone[vector.id] = entry }
    }
    return gone
  }

  /// Checks that each entry is about a vector or a mistake that there is, and no two have one target.
  func check(against corpus: Corpus, file: String) throws(ExpectationsError) {
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
        if Catalogue.named(id) == nil, id != Mistake.unlistedSubresources {
          throw .unknownMistake(id, nearest: id.nearest(of: Catalogue.all.map(\.id)), file: file)
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
    object["status"] = status.map { .string($0.word) }
    object["reason"] = .string(reason)
    if let link { object["link"] = .string(link) }
    return .object(object)
  }
}

extension Expectations {
  /// The list that fits a run.
  ///
  /// Entries that still hold stay as they are, with their reasons and links; entries about vectors
  /// that were not run stay too. Where a pattern no longer holds for all, those of its vectors that
  /// still fail so get entries of their own with its reason. New failures that one known mistake
  /// explains for certain get an entry of that mistake; the reason of any other new failure is made
  /// from its verdict, for a person to improve.
  func updated(
    sdk: String, results: [CheckResult], diagnosis: Diagnosis, corpus: Corpus
  ) -> Expectations {
    let stale = Set(
      results.compactMap { result -> ExpectedFailure.Target? in
        switch result.standing {
        case .unexpectedPass(let entry), .failsDifferently(let entry): entry.target
        default: nil
        }
      })
    var list = Expectations(sdk: sdk, entries: entries.filter { !stale.contains($0.target) })
    let behind = diagnosis.mistakesBehind
    let certain = diagnosis.mistakes.filter { $0.mistakes.count == 1 && $0.exceptions.isEmpty }
      .flatMap(\.mistakes)
    for result in results {
      let id = result.finding.vector.id
      switch result.standing {
      case .failed, .failedBelow, .failsDifferently:
        let mistakes = behind[id] ?? []
        for mistake in certain where mistakes.contains(mistake.id) {
          list.add(
            ExpectedFailure(target: .mistake(mistake.id), status: nil, reason: mistake.sentence))
        }
        if list.entry(explaining: mistakes) == nil, let entry = ExpectedFailure(result.finding) {
          list.add(entry)
        }
      case .expectedFailure(var own) where stale.contains(own.target):
        own.target = .id(id)
        list.add(own)
      default: break
      }
    }
    list.entries = list.entries.ordered(by: corpus)
    return list
  }

  private mutating func add(_ entry: ExpectedFailure) {
    if !entries.contains(where: { $0.target == entry.target }) { entries.append(entry) }
  }
}

extension ExpectedFailure {
  /// An entry for a finding that failed, its reason made from the verdict.
  fileprivate init?(_ finding: Finding) {
    guard let failure = finding.verdict.failure else { return nil }
    let clauses = finding.vector.clauses.joined(separator: ", ")
    self.init(
      target: .id(finding.vector.id), status: .failure(failure.kind),
      reason: "\(clauses): \(failure.message)")
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
