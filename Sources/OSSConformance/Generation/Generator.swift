package import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// Completes the files of a folder of vectors, which are the only source of what they hold.
///
/// What an entry lacks is filled in, and what it has is checked against the reference and against the
/// ledger. Nothing is written before somebody says so.
package struct Generator: Sendable {
  /// A file as it should be.
  package struct File: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// The number of its vectors; nil for the ledger.
    package let count: Int?
    /// What should be in the file.
    package let bytes: Bytes
    /// Whether that is in the file already.
    package let isCurrent: Bool
  }

  /// What a folder should hold, and why it cannot be written.
  package struct Result: Sendable {
    /// Every file, in the order of their names, the ledger last.
    package let files: [File]
    /// What is wrong; the files are right only where there is nothing.
    package let faults: [GenerationError]
    /// What the reports change in the provenance, a line for each vector.
    package let notes: [String]
  }

  /// The folder of vectors.
  package let directory: String
  /// The ids, as patterns, whose change, move or withdrawal is meant.
  package var accepted: [Glob] = []
  /// The paths of JSON reports whose SDKs confirm vectors.
  package var reports: [String] = []

  /// Makes a generator for a folder of vectors.
  package init(directory: String) { self.directory = directory }

  /// Completes every file.
  ///
  /// - Returns: The files and the faults; nothing is written.
  package func run() throws(GenerationError) -> Result { try run(on: drafts()) }

  /// Completes every file and one more entry.
  package func run(adding entry: JSONObject, to suite: String) throws(GenerationError) -> Result {
    var drafts = try drafts()
    let file = path(of: suite)
    guard Suite.isName(suite) else {
      throw .vectors(.invalidSlug(VectorLocation(file: file), text: suite))
    }
    if !drafts.contains(where: { $0.name.hasSameBytes(as: suite) }) {
      drafts.append(SuiteDraft(name: suite, file: file))
    }
    for index in drafts.indices where drafts[index].name.hasSameBytes(as: suite) {
      drafts[index].entries.append(.object(entry))
    }
    return try run(on: drafts)
  }

  /// Writes the files that are not current.
  package func write(_ files: [File]) throws(GenerationError) {
    for file in files where !file.isCurrent {
      try rethrowing(as: GenerationError.file, FileAccess.makeFolder(around: file.path))
      try rethrowing(as: GenerationError.file, FileAccess.write(file.bytes, to: file.path))
    }
  }

  // MARK: The steps

  private func run(on drafts: [SuiteDraft]) throws(GenerationError) -> Result {
    var faults: [GenerationError] = []
    let completed = suites(of: drafts, faults: &faults)
    var suites = completed
    let confirmed = try confirm(&suites, faults: &faults)
    let notes = confirmed.sorted { $0.key.precedesInBytes($1.key) }.map { "\($0.key): \($0.value)" }
    do throws(VectorError) {
      suites = try Corpus(suites: suites).suites
    } catch {
      faults.append(.vectors(error))
    }
    // A ledger without the vectors at fault would call them withdrawn.
    if !faults.isEmpty { return Result(files: [], faults: faults, notes: notes) }
    let ledgerPath = "\(directory)/\(Ledger.fileName)"
    let old = FileAccess.read(ledgerPath)
    let before = try old.map { bytes throws(GenerationError) in
      try Ledger(reading: bytes, file: ledgerPath)
    }
    let ledger = (before ?? Ledger()).updated(
      for: suites, in: directory,
      isAccepted: { id in isAccepted(id) || confirmed[id] != nil }, faults: &faults)
    faults += unknownPatterns(in: ledger)
    var files = suites.map { suite in
      file(suite.canonicalBytes(), count: suite.vectors.count, at: path(of: suite.name))
    }
    files.append(file(ledger.bytes, count: nil, at: ledgerPath))
    return Result(files: files, faults: faults, notes: notes)
  }

  private func drafts() throws(GenerationError) -> [SuiteDraft] {
    do throws(VectorError) {
      var drafts: [SuiteDraft] = []
      for fileName in try Corpus.fileNames(in: directory) {
        let file = "\(directory)/\(fileName)"
        guard let bytes = FileAccess.read(file) else { throw .unreadable(path: file) }
        let name = String(fileName.dropLast(".json".count))
        drafts.append(try SuiteDraft(name: name, file: file, reading: bytes))
      }
      return drafts
    } catch {
      throw .vectors(error)
    }
  }

  /// The suites with each entry completed; an entry at fault is left out.
  private func suites(of drafts: [SuiteDraft], faults: inout [GenerationError]) -> [Suite] {
    let completion = VectorCompletion()
    return drafts.map { draft in
      var suite = Suite(name: draft.name, profile: draft.profile, vectors: [])
      for (index, entry) in draft.entries.enumerated() {
        let id = entry.objectValue?["id"]?.stringValue
        do throws(GenerationError) {
          suite.vectors.append(
            try completion.completed(
              entry, at: VectorLocation(file: draft.file, vector: "vectors[\(index)]"),
              isAccepted: id.map(isAccepted) ?? false))
        } catch {
          faults.append(error)
        }
      }
      return suite
    }
  }

  /// Writes into the suites what the reports say.
  ///
  /// - Returns: The ids of the vectors whose provenance is another now, with what it is.
  private func confirm(
    _ suites: inout [Suite], faults: inout [GenerationError]
  ) throws(GenerationError) -> [String: String] {
    if reports.isEmpty { return [:] }
    var read: [Confirmation] = []
    for path in reports {
      let bytes = try rethrowing(as: GenerationError.file, FileAccess.bytes(of: path))
      read.append(try Confirmation(bytes, file: path))
    }
    let confirmations = Confirmations(reports: read)
    var changed: [String: String] = [:]
    for suite in suites.indices {
      for index in suites[suite].vectors.indices {
        let vector = suites[suite].vectors[index]
        let place = VectorLocation(
          file: path(of: suites[suite].name), vector: vector.id, path: "provenance")
        let provenance = confirmations.provenance(of: vector, at: place, faults: &faults)
        if provenance == vector.provenance { continue }
        suites[suite].vectors[index] = vector.with(provenance: provenance)
        changed[vector.id] = provenance.phrase
      }
    }
    return changed
  }

  private func isAccepted(_ id: String) -> Bool { accepted.contains { $0.matches(id) } }

  /// What is to be accepted and matches nothing, which is a misspelling.
  private func unknownPatterns(in ledger: Ledger) -> [GenerationError] {
    let ids = ledger.suites.flatMap { $0.entries.map(\.id) }
    return accepted.filter { glob in !ids.contains(where: glob.matches) }.map { glob in
      .unknownID(glob.pattern, nearest: glob.pattern.nearest(of: ids))
    }
  }

  private func file(_ bytes: Bytes, count: Int?, at path: String) -> File {
    File(path: path, count: count, bytes: bytes, isCurrent: FileAccess.read(path) == bytes)
  }

  private func path(of suite: String) -> String { "\(directory)/\(suite).json" }
}

extension Provenance {
  /// The provenance in a few words.
  fileprivate var phrase: String {
    switch self {
    case .agreed(let sdks, _): "the runs confirm it for \(sdks.joined(separator: ", "))"
    case .published, .observed, .derived: "no run confirms it"
    }
  }
}

/// Why the files of a folder of vectors cannot be completed as they are.
package enum GenerationError: Error, Equatable, Sendable {
  /// An entry or a file is not what the format allows.
  case vectors(VectorError)
  /// A file cannot be read or written.
  case file(FileError)
  /// A line of the ledger is not one.
  case ledger(file: String, line: Int)
  /// A file is not the JSON report of a run.
  case report(VectorError)
  /// A file is not a JSON report, or not JSON at all.
  case notReport(file: String)
  /// An entry lacks what only people can state.
  case unstated(VectorLocation, what: String)
  /// The reference refuses an entry that does not state a refusal.
  case refused(VectorLocation, errorClass: String, message: String)
  /// The reference answers an entry that states a refusal, or breaks on it.
  case notRefused(VectorLocation, expected: String)
  /// The reference refuses an entry with another class.
  case refusedOtherwise(VectorLocation, expected: String, actual: String)
  /// A member of what is expected is not what the reference gives.
  case differs(VectorLocation, expected: String, actual: String)
  /// A vector is not the one that the ledger has under its id.
  case changed(VectorLocation)
  /// The ledger has the vector in another suite.
  case moved(VectorLocation, from: String)
  /// The ledger has an id that no file has any more.
  case gone(id: String, suite: String)
  /// A vector has the id of one that was retired.
  case reused(VectorLocation)
  /// An id that is to be accepted is in no file and not in the ledger.
  case unknownID(String, nearest: String?)
  /// A vector says that an SDK gave its bytes, and the run of that SDK shows otherwise.
  case notConfirmed(VectorLocation, sdk: String)
}

extension GenerationError: CustomStringConvertible {
  /// One sentence that names the file, the vector and the member, and what is wrong there.
  package var description: String {
    switch self {
    case .vectors(let error), .report(let error): error.description
    case .file(let error): error.description
    case .ledger(let file, let line):
      "\(file), line \(line): this is neither a suite with its count nor an id with its digest."
    case .notReport(let file): "\(file): this is not a JSON report of check or grade."
    case .unstated(let place, let what): "\(place): people state \(what); it is missing."
    case .refused(let place, let errorClass, let message):
      "\(place): the reference refuses the input as \(errorClass) (\(message)); if that is right, "
        + "state \"expect\": {\"error\": {\"class\": \"\(errorClass)\"}}."
    case .notRefused(let place, let expected):
      "\(place): the reference answers, but \(expected) is expected."
    case .refusedOtherwise(let place, let expected, let actual):
      "\(place): the reference refuses the input as \(actual), but \(expected) is expected."
    case .differs(let place, let expected, let actual):
      "\(place): the file has \(expected.cut(after: 2_000)), but the reference gives "
        + "\(actual.cut(after: 2_000))."
    case .changed(let place):
      "\(place): the ledger has this id for a vector with other text; "
        + "--accept \((place.vector ?? "ID").shortened) takes the change."
    case .moved(let place, let from):
      "\(place): the ledger has this id in \(from.shortened).json; "
        + "--accept \((place.vector ?? "ID").shortened) takes the move."
    case .gone(let id, let suite):
      "\(suite.shortened).json: the vector \(id.shortened) is in the ledger and not in the file; "
        + "--accept \(id.shortened) retires it."
    case .reused(let place):
      "\(place): a vector that was retired had this id, and an id is never used again."
    case .unknownID(let id, let nearest):
      "No vector matches \(id)" + nearest.asHint
    case .notConfirmed(let place, let sdk):
      "\(place): it names \(sdk), which gave something else in the run that is reported."
    }
  }
}

/// A file of vectors as people write it: an entry may lack what the generator fills in, and a
/// character may stand as itself.
struct SuiteDraft {
  /// The path of the file below the folder, without its extension.
  let name: String
  /// The file, as messages name it.
  let file: String
  /// The profile of the suite; `signing` where the file names none.
  var profile = Profile.signing
  /// The vectors, complete or not.
  var entries: [JSONValue] = []

  /// Makes the draft of a file that is not there yet.
  init(name: String, file: String) {
    self.name = name
    self.file = file
  }

  /// Reads a file. `count` is not looked at: it is written again.
  init(name: String, file: String, reading bytes: Bytes) throws(VectorError) {
    self.init(name: name, file: file)
    let reader = try MemberReader(bytes, file: file)
    try reader.allow(only: ["format", "suite", "profile", "count", "vectors"])
    let format = try reader.integer("format")
    guard format == 1 else { throw .unknownFormat(file: file, format: format) }
    let suite = try reader.text("suite")
    guard suite.hasSameBytes(as: name) else { throw .misnamedSuite(file: file, suite: suite) }
    profile = try Profile(reader) ?? .signing
    entries = try reader.elements("vectors")
  }
}

/// Holds the judge to the vectors: alters every expectation in turn, and none may pass.
///
/// The mistakes show that the vectors fail a wrong SDK; this shows that the judge fails a wrong vector,
/// so that nothing which a vector expects goes uncompared.
package struct JudgeGate: Sendable {
  /// How many expectations were altered.
  package private(set) var tried = 0
  /// A sentence for each altered expectation that the reference's reply still meets.
  package private(set) var faults: [String] = []

  /// Alters each expectation of the vectors.
  package init(vectors: [Vector]) {
    for vector in vectors {
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      guard Judge.verdict(of: vector, reply: reply).isPass else {
        faults.append("The reference fails \(vector.id).")
        continue
      }
      switch vector.expectation.outcome {
      case .answer(let answer):
        alterMembers(of: answer, vector, reply)
        alterSteps(of: answer, vector, reply)
      case .rejection(let errorClass): alterClass(errorClass, vector, reply)
      }
    }
  }

  /// One byte changed in turn of each text that is expected, and each number and truth value.
  private mutating func alterMembers(of answer: Answer, _ vector: Vector, _ reply: Reply) {
    for (index, member) in answer.members.members.enumerated() {
      // What a timeline's objects hold are bounds, which other answers may keep as well.
      let isBound = vector.operation == .credentialTimeline && member.value.objectValue != nil
      if isBound { continue }
      member.value.forEachChange { changed in
        var altered = answer
        altered.members.members[index].value = changed
        expect(.answer(altered), of: vector, reply, "passes with another \(member.name)") {
          !$0.isPass
        }
      }
    }
    expect(.rejection(.invalidTime), of: vector, reply, "is answered and passes as refused") {
      $0.failure?.kind == .accepted
    }
  }

  /// One byte more of each step: a note beside a right result, the difference beside a wrong one.
  private mutating func alterSteps(of answer: Answer, _ vector: Vector, _ reply: Reply) {
    for (index, step) in answer.stages.members.enumerated() {
      var altered = answer
      altered.stages.members[index].value = .string((step.value.stringValue ?? "") + "x")
      expect(.answer(altered), of: vector, reply, "has no note of another \(step.name)") {
        $0.isPass && $0.notes.contains { $0.contains(step.name) }
      }
    }
    guard let string = answer.stages["stringToSign"]?.stringValue else { return }
    var altered = answer
    altered.stages["stringToSign"] = .string(string + "x")
    altered.members = ["signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA="]
    expect(.answer(altered), of: vector, reply, "does not show where the string ends") { verdict in
      guard let first = verdict.failure?.differences.first else { return false }
      return verdict.failure?.kind == .mismatch && first.name == "stringToSign"
        && first.offset == string.utf8.count
    }
  }

  /// Every other class of refusal, and an answer.
  private mutating func alterClass(_ expected: String, _ vector: Vector, _ reply: Reply) {
    for other in ErrorClass.allCases where other.rawValue != expected {
      expect(.rejection(other), of: vector, reply, "has no note of \(other.rawValue)") {
        $0.isPass && $0.notes.contains { $0.contains(other.rawValue) }
      }
    }
    expect(.answer(Answer(members: ["signature": "A"])), of: vector, reply, "passes as answered") {
      $0.failure?.kind == .rejected
    }
  }

  /// Judges the reference's reply by another outcome. What else is right too is left away: it would
  /// pass by that.
  private mutating func expect(
    _ outcome: Outcome, of vector: Vector, _ reply: Reply, _ fault: @autoclosure () -> String,
    isNoticed: (Verdict) -> Bool
  ) {
    let altered = vector.with(
      expectation: Expectation(outcome: outcome, exact: vector.expectation.exact))
    tried += 1
    if !isNoticed(Judge.verdict(of: altered, reply: reply)) {
      faults.append("\(vector.id) \(fault()).")
    }
  }
}

extension JSONValue {
  /// Calls a function with the value, one byte of one text, one number or one truth value in it
  /// changed, for each of these.
  fileprivate func forEachChange(_ body: (JSONValue) -> Void) {
    switch self {
    case .string(let text):
      let bytes = text.bytes
      for index in bytes.indices {
        var changed = bytes
        changed[index] = bytes[index] < 0x80 ? bytes[index] ^ 1 : 0x3f
        body(.string(String(decoding: changed, as: UTF8.self)))
      }
    case .array(let elements):
      for index in elements.indices {
        elements[index].forEachChange { changed in
          var copy = elements
          copy[index] = changed
          body(.array(copy))
        }
      }
    case .object(let object):
      for index in object.members.indices {
        object.members[index].value.forEachChange { changed in
          var copy = object
          copy.members[index].value = changed
          body(.object(copy))
        }
      }
    case .number(let number): body(.number(JSONNumber(number.integer == 0 ? 1 : 0)))
    case .bool(let flag): body(.bool(!flag))
    case .null: break
    }
  }
}
