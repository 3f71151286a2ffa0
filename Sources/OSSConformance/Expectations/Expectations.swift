internal import OSSJSON
package import OSSPrimitives
package import OSSVectors

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

  /// The bytes that stand in the list's file: an entry is on one line.
  package func canonicalBytes() -> Bytes {
    let lines = entries.map { "\n    " + $0.json.compact() }.joined(separator: ",")
    let name = JSONValue.string(sdk).compact()
    return Bytes(
      "{\n  \"format\": 1,\n  \"sdk\": \(name),\n  \"expectations\": [\(lines)\n  ]\n}\n".utf8)
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
  /// A mistake that explains failures for certain has one entry for them, and any other failure one
  /// of its id. An entry of an id or a pattern stays if it holds and is about more than what such
  /// mistakes explain, or about vectors that were not run; one of a mistake stays if it fails no
  /// vector of the run. New entries have the reasons and links of those whose places they take.
  func updated(
    sdk: String, results: [CheckResult], diagnosis: Diagnosis, corpus: Corpus,
    _ known: KnownMistakes
  ) -> Expectations {
    let behind = diagnosis.mistakeBehind
    let failures = results.map(\.finding).filter { $0.verdict.failure != nil }
    let certain = diagnosis.mistakes.filter(\.isCertain).map { found in
      (found.mistake, failures.filter { behind[$0.vector.id] == found.mistake.id })
    }
    let covered = Set(certain.flatMap(\.1).map(\.vector.id))
    let stale = Set(results.filter(\.standing.isRed).compactMap(\.standing.known?.target))
    let made = Set(behind.values)
    let vectors = results.map(\.finding.vector)
    var list = Expectations(
      sdk: sdk,
      entries: entries.filter { entry in
        guard case .mistake(let id) = entry.target else {
          return !stale.contains(entry.target)
            && corpus.vectors.contains { entry.target.covers($0.id) && !covered.contains($0.id) }
        }
        return !made.contains(id) && known.vectors(catching: id, among: vectors).isEmpty
      })
    let kept = list
    list.entries += certain.compactMap { mistake, own in
      own.allSatisfy { kept.entry(for: $0.vector.id) != nil }
        ? nil : entry(of: mistake, behind: own)
    }
    for finding in failures {
      let id = finding.vector.id
      if covered.contains(id) || kept.entry(for: id) != nil { continue }
      list.entries.append(entry(of: finding, behind: behind[id]))
    }
    list.entries = list.entries.ordered(by: corpus)
    return list
  }

  /// The entry of a mistake: with its old reason, or the one that a person gave all its failures.
  private func entry(of mistake: Mistake, behind findings: [Finding]) -> ExpectedFailure {
    let target = ExpectedFailure.Target.mistake(mistake.id)
    let old = findings.map { finding in
      entry(for: finding.vector.id).flatMap { $0.reason == finding.reasonFromVerdict ? nil : $0 }
    }
    let isOne = Set(old.map { [$0?.reason, $0?.link] }).count == 1
    let past = entries.first { $0.target == target } ?? (isOne ? old[0] : nil)
    let levels = findings.map(\.vector.level)
    return ExpectedFailure(
      target: target, level: Level.allCases.first(where: levels.contains), status: nil,
      reason: past?.reason ?? mistake.sentence, link: past?.link)
  }

  /// The entry of a failure that no mistake explains for certain.
  private func entry(of finding: Finding, behind mistake: String?) -> ExpectedFailure {
    let status = ExpectedStatus(finding.verdict)
    let old =
      entry(for: finding.vector.id).flatMap { $0.status == status ? $0 : nil }
      ?? mistake.flatMap { id in entries.first { $0.target == .mistake(id) } }
    return ExpectedFailure(
      target: .id(finding.vector.id), status: status,
      reason: old?.reason ?? finding.reasonFromVerdict, link: old?.link)
  }
}

extension Finding {
  /// The reason of a new entry, for a person to improve.
  fileprivate var reasonFromVerdict: String {
    vector.clauses.joined(separator: ", ") + ": " + (verdict.failure?.message ?? "")
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

/// Why a list of known failures cannot be used.
package enum ExpectationsError: Error, Equatable, Sendable {
  /// The file cannot be read, or a member is missing, unknown, empty or of the wrong type.
  case malformed(VectorError)
  /// An entry has not exactly one of `id`, `pattern` and `mistake`.
  case noTarget(VectorLocation)
  /// No vector has the id of an entry; the nearest id that there is may be meant.
  case unknownID(String, nearest: String?, file: String)
  /// No vector's id matches the pattern of an entry.
  case unmatchedPattern(String, file: String)
  /// No known mistake has the id of an entry; the nearest id that there is may be meant.
  case unknownMistake(String, nearest: String?, file: String)
  /// Two entries have the same id, pattern or mistake.
  case repeatedTarget(String, file: String)
}

extension ExpectationsError: CustomStringConvertible {
  /// One sentence that names the file and the entry.
  package var description: String {
    switch self {
    case .malformed(let error): error.description
    case .noTarget(let place):
      "\(place): the entry must have one of id, pattern and mistake."
    case .unknownID(let id, let nearest, let file):
      "\(file): no vector has the id \(id)"
        + nearest.asHint
    case .unknownMistake(let id, let nearest, let file):
      "\(file): no mistake has the id \(id)"
        + nearest.asHint
    case .unmatchedPattern(let pattern, let file):
      "\(file): no vector's id matches the pattern \(pattern)."
    case .repeatedTarget(let target, let file): "\(file): \(target) is in the list twice."
    }
  }
}

extension Expectations {
  /// Reads a list of known failures strictly, and checks it against the vectors and the mistakes.
  package static func read(
    _ path: String, corpus: Corpus, _ known: KnownMistakes
  ) throws(ExpectationsError) -> Expectations {
    let list = try read(path)
    try list.check(against: corpus, known, file: path)
    return list
  }

  /// Reads a list of known failures strictly, whatever vectors its entries are about (FMT-EXP-1).
  package static func read(_ path: String) throws(ExpectationsError) -> Expectations {
    let sdk: String
    let readers: [MemberReader]
    do throws(VectorError) {
      let reader = try MemberReader(path: path)
      let format = try reader.integer("format")
      guard format == 1 else { throw .unknownFormat(file: path, format: format) }
      try reader.allow(only: ["format", "sdk", "expectations"])
      sdk = try reader.text("sdk")
      readers = try reader.readers("expectations")
    } catch {
      throw .malformed(error)
    }
    return Expectations(sdk: sdk, entries: try readers.map(ExpectedFailure.init))
  }
}

extension ExpectedFailure {
  fileprivate init(_ reader: MemberReader) throws(ExpectationsError) {
    let names: [String?]
    do throws(VectorError) {
      let isMistake = reader.object["mistake"] != nil
      try reader.allow(
        only: ["id", "pattern", "mistake", "reason", "link"] + (isMistake ? ["level"] : ["status"]))
      names = [
        try reader.optionalText("id"), try reader.optionalText("pattern"),
        try reader.optionalText("mistake"),
      ]
      status = isMistake ? nil : try Self.status(reader)
      level = reader.object["level"] == nil ? nil : try reader.word("level")
      reason = try reader.text("reason")
      link = try reader.optionalText("link")
    } catch {
      throw .malformed(error)
    }
    switch (names[0], names[1], names[2]) {
    case (let id?, nil, nil): target = .id(id)
    case (nil, let pattern?, nil): target = .pattern(Glob(pattern))
    case (nil, nil, let mistake?): target = .mistake(mistake)
    default: throw .noTarget(reader.place)
    }
  }

  private static func status(_ reader: MemberReader) throws(VectorError) -> ExpectedStatus {
    let word = try reader.text("status")
    guard let status = ExpectedStatus(word: word) else {
      throw .unknownWord(
        reader.place.member("status"), text: word,
        list: "one of " + ExpectedStatus.words.joined(separator: ", "))
    }
    return status
  }
}

/// One entry of a list of known failures.
package struct ExpectedFailure: Hashable, Sendable {
  /// Which vectors an entry is about.
  package enum Target: Hashable, Sendable {
    /// The vector of this id.
    case id(String)
    /// The vectors whose ids match.
    case pattern(Glob)
    /// The failures that the report explains by the mistake of this id.
    case mistake(String)

    /// Whether the entry is about a vector of this id.
    func covers(_ id: String) -> Bool {
      switch self {
      case .id(let own): own == id
      case .pattern(let glob): glob.matches(id)
      case .mistake: false
      }
    }
  }

  /// Which vectors the entry is about.
  package var target: Target
  /// With a mistake, the most binding level of the failures that the entry is about; nil is `should`.
  package var level: Level?
  /// How they are expected to end; nil for a mistake, whose answers say it.
  package var status: ExpectedStatus?
  /// Why, for whoever reads the list later; never empty.
  package var reason: String
  /// Where the failure is discussed.
  package var link: String?

  /// Makes an entry.
  package init(
    target: Target, level: Level? = nil, status: ExpectedStatus?, reason: String,
    link: String? = nil
  ) {
    self.target = target
    self.level = level
    self.status = status
    self.reason = reason
    self.link = link
  }

  /// What the entry expects, in words.
  var expected: String {
    if case .mistake(let id) = target { "the mistake \(id)" } else { status?.word ?? "" }
  }
}

/// How a listed vector is expected to end: any way but a pass.
package enum ExpectedStatus: Hashable, Sendable {
  /// It fails, in this way.
  case failure(FailureKind)
  /// The SDK cannot do what it asks, or what it gives cannot be compared.
  case unsupported

  /// The status of a verdict, unless it is a pass.
  package init?(_ verdict: Verdict) {
    switch verdict {
    case .passed: return nil
    case .failed(let failure): self = .failure(failure.kind)
    case .unsupported, .notComparable: self = .unsupported
    }
  }

  /// The status of a word in a file.
  package init?(word: String) {
    if let kind = FailureKind(rawValue: word) {
      self = .failure(kind)
    } else if word == "unsupported" {
      self = .unsupported
    } else {
      return nil
    }
  }

  /// The word that a file holds.
  package var word: String {
    switch self {
    case .failure(let kind): kind.rawValue
    case .unsupported: "unsupported"
    }
  }

  /// All words, for a message that lists them.
  static let words = FailureKind.allCases.map(\.rawValue) + ["unsupported"]
}

/// What a verdict means for the run, once the known failures are taken into account.
package enum Standing: Hashable, Sendable {
  /// It passed.
  case passed
  /// It failed, and that fails the run: nobody expected it.
  case failed
  /// It failed at a level that fails no run.
  case failedBelow(Level)
  /// The SDK cannot do what it asks, or what it gives cannot be compared.
  case unsupported
  /// It failed as the list says.
  case expectedFailure(ExpectedFailure)
  /// It passed, and the list says that it does not.
  case unexpectedPass(ExpectedFailure)
  /// It did not pass, but in another way than the list says.
  case failsDifferently(ExpectedFailure)

  /// Whether the vector turns the run red.
  package var isRed: Bool {
    switch self {
    case .failed, .unexpectedPass, .failsDifferently: true
    case .passed, .failedBelow, .unsupported, .expectedFailure: false
    }
  }

  /// The word for it in reports.
  package var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .failedBelow(let level): "failed-\(level.rawValue)"
    case .unsupported: "unsupported"
    case .expectedFailure: "expected-failure"
    case .unexpectedPass: "unexpected-pass"
    case .failsDifferently: "fails-differently"
    }
  }
}

extension Level {
  /// Whether it binds an SDK more than another level.
  func isMoreBinding(than other: Level) -> Bool {
    Level.allCases.firstIndex(of: self) ?? 0 < Level.allCases.firstIndex(of: other) ?? 0
  }
}

extension Standing {
  /// The entry of the list that is about the vector, where one is and it was looked at.
  var known: ExpectedFailure? {
    switch self {
    case .expectedFailure(let entry), .unexpectedPass(let entry), .failsDifferently(let entry):
      entry
    case .passed, .failed, .failedBelow, .unsupported: nil
    }
  }
}
