public import OSSJSON
internal import OSSPrimitives

/// One case: an input, what is expected of it, and what the case is for.
///
/// A class, so that lists of vectors, findings and results share one vector instead of copying it.
public final class Vector: Identifiable, Sendable {
  /// The slug that names the vector forever; it is never used again for another case.
  public let id: String
  /// What is asked for.
  public let operation: Operation
  /// How binding the expectation is.
  public let level: Level
  /// Why the vector has its level; every `may` vector says it.
  public let reason: String?
  /// The profile of the vector, where it is not that of its suite (FMT-PROF-1).
  public let profile: Profile?
  /// The ids of the clauses that the vector tests, such as `V1-RES-4`.
  public let clauses: [String]
  /// Which mistake the vector catches, in a sentence.
  public let comment: String
  /// Words that group vectors across suites.
  public let flags: [String]
  /// Where the expected answer comes from.
  public let provenance: Provenance
  /// The operation's input, exactly as an adapter receives it.
  public let input: JSONObject
  /// What is expected.
  public let expectation: Expectation

  /// Makes a vector of all its parts, without checking them.
  ///
  /// The rules for files are checked where files are read.
  public init(
    id: String, operation: Operation, level: Level, reason: String? = nil, profile: Profile? = nil,
    clauses: [String], comment: String, flags: [String] = [], provenance: Provenance,
    input: JSONObject, expectation: Expectation
  ) {
    self.id = id
    self.operation = operation
    self.level = level
    self.reason = reason
    self.profile = profile
    self.clauses = clauses
    self.comment = comment
    self.flags = flags
    self.provenance = provenance
    self.input = input
    self.expectation = expectation
  }

  /// The same vector with another provenance, another input or another expectation.
  public func with(
    provenance: Provenance? = nil, input: JSONObject? = nil, expectation: Expectation? = nil
  ) -> Vector {
    Vector(
      id: id, operation: operation, level: level, reason: reason, profile: profile,
      clauses: clauses, comment: comment, flags: flags,
      provenance: provenance ?? self.provenance, input: input ?? self.input,
      expectation: expectation ?? self.expectation)
  }
}

extension Vector: Hashable {
  /// Whether two vectors stand in a file as the same bytes.
  ///
  /// - Complexity: O(*n*) in the size of the vectors.
  public static func == (left: Vector, right: Vector) -> Bool {
    left === right || left.json == right.json
  }

  /// Feeds the id to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Vector: CustomStringConvertible {
  /// The vector's id, so that a failing test argument names the vector.
  public var description: String { id }
}

/// How binding a vector is for an SDK.
public enum Level: String, CaseIterable, Hashable, Sendable {
  /// An SDK that answers otherwise is wrong.
  case must
  /// An SDK that answers otherwise needs a good reason.
  case should
  /// An SDK is free to answer otherwise; the vector says why it is asked at all.
  case may
}
