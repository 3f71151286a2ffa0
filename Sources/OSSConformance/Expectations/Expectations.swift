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

  /// Checks that each entry is about a vector that there is, and no two have one target.
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
    }
    object["status"] = .string(status.word)
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
  /// still fail so get entries of their own with its reason. A new failure's reason is made from its
  /// verdict, for a person to improve.
  func updated(sdk: String, findings: [Finding], corpus: Corpus) -> Expectations {
    let standings = findings.map { ($0, Standing($0, expectations: self)) }
    let stale = Set(
      standings.compactMap { finding, standing -> ExpectedFailure.Target? in
        switch standing {
        case .unexpectedPass(let entry), .failsDifferently(let entry): entry.target
        default: nil
        }
      })
    var kept = entries.filter { !stale.contains($0.target) }
    for (finding, standing) in standings {
      switch standing {
      case .failed, .failedBelow, .failsDifferently:
        if let entry = ExpectedFailure(finding) { kept.append(entry) }
      case .expectedFailure(let entry) where stale.contains(entry.target):
        var own = entry
        own.target = .id(finding.vector.id)
        kept.append(own)
      default: break
      }
    }
    return Expectations(sdk: sdk, entries: kept.ordered(by: corpus))
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
