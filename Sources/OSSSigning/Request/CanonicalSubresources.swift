internal import OSSPrimitives

/// The parameters of a query that V1 signs, sorted by name, each as it stands in the resource.
///
/// Made once, when a request is made.
struct CanonicalSubresources: Sendable {
  /// Each parameter as `name=value`, or `name` where there is no value, sorted by name (V1-RES-6).
  let assembled: ContiguousArray<Bytes>
  /// Where a `security-token` parameter goes among them.
  let tokenIndex: Int
  /// Whether the caller gives a `security-token` parameter.
  let holdsToken: Bool

  /// Chooses and sorts the signed parameters of a query.
  ///
  /// A name that comes twice is kept twice, in the order given (V1-RES-12).
  /// - Complexity: O(*n* log *n*) in the number of parameters.
  init(_ query: [QueryParameter]) {
    var chosen = ContiguousArray<(name: Bytes, value: String?, position: Int)>()
    for (position, parameter) in query.enumerated() {
      let name = Bytes(parameter.name.utf8)
      if Subresources.contains(name) { chosen.append((name, parameter.value, position)) }
    }
    chosen.sort {
      $0.name == $1.name ? $0.position < $1.position : $0.name.lexicographicallyPrecedes($1.name)
    }
    let token = Bytes(Subresources.securityToken.utf8)
    assembled = ContiguousArray(chosen.map { Self.assemble($0.name, $0.value) })
    tokenIndex =
      chosen.firstIndex { !$0.name.lexicographicallyPrecedes(token) } ?? chosen.count
    holdsToken = chosen.contains { $0.name == token }
  }

  /// `name=value`, decoded; `name` alone where the value is nil or empty (V1-RES-7, V1-RES-8).
  private static func assemble(_ name: Bytes, _ value: String?) -> Bytes {
    guard let value, !value.utf8.isEmpty else { return name }
    var result = name
    result.append(UInt8(ascii: "="))
    result.append(contentsOf: value.utf8)
    return result
  }
}
