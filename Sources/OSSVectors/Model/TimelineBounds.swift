public import OSSJSON
internal import OSSPrimitives

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

extension TimelineBounds {
  /// Reads bounds strictly: a misspelt one would bound nothing.
  ///
  /// - Parameters:
  ///   - members: The members of the expected answer.
  ///   - place: Where they stand.
  /// - Throws: ``VectorError`` with the place of the first fault.
  /// - Complexity: O(*n*²) in the number of callers.
  public init(_ members: JSONObject, at place: VectorLocation) throws(VectorError) {
    let reader = try MemberReader(.object(members), at: place)
    try reader.allow(only: ["callers", "waits", "fetches", "invariants"])
    self.init(
      callers: try Self.callers(reader), waits: try Self.waits(reader),
      invariants: try Self.invariants(reader))
    guard members["fetches"] != nil else { return }
    let fetches = try reader.members("fetches")
    try fetches.allow(only: ["least", "most"])
    guard !fetches.object.members.isEmpty else { throw .emptyList(fetches.place) }
    leastFetches = try Self.count("least", of: fetches)
    mostFetches = try Self.count("most", of: fetches)
  }

  private static func callers(_ reader: MemberReader) throws(VectorError) -> [CallerBound] {
    guard reader.object["callers"] != nil else { return [] }
    let callers = try reader.members("callers")
    var bounds: [CallerBound] = []
    for member in callers.object.members {
      let outcomes = try callers.texts(member.name)
      guard !outcomes.isEmpty else { throw .emptyList(callers.place.member(member.name)) }
      bounds.append(CallerBound(caller: member.name, outcomes: outcomes))
    }
    return bounds
  }

  private static func waits(_ reader: MemberReader) throws(VectorError) -> [WaitBound] {
    guard reader.object["waits"] != nil else { return [] }
    let waits = try reader.members("waits")
    var bounds: [WaitBound] = []
    for member in waits.object.members {
      bounds.append(WaitBound(caller: member.name, most: try waits.integer(member.name)))
    }
    return bounds
  }

  private static func invariants(_ reader: MemberReader) throws(VectorError) -> [Invariant] {
    guard reader.object["invariants"] != nil else { return [] }
    var invariants: [Invariant] = []
    for (index, text) in try reader.texts("invariants").enumerated() {
      guard let invariant = Invariant(rawValue: text) else {
        throw .unknownWord(
          reader.place.member("invariants").element(index), text: text, list: "an invariant")
      }
      invariants.append(invariant)
    }
    return invariants
  }

  private static func count(
    _ name: String, of reader: MemberReader
  ) throws(VectorError) -> Int64? {
    reader.object[name] == nil ? nil : try reader.integer(name)
  }
}
