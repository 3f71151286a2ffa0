internal import OSSPrimitives
internal import OSSVectors

/// A mistake, or two at once, under suspicion of being behind failures.
struct Suspect {
  typealias Answering =
    @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  let mutants: [Mutant]
  let answer: Answering
  /// The operations in which it can show.
  let operations: Set<OSSVectors.Operation>

  /// What the mistakes have to do with: the topics of their clauses, and answering unless all of
  /// them are about refusing.
  let topics: Set<String>

  /// The topic of all that is not refusing.
  static let answering = "answering"

  /// A single mistake.
  init(_ mutant: Mutant) {
    mutants = [mutant]
    // Steps decide nothing here, and take time to show.
    let adapter = mutant.unexplained
    answer = { adapter.answer($0, $1) }
    operations = mutant.operations
    topics = Self.topics(of: mutants)
  }

  /// Two mistakes made together.
  init(_ first: Mutant, _ second: Mutant) {
    mutants = [first, second]
    answer = Mutant.answer(combining: mutants)
    operations = first.operations.union(second.operations)
    topics = Self.topics(of: mutants)
  }

  private static func topics(of mutants: [Mutant]) -> Set<String> {
    let topics = Set(mutants.map(\.clause.topic))
    // Who refuses too little of a token's answer hands out what it should have refused or changed.
    let readsTokens = mutants.contains { $0.operations == [.tokenParse] }
    if readsTokens { return topics.union([answering, "REF", "SHAPE"]) }
    return topics == ["REF"] ? topics : topics.union([answering])
  }
}
