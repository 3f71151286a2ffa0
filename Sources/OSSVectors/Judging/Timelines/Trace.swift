/// What came of a script: who got what and when, and which fetches there were.
package struct Trace: Hashable, Sendable {
  /// What a caller got.
  package enum Outcome: Hashable, Sendable {
    case gets(String)
    case fails(String)
    case cancelled
  }

  /// An answer to a caller.
  package struct Answer: Hashable, Sendable {
    package var caller: String
    package var at: Int64
    package var outcome: Outcome

    package init(caller: String, at: Int64, outcome: Outcome) {
      self.caller = caller
      self.at = at
      self.outcome = outcome
    }
  }

  /// A fetch; one that has not ended has no end.
  package struct Fetch: Hashable, Sendable {
    package var at: Int64
    package var ends: Int64?

    package init(at: Int64, ends: Int64? = nil) {
      self.at = at
      self.ends = ends
    }
  }

  package var answers: [Answer] = []
  package var fetches: [Fetch] = []

  package init(answers: [Answer] = [], fetches: [Fetch] = []) {
    self.answers = answers
    self.fetches = fetches
  }
}
