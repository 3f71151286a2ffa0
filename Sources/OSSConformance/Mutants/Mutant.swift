public import OSSPrimitives
public import OSSVectors

/// A signer with one known mistake.
///
/// It is the reference with exactly one step replaced. What it gets wrong is therefore what an SDK
/// with that mistake gets wrong, and a vector that it passes does not catch the mistake.
public struct Mutant: Identifiable, Sendable {
  /// A slug such as `header-values-not-trimmed`.
  public let id: String
  /// The mistake in one sentence.
  public let mistake: String
  /// The clause of the specification that it breaks.
  public let clause: String
  /// What to change, in one sentence.
  public let mend: String
  /// Where the mistake is real; empty where nobody is known to make it.
  public let sightings: [Sighting]
  /// Why no vector can tell it from the reference; nil for all others.
  public let equivalent: String?
  /// The operations that the mistake is made in; it answers all others as the reference does.
  public let operations: Set<OSSVectors.Operation>
  /// What it answers to a request.
  public let answer: @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply
  /// The step that it replaces.
  let change: @Sendable (inout ReferenceSteps) -> Void

  /// Makes a mutant of the step that it replaces.
  init(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    on operations: Set<OSSVectors.Operation>, sightings: [Sighting] = [],
    equivalent: String? = nil, change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) {
    self.id = id
    self.mistake = mistake
    self.clause = clause
    self.mend = mend
    self.sightings = sightings
    self.equivalent = equivalent
    self.operations = operations
    self.change = change
    var steps = ReferenceSteps.standard
    change(&steps)
    let adapter = ReferenceAdapter(steps: steps)
    answer = { (operations.contains($0) ? adapter : ReferenceAdapter()).answer($0, $1) }
  }

  /// The reference, as a mutant of which nothing is replaced.
  static let reference = Mutant("reference", "", "There is no mistake.", mend: "Nothing.", on: []) {
    _ in
  }

  /// The mutant, giving its answers without the steps that led there: they decide no verdict.
  var unexplained: ReferenceAdapter {
    var steps = steps
    steps.showsStages = false
    return ReferenceAdapter(steps: steps)
  }

  /// The reference's steps with the mutant's among them.
  var steps: ReferenceSteps {
    var steps = ReferenceSteps.standard
    change(&steps)
    return steps
  }

  /// What a signer answers that makes the mistakes of several mutants at once.
  ///
  /// - Parameter mutants: the mutants; where two replace the same step, the later one calls what
  ///   the earlier one put there, if it calls a former step at all.
  public static func answer(
    combining mutants: [Mutant]
  ) -> @Sendable (_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply {
    var adapters: [OSSVectors.Operation: ReferenceAdapter] = [:]
    for operation in OSSVectors.Operation.allCases {
      var steps = ReferenceSteps.standard
      for mutant in mutants where mutant.operations.contains(operation) { mutant.change(&steps) }
      adapters[operation] = ReferenceAdapter(steps: steps)
    }
    return { [adapters] in (adapters[$0] ?? ReferenceAdapter()).answer($0, $1) }
  }
}
