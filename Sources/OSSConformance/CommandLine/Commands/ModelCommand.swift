internal import OSSPrimitives
internal import OSSVectors

/// `model`: compares the model of the specification with the libraries.
enum ModelCommand {
  static let count = Flag(
    "--count", "COUNT", "how many random inputs of each operation; 2000 if not given")
  static let seed = Flag("--seed", "NUMBER", "what the inputs are made from; 1 if not given")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true, "compare this operation alone")
  static let flags = [count, seed, operation, Flag.vectors]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let count: Int
    let seed: UInt64
    do throws(UsageError) {
      count = try arguments.number(Self.count, in: 0...1_000_000) ?? 2_000
      seed = try arguments.seed(Self.seed) ?? 1
    } catch {
      throw .usage(error)
    }
    let vectors = try arguments.vectors(of: try arguments.corpus(console))
    var comparison = ModelComparison()
    comparison.compare(vectors)
    comparison.compare(changesOf: vectors, count: count, seed: seed)
    for difference in comparison.differences.prefix(20) {
      console.write(
        "\(difference.operation.rawValue) \(JSONValue.object(difference.input).compact())\n"
          + "  model:     \(difference.model.brief.visible)\n"
          + "  libraries: \(difference.reference.brief.visible)\n")
    }
    let compared = comparison.compared.values.reduce(0, +)
    console.write(
      "\(compared) inputs of \(comparison.compared.count) operations compared, "
        + "\(comparison.differences.count) differences.\n")
    if compared == 0 { return .nothingRun }
    return comparison.differences.isEmpty ? .asExpected : .failures
  }
}
