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
  /// What OSS does with a request that has the mistake.
  package let effect: Effect
  /// Where the mistake was seen; empty where nobody is known to make it.
  package let seen: [SeenIn]
  /// Why no vector can tell it from the model; nil for all others.
  package let equivalent: String?
  /// The operations in which the mistake is made; it answers all others as the model does.
  package let operations: Set<OSSVectors.Operation>
  private let change: @Sendable (inout Model) -> Void

  /// Makes a row.
  package init(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation>, oss effect: Effect = .unknown,
    seen: [SeenIn] = [], equivalent: String? = nil,
    change: @escaping @Sendable (inout Model) -> Void
  ) {
    self.id = id
    self.clauses = clauses
    self.sentence = sentence
    self.fix = fix
    self.effect = effect
    self.seen = seen
    self.equivalent = equivalent
    self.operations = operations
    self.change = change
  }

  /// The model with this mistake.
  package var model: Model { Self.model(with: [self]) }

  /// The model with several mistakes at once.
  ///
  /// - Parameter mistakes: The mistakes; where two replace the same function, the later one calls what
  ///   the earlier one put there, if it calls a former function at all.
  package static func model(with mistakes: [Mistake]) -> Model {
    var model = Model()
    for mistake in mistakes { mistake.change(&model) }
    return model
  }
}

/// What OSS does with a request that is made by a mistake, and on what evidence.
package enum Effect: Hashable, Sendable {
  /// It refuses the request, or serves another than the one that was meant.
  case refuses(evidence: String)
  /// It serves the request as it was meant.
  case accepts(evidence: String)
  /// Nobody has shown what it does.
  case unknown

  /// The signature is that of another string.
  package static let refusesSignature = Effect.refuses(
    evidence: "A signature of other bytes is answered 403 SignatureDoesNotMatch.")
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
