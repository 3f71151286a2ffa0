internal import OSSPrimitives

extension Expectation {
  /// Reads what a vector expects.
  init(_ reader: MemberReader, operation: Operation) throws(VectorError) {
    let outcome = try Outcome(reader, operation: operation, besides: ["exact", "any_of"])
    self.init(
      outcome: outcome, alternatives: try Self.alternatives(reader, operation: operation),
      exact: try Self.exact(reader, outcome: outcome))
  }

  private static func alternatives(
    _ reader: MemberReader, operation: Operation
  ) throws(VectorError) -> [Alternative] {
    guard reader.object["any_of"] != nil else { return [] }
    var alternatives: [Alternative] = []
    for (index, value) in try reader.elements("any_of").enumerated() {
      let one = try MemberReader(value, at: reader.place.member("any_of").element(index))
      alternatives.append(
        Alternative(
          reason: try one.text("reason"),
          outcome: try Outcome(one, operation: operation, besides: ["reason"])))
    }
    guard !alternatives.isEmpty else { throw .emptyList(reader.place.member("any_of")) }
    return alternatives
  }

  private static func exact(
    _ reader: MemberReader, outcome: Outcome
  ) throws(VectorError) -> [String] {
    guard reader.object["exact"] != nil else { return [] }
    let names = try reader.texts("exact")
    guard !names.isEmpty else { throw .emptyList(reader.place.member("exact")) }
    for (index, name) in names.enumerated() {
      guard case .answer(let answer) = outcome, answer.members[name] != nil else {
        throw .unknownWord(
          reader.place.member("exact").element(index), text: name,
          list: "a member of the expected answer")
      }
    }
    return names
  }
}
