internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// `mutants`: which vector catches which mistake.
enum MutantsCommand {
  static let check = Flag(
    "--check",
    "print the faults alone: what survives, what kills nothing, what passes though spoilt")

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let corpus = try arguments.corpus(console)
    let matrix = KillMatrix(over: corpus.vectors)
    if arguments.has(check) {
      let specification = try arguments.specification(console)
      let gate = MistakeGate(matrix, specification: specification, corpus: corpus)
      let judge = JudgeGate(vectors: corpus.vectors)
      return GateOutput.write(
        gate.faults + judge.faults,
        "\(matrix.rows.count) mistakes, \(corpus.vectors.count) vectors, "
          + "\(judge.tried) spoilt expectations", console)
    }
    if arguments.has(.json) {
      console.write(matrix.json.canonical())
    } else {
      console.write(matrix.text)
    }
    return .asExpected
  }
}

/// What a gate prints.
enum GateOutput {
  /// Writes a line for each fault, or that there is none.
  static func write(_ faults: [String], _ what: String, _ console: some Console) -> RunnerStatus {
    for fault in faults { console.write("\(fault)\n") }
    console.write(
      "\(what): \(faults.isEmpty ? "all is as it should be" : "\(faults.count) faults").\n")
    return faults.isEmpty ? .asExpected : .failures
  }
}

extension Arguments {
  /// The clauses of the pages that stand beside the vectors.
  func specification(_ console: some Console) throws(CommandError) -> Specification {
    let folder = try vectorsFolder(console)
    guard let specification = Specification(besideVectors: folder) else {
      throw .generation(message: "The pages of spec/ do not stand beside \(folder).")
    }
    return specification
  }
}
