internal import OSSVectors

/// Makes rows of the catalogue that change one part of the model: with clauses and a fix that they
/// share, or with their own.
struct PartMistakes<Part>: Sendable {
  private let part: any WritableKeyPath<Model, Part> & Sendable
  /// What each ID given with its clauses begins with.
  private let prefix: String
  private let operations: Set<OSSVectors.Operation>
  private let effect: Effect
  /// What is done to the model after the part was changed.
  private let everywhere: @Sendable (inout Model) -> Void
  private var clauses: [String] = []
  private var fix = ""

  init(
    _ part: any WritableKeyPath<Model, Part> & Sendable, _ prefix: String = "",
    in operations: Set<OSSVectors.Operation>, oss effect: Effect = .unknown,
    everywhere: @escaping @Sendable (inout Model) -> Void = { _ in }
  ) {
    (self.part, self.prefix, self.operations, self.effect) = (part, prefix, operations, effect)
    self.everywhere = everywhere
  }

  /// The rows that break these clauses and have this fix.
  func breaking(_ clauses: String..., fix: String) -> PartMistakes {
    var rows = self
    (rows.clauses, rows.fix) = (clauses, fix)
    return rows
  }

  /// One row.
  func callAsFunction(
    _ id: String, _ sentence: String, _ seen: [SeenIn] = [], fix: String? = nil,
    equivalent: String? = nil, _ change: @escaping @Sendable (inout Part) -> Void
  ) -> Mistake {
    let (part, everywhere) = (part, everywhere)
    return Mistake(
      id, clauses, sentence, fix: fix ?? self.fix, in: operations, oss: effect, seen: seen,
      equivalent: equivalent
    ) {
      change(&$0[keyPath: part])
      everywhere(&$0)
    }
  }

  /// One row with clauses of its own, in other operations or with another effect if these are given.
  func callAsFunction(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation>? = nil, oss effect: Effect? = nil,
    seen: [SeenIn] = [], _ change: @escaping @Sendable (inout Part) -> Void
  ) -> Mistake {
    let (part, everywhere) = (part, everywhere)
    return Mistake(
      prefix + id, clauses, sentence, fix: fix, in: operations ?? self.operations,
      oss: effect ?? self.effect, seen: seen
    ) {
      change(&$0[keyPath: part])
      everywhere(&$0)
    }
  }
}
