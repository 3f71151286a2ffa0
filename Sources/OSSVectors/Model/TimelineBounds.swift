/// What a vector expects of a timeline: bounds on what its callers get and on its fetches.
///
/// Implementations may differ in the moment at which they refresh, so no vector says it.
public struct TimelineBounds: Hashable, Sendable {
  /// What must hold of any timeline that a vector lists it for.
  public enum Invariant: String, CaseIterable, Hashable, Sendable {
    /// No fetch begins while another is in flight (FMT-LINE-2).
    case oneFetchInFlight = "one-fetch-in-flight"
    /// Nobody gets a token that has expired by the true time (FMT-LINE-3).
    case neverExpired = "never-expired"
    /// Each caller is answered once (FMT-LINE-4).
    case everyoneAnswered = "everyone-answered"
    /// Callers that are answered at one moment are answered in the order of asking (FMT-LINE-7).
    case answeredInOrder = "answered-in-order"
  }

  /// What a caller may get.
  public struct CallerBound: Hashable, Sendable {
    /// The caller's name.
    public var caller: String
    /// Names of tokens, `failure` and `cancelled`.
    public var outcomes: [String]

    /// Makes a bound.
    public init(caller: String, outcomes: [String]) {
      self.caller = caller
      self.outcomes = outcomes
    }
  }

  /// How long a caller may wait.
  public struct WaitBound: Hashable, Sendable {
    /// The caller's name.
    public var caller: String
    /// The most milliseconds from asking to the answer.
    public var most: Int64

    /// Makes a bound.
    public init(caller: String, most: Int64) {
      self.caller = caller
      self.most = most
    }
  }

  /// What callers may get; a caller that is not named may get anything.
  public var callers: [CallerBound]
  /// How long callers may wait.
  public var waits: [WaitBound]
  /// How many fetches must begin; nil for no bound.
  public var leastFetches: Int64?
  /// How many fetches may begin; nil for no bound.
  public var mostFetches: Int64?
  /// What must hold besides.
  public var invariants: [Invariant]

  /// Makes bounds; those that are left out bound nothing.
  public init(
    callers: [CallerBound] = [], waits: [WaitBound] = [], leastFetches: Int64? = nil,
    mostFetches: Int64? = nil, invariants: [Invariant] = []
  ) {
    self.callers = callers
    self.waits = waits
    self.leastFetches = leastFetches
    self.mostFetches = mostFetches
    self.invariants = invariants
  }
}
