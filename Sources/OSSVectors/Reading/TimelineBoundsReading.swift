public import OSSJSON
internal import OSSPrimitives

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
