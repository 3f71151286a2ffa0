package import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// A mistake that an implementation can make: one row of the catalogue, for every version.
///
/// It is the model with one function replaced. What it gets wrong is what an SDK with that mistake gets
/// wrong, and a vector that it passes does not catch the mistake.
package struct Mistake: Identifiable, Sendable {
  /// A slug that names the mistake, such as `header-values-not-trimmed`.
  package let id: String
  /// The clauses that it breaks, in every version in which it can be made.
  package let clauses: [String]
  /// What is done wrong, in one sentence.
  package let sentence: String
  /// What to do instead, and to what, in one sentence.
  package let fix: String
  /// Why OSS serves a request with the mistake as it was meant; nil where nothing shows that.
  package let accepted: String?
  /// Where the mistake was seen; empty where nobody is known to make it.
  package let seen: [SeenIn]
  /// Why no vector can tell it from the model; nil for all others.
  package let equivalent: String?
  /// The operations in which the mistake is made; it answers all others as the model does.
  package let operations: Set<OSSVectors.Operation>
  /// Whether it does no more than to pass over faults.
  private let acceptsOnly: Bool
  private var making: Making

  /// How the mistake is made.
  private enum Making: Sendable {
    /// By a model with a function replaced.
    case change(@Sendable (inout Model) -> Void)
    /// By a change of the right reply, where nothing is modelled.
    case reply(right: @Sendable (JSONObject) -> Reply, @Sendable (JSONObject, Reply) -> Reply)
  }

  /// Makes a row over the model.
  package init(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation>, accepted: String? = nil, seen: [SeenIn] = [],
    equivalent: String? = nil, acceptsOnly: Bool = false,
    change: @escaping @Sendable (inout Model) -> Void
  ) {
    (self.id, self.clauses, self.sentence, self.fix) = (id, clauses, sentence, fix)
    (self.operations, self.accepted, self.seen) = (operations, accepted, seen)
    (self.equivalent, self.acceptsOnly) = (equivalent, acceptsOnly)
    making = .change(change)
  }

  /// Makes a row of an operation that is not modelled.
  package init(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    of operation: OSSVectors.Operation, right: @escaping @Sendable (JSONObject) -> Reply,
    change: @escaping @Sendable (_ input: JSONObject, _ right: Reply) -> Reply
  ) {
    self.init(id, clauses, sentence, fix: fix, in: [operation]) { _ in }
    making = .reply(right: right, change)
  }

  /// What it makes of a right reply, if that can be said without the model: where nothing is modelled, and
  /// where the mistake passes over faults and there is none.
  func reply(to input: JSONObject, insteadOf right: Reply) -> Reply? {
    if case .reply(_, let change) = making { return change(input, right) }
    if acceptsOnly, case .ok = right { return right }
    return nil
  }

  /// The model with this mistake.
  package var model: Model { Self.model(with: [self]) }

  /// The mistake of a client that has signed with these keys, the first one first, and kept them.
  package func after(_ keys: [KeyNeeds]) -> Mistake {
    Mistake(
      id, clauses, sentence + " The key is that of an earlier request of the run.", fix: fix,
      in: operations, accepted: accepted, seen: seen
    ) { [making] model in
      model.signing.keysBefore = { _ in keys }
      if case .change(let change) = making { change(&model) }
    }
  }

  /// The model with several mistakes at once.
  ///
  /// Where two replace the same function, the later one calls what the earlier one put there, if it calls
  /// a former function at all.
  private static func model(with mistakes: [Mistake]) -> Model {
    var model = Model()
    for case .change(let change) in mistakes.map(\.making) { change(&model) }
    return model
  }
}

extension Mistake {
  package typealias Answering =
    @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  /// What an implementation with this mistake replies; in other operations it replies as the model does.
  package var answering: Answering { Self.answering(with: [self]) }

  /// What an implementation with several mistakes replies; each is made in its own operations alone.
  package static func answering(with mistakes: [Mistake]) -> Answering {
    // A model has a hundred functions, so each stays where it is, and none is copied for an answer.
    var answers: [OSSVectors.Operation: @Sendable (JSONObject) -> Reply?] = [:]
    for operation in mistakes.reduce(into: Set(), { $0.formUnion($1.operations) }) {
      let made = mistakes.filter { $0.operations.contains(operation) }
      let model = model(with: made)
      answers[operation] = { model.reply(operation, $0) }
      for case .reply(let right, let change) in made.map(\.making) {
        answers[operation] = { change($0, right($0)) }
      }
    }
    let right = Model()
    return { [answers] operation, input in
      let reply =
        if let answer = answers[operation] { answer(input) } else { right.reply(operation, input) }
      return reply ?? .unsupported(reason: "it is not modelled")
    }
  }
}

/// A place where a mistake was seen.
package struct SeenIn: Hashable, Sendable {
  /// The name of the SDK, as its package registry or repository has it.
  package let sdk: String
  /// The version in which it was seen.
  package let version: String
  /// The place in the SDK, and what it does there, in words.
  package let place: String

  /// Names a place.
  package init(sdk: String, version: String, place: String) {
    self.sdk = sdk
    self.version = version
    self.place = place
  }
}
