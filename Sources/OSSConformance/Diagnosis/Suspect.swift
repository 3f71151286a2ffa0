internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// A mistake, or two at once, under suspicion of being behind failures.
struct Suspect {
  typealias Answering =
    @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  let mistakes: [Mistake]
  let answer: Answering
  /// The operations in which it can show.
  let operations: Set<OSSVectors.Operation>

  /// What the mistakes have to do with: the topics of their clauses, and answering unless all of
  /// them are about refusing.
  let topics: Set<String>

  /// The topic of all that is not refusing.
  static let answering = "answering"

  /// A single mistake.
  init(_ mistake: Mistake) {
    mistakes = [mistake]
    answer = mistake.answering
    operations = mistake.operations
    topics = Self.topics(of: mistakes)
  }

  /// Two mistakes made together.
  init(_ first: Mistake, _ second: Mistake) {
    mistakes = [first, second]
    answer = Mistake.answering(with: mistakes)
    operations = first.operations.union(second.operations)
    topics = Self.topics(of: mistakes)
  }

  private static func topics(of mistakes: [Mistake]) -> Set<String> {
    let topics = Set(mistakes.flatMap(\.clauses).map(\.topic))
    // Who refuses too little of a token's answer hands out what it should have refused or changed.
    let readsTokens = mistakes.contains { $0.operations == [.tokenParse] }
    if readsTokens { return topics.union([answering, "REF", "SHAPE"]) }
    return topics == ["REF"] ? topics : topics.union([answering])
  }
}
