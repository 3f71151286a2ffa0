public import OSSPrimitives

/// One case: an input, what is expected of it, and what the case is for.
public struct Vector: Identifiable, Hashable, Sendable {
  /// The slug that names the vector for ever; it is never used again for another case.
  public var id: String
  /// What is asked for.
  public var operation: Operation
  /// How binding the expectation is.
  public var level: Level
  /// Why the vector has its level; every `may` vector says it.
  public var reason: String?
  /// The ids of the clauses that the vector tests, such as `V1-RES-4`.
  public var clauses: [String]
  /// Which mistake the vector catches, in a sentence.
  public var comment: String
  /// Words that group vectors across suites.
  public var flags: [String]
  /// Where the expected answer comes from.
  public var provenance: Provenance
  /// The operation's input, exactly as an adapter receives it.
  public var input: JSONObject
  /// What is expected.
  public var expectation: Expectation

  /// Makes a vector of all its parts, without checking them.
  ///
  /// The rules for files are checked where files are read, so a builder can make a vector step by step.
  public init(
    id: String, operation: Operation, level: Level, reason: String? = nil, clauses: [String],
    comment: String, flags: [String] = [], provenance: Provenance, input: JSONObject,
    expectation: Expectation
  ) {
    self.id = id
    self.operation = operation
    self.level = level
    self.reason = reason
    self.clauses = clauses
    self.comment = comment
    self.flags = flags
    self.provenance = provenance
    self.input = input
    self.expectation = expectation
  }
}
