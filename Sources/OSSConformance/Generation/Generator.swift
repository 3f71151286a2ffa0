package import OSSJSON
package import OSSPrimitives
internal import OSSVectors

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
