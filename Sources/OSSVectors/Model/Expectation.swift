public import OSSJSON
internal import OSSPrimitives

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
