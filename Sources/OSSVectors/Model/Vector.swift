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

/// What a vector expects of whoever is asked.
public struct Expectation: Hashable, Sendable {
  /// The outcome that the specification gives.
  public var outcome: Outcome
  /// Further outcomes that are right too; JSON calls them `any_of`.
  public var alternatives: [Alternative]
  /// The members whose very text is meant, where the judge would otherwise compare parsed parts.
  public var exact: [String]

  /// Makes an expectation of one outcome and what softens or sharpens it.
  public init(outcome: Outcome, alternatives: [Alternative] = [], exact: [String] = []) {
    self.outcome = outcome
    self.alternatives = alternatives
    self.exact = exact
  }
}

/// How an operation ends when it is done right.
public enum Outcome: Hashable, Sendable {
  /// It gives this answer.
  case answer(Answer)
  /// It refuses the input, for a reason of this class.
  ///
  /// A vector that was read from a file holds the raw value of an ``ErrorClass``; no other text
  /// passes the reader.
  case rejection(errorClass: String)

  /// Makes the outcome of an input that must be refused.
  public static func rejection(_ errorClass: ErrorClass) -> Outcome {
    .rejection(errorClass: errorClass.rawValue)
  }
}

/// What an operation gives when it succeeds: its output members, and the steps that led there.
public struct Answer: Hashable, Sendable {
  /// The output members other than `stages`, in the order in which they were given.
  public var members: JSONObject
  /// The steps shown, by name, in the order in which they were given; empty when none is shown.
  public var stages: JSONObject

  /// Makes an answer of its members and the steps behind them.
  public init(members: JSONObject, stages: JSONObject = [:]) {
    self.members = members
    self.stages = stages
  }
}

/// Another outcome that is right too, with the reason why it is.
public struct Alternative: Hashable, Sendable {
  /// Why an SDK that ends this way is not wrong.
  public var reason: String
  /// How the operation ends then.
  public var outcome: Outcome

  /// Makes an alternative of an outcome and the reason that allows it.
  public init(reason: String, outcome: Outcome) {
    self.reason = reason
    self.outcome = outcome
  }
}

/// Where a vector's expected answer comes from, which is what a reader may trust it for.
///
/// Each case may carry a note, such as why a published value had to be computed again.
public enum Provenance: Hashable, Sendable {
  /// A document or an SDK's own test states the answer.
  case published(source: String, note: String? = nil)
  /// Several SDKs, each named with its version, gave the same bytes.
  case agreed(sdks: [String], note: String? = nil)
  /// A real server showed its own string in a public thread, read on a day (FMT-OBS-1).
  case observed(source: String, read: String, quote: String, note: String? = nil)
  /// Only this kit computed the answer, for the reason given.
  case derived(reason: String, note: String? = nil)
}

/// All suites of a folder, with each vector found by its id.
public struct Corpus: Sendable {
  /// The suites, in the order of their paths.
  public let suites: [Suite]
  /// Every vector, suite by suite.
  public let vectors: [Vector]

  private let indices: [String: Int]
  private let profiles: [Profile]

  /// Makes a corpus of suites, sorted by name.
  ///
  /// - Throws: ``VectorError/duplicateID(_:file:firstFile:)`` if two suites have a vector of one id;
  ///   the files are then named as they are called below the folder of vectors.
  public init(suites: [Suite]) throws(VectorError) {
    self.suites = suites.sorted { $0.fileName.utf8.lexicographicallyPrecedes($1.fileName.utf8) }
    vectors = self.suites.flatMap(\.vectors)
    profiles = self.suites.flatMap { suite in suite.vectors.map(suite.profile) }
    var indices: [String: Int] = [:]
    indices.reserveCapacity(vectors.count)
    for index in vectors.indices {
      let id = vectors[index].id
      if let first = indices.updateValue(index, forKey: id) {
        throw .duplicateID(
          id, file: Self.file(of: index, in: self.suites),
          firstFile: Self.file(of: first, in: self.suites))
      }
    }
    self.indices = indices
  }

  /// The file of the vector that is at a place among those of all suites.
  private static func file(of index: Int, in suites: [Suite]) -> String {
    var end = 0
    for suite in suites {
      end += suite.vectors.count
      if index < end { return suite.fileName }
    }
    return ""
  }

  /// The vector of an id, if there is one.
  public subscript(id id: String) -> Vector? {
    indices[id].map { vectors[$0] }
  }

  /// The profile of the vector of an id; `signing` for an id that no vector has.
  public func profile(of id: String) -> Profile {
    indices[id].map { profiles[$0] } ?? .signing
  }
}

/// One file of vectors.
public struct Suite: Hashable, Sendable {
  /// The file's path below the folder of vectors, without its extension, such as `v1/header`.
  public var name: String
  /// The profile of its vectors, but for those that ``profile(of:)`` puts elsewhere.
  public var profile: Profile
  /// The vectors, in the order of the file.
  public var vectors: [Vector]

  /// Makes a suite of vectors, without checking them.
  public init(name: String, profile: Profile = .signing, vectors: [Vector]) {
    self.name = name
    self.profile = profile
    self.vectors = vectors
  }
}

extension Suite {
  /// Whether a text can be the name of a suite: words of `a-z`, `0-9` and hyphens, with slashes between.
  package static func isName(_ text: String) -> Bool { NameRules.isSuiteName(text) }
}
