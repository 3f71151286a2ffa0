internal import OSSVectors

/// Makes rows of the catalogue. A family states once what its rows share: the operations, the clauses and
/// the fix. A row states what differs, and ends with its change.
///
///     let dates = MistakeRows(\.signing, in: .signingV1V2)
///       .breaking("V1-DATE-1", "V2-DATE-1").fix("End the date with GMT.").setting(\.httpDate)
///     dates("date-utc-for-gmt", "The zone is written UTC.").seen("The zone is a constant.", .java)
///       .change { $0.httpDate.raw.replaced("GMT", by: "UTC") }
///
/// Methods that every row calls are not inlined: a thousand copies cost a third of the module's build.
struct MistakeRows<Change: Sendable>: Sendable {
  private let make: @Sendable (Change, inout Model) -> Void
  private var operations: Set<OSSVectors.Operation>
  private var accepted: String?
  private var acceptsOnly = false
  private var id = ""
  private var sentence = ""
  private var clauses: [String] = []
  private var fix = ""
  private var seen: [SeenIn] = []
  private var equivalent: String?

  private init<Old>(
    _ rows: MistakeRows<Old>, _ make: @escaping @Sendable (Change, inout Model) -> Void
  ) {
    self.make = make
    (operations, accepted) = (rows.operations, rows.accepted)
    (clauses, fix, acceptsOnly) = (rows.clauses, rows.fix, rows.acceptsOnly)
  }

  @inline(never)
  private func with(_ change: (inout MistakeRows) -> Void) -> MistakeRows {
    var rows = self
    change(&rows)
    return rows
  }

  /// One row of the family; a sentence too long for the line of the ID follows with `sentence`.
  func callAsFunction(_ id: String, _ sentence: String = "") -> MistakeRows {
    with { ($0.id, $0.sentence) = (id, sentence) }
  }

  /// What is done wrong, in one sentence.
  func sentence(_ sentence: String) -> MistakeRows { with { $0.sentence = sentence } }

  /// The clauses that are broken; what is left out stays as it was.
  func breaking(
    _ clauses: String..., fix: String? = nil, in operations: Set<OSSVectors.Operation>? = nil
  ) -> MistakeRows {
    with {
      if !clauses.isEmpty { $0.clauses = clauses }
      $0.fix = fix ?? $0.fix
      $0.operations = operations ?? $0.operations
    }
  }

  /// The clauses that are broken.
  func breaking(_ clauses: [String]) -> MistakeRows { with { $0.clauses = clauses } }

  /// What to do instead, and to what.
  func fix(_ fix: String) -> MistakeRows { with { $0.fix = fix } }

  /// The operations in which the mistake can be made.
  func `in`(_ operations: Set<OSSVectors.Operation>) -> MistakeRows {
    with { $0.operations = operations }
  }

  /// Why OSS serves a request with the mistake as it was meant.
  func accepted(_ evidence: String) -> MistakeRows { with { $0.accepted = evidence } }

  /// The family that does no more than to pass over faults.
  var acceptingOnly: MistakeRows { with { $0.acceptsOnly = true } }

  /// Where the mistake was seen: the place, in words, and the SDKs.
  @inline(never)
  func seen(_ place: String, _ sdks: SeenIn...) -> MistakeRows {
    with { $0.seen += sdks.map { $0(place) } }
  }

  /// Why no vector can show the mistake.
  func equivalent(_ reason: String) -> MistakeRows {
    with { $0.equivalent = reason }
  }

  /// The mistake.
  @inline(never)
  func change(_ change: Change) -> Mistake {
    Mistake(
      id, clauses, sentence, fix: fix, in: operations, accepted: accepted, seen: seen,
      equivalent: equivalent, acceptsOnly: acceptsOnly
    ) { [make] in make(change, &$0) }
  }

  /// A row in one call.
  func callAsFunction(
    _ id: String, _ sentence: String, fix: String? = nil,
    in operations: Set<OSSVectors.Operation>? = nil, seen: SeenIn..., equivalent: String? = nil,
    change: Change
  ) -> Mistake { row(id, clauses, sentence, fix, operations, seen, equivalent, change) }

  /// A row in one call, with clauses of its own.
  func callAsFunction(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String? = nil,
    in operations: Set<OSSVectors.Operation>? = nil, seen: SeenIn..., equivalent: String? = nil,
    change: Change
  ) -> Mistake { row(id, clauses, sentence, fix, operations, seen, equivalent, change) }

  @inline(never)
  private func row(
    _ id: String, _ clauses: [String], _ sentence: String, _ fix: String?,
    _ operations: Set<OSSVectors.Operation>?, _ seen: [SeenIn], _ equivalent: String?,
    _ change: Change
  ) -> Mistake {
    var row = self(id, sentence)
    (row.clauses, row.fix, row.seen) = (clauses, fix ?? self.fix, seen)
    row.operations = operations ?? self.operations
    if let equivalent { row = row.equivalent(equivalent) }
    return row.change(change)
  }

  /// The family of which each row says less: what it says makes the change.
  @inline(never)
  func by<New>(_ change: @escaping @Sendable (New) -> Change) -> MistakeRows<New> {
    MistakeRows<New>(self) { [make] in make(change($0), &$1) }
  }
}

extension MistakeRows {
  /// The family that changes one part of the model, and then what depends on it.
  init<Part>(
    _ part: any WritableKeyPath<Model, Part> & Sendable, in operations: Set<OSSVectors.Operation>,
    everywhere: @escaping @Sendable (inout Model) -> Void = { _ in }
  ) where Change == @Sendable (inout Part) -> Void {
    make = { change, model in
      change(&model[keyPath: part])
      everywhere(&model)
    }
    self.operations = operations
  }

  /// The family in which each row puts another value in the place of a member of the part.
  func setting<Part, Value: Sendable>(
    _ member: any WritableKeyPath<Part, Value> & Sendable
  ) -> MistakeRows<Value> where Change == @Sendable (inout Part) -> Void {
    by { value in { $0[keyPath: member] = value } }
  }
}
