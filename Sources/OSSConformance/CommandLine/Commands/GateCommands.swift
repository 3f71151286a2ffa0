internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// `mutants`: which vector catches which mistake.
enum MutantsCommand {
  static let check = Flag(
    "--check",
    "print only faults: mistakes that no vector catches, vectors that catch none")

  static let write = Flag("--write", "write \(Fingerprints.fileName) beside the vectors")

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    let path = "\(try arguments.vectorsFolder())/\(Fingerprints.fileName)"
    var fingerprints = Fingerprints(for: corpus.vectors)
    let progress = arguments.progress(corpus.vectors.count, "vectors")
    let matrix = fingerprints.matrix(over: corpus.vectors, progress: progress.show)
    progress.end()
    if arguments.has(write) {
      let bytes = fingerprints.bytes(of: corpus)
      try rethrowing(as: CommandError.file, FileAccess.write(bytes, to: path))
      arguments.console.write(
        "\(path): \(fingerprints.rows.count) rows, \(bytes.count) bytes, written.\n")
      return .asExpected
    }
    if arguments.has(check) {
      let specification = try arguments.specification()
      let gate = MistakeGate(matrix, specification: specification, corpus: corpus)
      let judge = JudgeGate(vectors: corpus.vectors)
      return arguments.console.write(
        gate.faults + judge.faults + fingerprints.faults(in: path, of: corpus),
        of: "\(matrix.rows.count) mistakes, \(corpus.vectors.count) vectors, "
          + "\(judge.tried) changed expectations")
    }
    // Vectors may be kept without the pages; then nothing is known of OSS.
    let specification =
      Specification(besideVectors: try arguments.vectorsFolder())
      ?? Specification(clauses: [])
    arguments.write(matrix.json(specification), or: matrix.text)
    return .asExpected
  }
}

extension Fingerprints {
  /// What is wrong with the file of fingerprints.
  fileprivate func faults(in path: String, of corpus: Corpus) -> [String] {
    let bytes = bytes(of: corpus)
    let limit = 2 << 20
    return [
      FileAccess.read(path) == bytes
        ? nil : "\(path) is not current: \(Program.name) mutants \(MutantsCommand.write.name).",
      bytes.count > limit ? "\(path) has \(bytes.count) bytes, more than \(limit)." : nil,
    ].compactMap(\.self)
  }
}

extension Console {
  /// Writes what a gate found: a line for each fault, or that there are no faults.
  func write(_ faults: [String], of what: String) -> RunnerStatus {
    for fault in faults { write("\(fault)\n") }
    write("\(what): \(faults.isEmpty ? "no faults" : "\(faults.count) faults").\n")
    return faults.isEmpty ? .asExpected : .failures
  }
}

extension Arguments {
  /// The clauses of the pages that stand beside the vectors.
  func specification() throws(CommandError) -> Specification {
    let folder = try vectorsFolder()
    guard let specification = Specification(besideVectors: folder) else {
      throw .noPages(besideVectors: folder)
    }
    return specification
  }
}

/// `coverage`: which vectors and mistakes each clause has.
enum CoverageCommand {
  static let check = Flag(
    "--check", "print only faults: must clauses without a vector or a mistake")

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    let coverage = Coverage(
      specification: try arguments.specification(), vectors: corpus.vectors)
    if arguments.has(check) {
      return arguments.console.write(coverage.faults, of: "\(coverage.rows.count) clauses")
    }
    arguments.write(coverage.json, or: coverage.text)
    return .asExpected
  }
}

/// `model`: compares the model of the specification with the libraries.
enum ModelCommand {
  static let count = Flag(
    "--count", "COUNT", "how many random inputs of each operation; 2000 if not given")
  static let seed = Flag("--seed", "NUMBER", "what the inputs are made from; 1 if not given")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true, "compare this operation alone")
  static let flags = [count, seed, operation, Flag.vectors]

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let count = try arguments.number(Self.count, in: 0...1_000_000) ?? 2_000
    let seed = try arguments.seed(Self.seed) ?? 1
    let vectors = try arguments.vectors(of: try arguments.corpus()).selected
    var comparison = ModelComparison()
    comparison.compare(vectors)
    let total = OSSVectors.Operation.allCases.count * count
    let progress = arguments.progress(total, "random inputs")
    comparison.compare(changesOf: vectors, count: count, seed: seed, progress: progress.show)
    progress.end()
    for difference in comparison.differences.prefix(20) {
      arguments.console.write(
        "\(difference.operation.rawValue) \(JSONValue.object(difference.input).compact())\n"
          + "  model:     \(difference.model.brief.visible)\n"
          + "  libraries: \(difference.reference.brief.visible)\n")
    }
    let compared = comparison.compared.values.reduce(0, +)
    arguments.console.write(
      "\(compared) inputs of \(comparison.compared.count) operations compared, "
        + "\(comparison.differences.count) differences.\n")
    if compared == 0 { return .nothingRun }
    return comparison.differences.isEmpty ? .asExpected : .failures
  }
}
