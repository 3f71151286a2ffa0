internal import OSSVectors

/// Makes rows of the catalogue: a family states once the operations, the clauses, the fix and the effect
/// that its rows share, and a row states what differs.
///
///     let dates = MistakeRows(\.signing, in: .signingV1V2, oss: .refusesSignature)
///       .breaking("V1-DATE-1", "V2-DATE-1").setting(\.httpDate)
///     dates("date-utc-for-gmt", "The zone is written UTC.", fix: "End the date with GMT.") {
///       $0.httpDate.raw.replaced("GMT", by: "UTC")
///     }
struct MistakeRows<Change: Sendable>: Sendable {
  private let make: @Sendable (Change, inout Model) -> Void
  private var operations: Set<OSSVectors.Operation>
  private var effect: Effect
  private var clauses: [String] = []
  private var fix = ""

  private init<Old>(
    _ rows: MistakeRows<Old>, _ make: @escaping @Sendable (Change, inout Model) -> Void
  ) {
    self.make = make
    (operations, effect) = (rows.operations, rows.effect)
    (clauses, fix) = (rows.clauses, rows.fix)
  }

  /// The rows that break these clauses; what is left out stays as it was.
  func breaking(
    _ clauses: String..., fix: String? = nil, in operations: Set<OSSVectors.Operation>? = nil,
    oss effect: Effect? = nil
  ) -> MistakeRows {
    var rows = self
    rows.clauses = clauses
    rows.fix = fix ?? rows.fix
    rows.operations = operations ?? rows.operations
    rows.effect = effect ?? rows.effect
    return rows
  }

  /// The rows of which each says less: what it says makes the change.
  func by<New>(_ change: @escaping @Sendable (New) -> Change) -> MistakeRows<New> {
    MistakeRows<New>(self) { [make] in make(change($0), &$1) }
  }

  /// One row with the clauses of its family.
  func callAsFunction(
    _ id: String, _ sentence: String, fix: String? = nil,
    in operations: Set<OSSVectors.Operation>? = nil, oss effect: Effect? = nil,
    seen: SeenIn..., equivalent: String? = nil, _ change: Change
  ) -> Mistake {
    row(id, clauses, sentence, fix, operations, effect, seen, equivalent, change)
  }

  /// One row with clauses of its own.
  func callAsFunction(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String? = nil,
    in operations: Set<OSSVectors.Operation>? = nil, oss effect: Effect? = nil,
    seen: SeenIn..., equivalent: String? = nil, _ change: Change
  ) -> Mistake {
    row(id, clauses, sentence, fix, operations, effect, seen, equivalent, change)
  }

  /// What a vector cannot show is not known of OSS either, unless the row says it.
  private func row(
    _ id: String, _ clauses: [String], _ sentence: String, _ fix: String?,
    _ operations: Set<OSSVectors.Operation>?, _ effect: Effect?, _ seen: [SeenIn],
    _ equivalent: String?, _ change: Change
  ) -> Mistake {
    Mistake(
      id, clauses, sentence, fix: fix ?? self.fix, in: operations ?? self.operations,
      oss: effect ?? (equivalent == nil ? self.effect : .unknown), seen: seen,
      equivalent: equivalent
    ) { [make] in make(change, &$0) }
  }
}

extension MistakeRows {
  /// The rows that change one part of the model.
  init<Part>(
    _ part: any WritableKeyPath<Model, Part> & Sendable, in operations: Set<OSSVectors.Operation>,
    oss effect: Effect = .unknown
  ) where Change == @Sendable (inout Part) -> Void {
    make = { change, model in change(&model[keyPath: part]) }
    (self.operations, self.effect) = (operations, effect)
  }

  /// The rows that each put another value in the place of a member of the part.
  func setting<Part, Value: Sendable>(
    _ member: any WritableKeyPath<Part, Value> & Sendable
  ) -> MistakeRows<Value> where Change == @Sendable (inout Part) -> Void {
    by { value in { $0[keyPath: member] = value } }
  }
}
