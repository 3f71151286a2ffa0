/// What came of a script: who got what and when, and which fetches there were.
struct Trace: Hashable, Sendable {
  /// What a caller got.
  enum Outcome: Hashable, Sendable {
    case gets(String)
    case fails(String)
    case cancelled
  }

  /// An answer to a caller.
  struct Answer: Hashable, Sendable {
    var caller: String
    var at: Int64
    var outcome: Outcome
  }

  /// A fetch; one that has not ended has no end.
  struct Fetch: Hashable, Sendable {
    var at: Int64
    var ends: Int64?
  }

  var answers: [Answer] = []
  var fetches: [Fetch] = []
}
