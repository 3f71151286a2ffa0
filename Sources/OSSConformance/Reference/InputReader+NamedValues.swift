internal import OSSPrimitives
internal import OSSVectors

extension InputReader {
  /// The pairs of an array of [name, value or null]; texts that are not UTF-8 are refused.
  func namedValues(
    _ member: String, orRefuseAs errorClass: ErrorClass
  ) throws(Refusal) -> [(name: String, value: String?)] {
    var pairs: [(name: String, value: String?)] = []
    for element in try elements(member) {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape(member, "an array of [name, value]")
      }
      let name = try Self.text(pair[0], member, orRefuseAs: errorClass)
      let value = pair[1].isNull ? nil : try Self.text(pair[1], member, orRefuseAs: errorClass)
      pairs.append((name, value))
    }
    return pairs
  }

  /// A truth value, or nil.
  func flag(_ name: String) throws(Refusal) -> Bool? {
    guard let value = object[name], !value.isNull else { return nil }
    if case .bool(let flag) = value { return flag }
    throw .shape(name, "true or false")
  }
}
