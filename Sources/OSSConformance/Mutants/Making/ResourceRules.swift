internal import OSSPrimitives
internal import OSSSigning

/// How the resource is made, rule by rule, so that a mutant breaks one.
struct ResourceRules: Sendable {
  /// A parameter that is signed.
  struct Parameter: Sendable {
    var name: Bytes
    /// The value; nil for a bare name.
    var value: Bytes?
  }

  /// The bucket and the key.
  var path: @Sendable (SigningRequest) -> Bytes = { request in
    guard let bucket = request.bucket else {
      return Bytes("/".utf8) + Bytes((request.key ?? "").utf8)
    }
    return Bytes("/\(bucket)/".utf8) + Bytes((request.key ?? "").utf8)
  }
  /// Whether the parameter of this name is signed.
  var isSigned: @Sendable (Bytes) -> Bool = { Subresources.contains($0) }
  /// What becomes of the parameters that are signed, in the order given.
  var chosen: @Sendable ([Parameter]) -> [Parameter] = { $0 }
  /// Whether a parameter stands before another.
  var precedes: @Sendable (Parameter, Parameter) -> Bool = {
    $0.name.lexicographicallyPrecedes($1.name)
  }
  /// What is written for a parameter.
  var text: @Sendable (Parameter) -> Bytes = { parameter in
    guard let value = parameter.value, !value.isEmpty else { return parameter.name }
    return parameter.name + [UInt8(ascii: "=")] + value
  }
  /// What stands before the first parameter.
  var separator = UInt8(ascii: "?")
  /// Where a token goes.
  var tokenIsSorted = true

  /// Appends the resource of a request, with the token among its subresources if one is given.
  func append(_ request: SigningRequest, _ token: Bytes?, to buffer: inout Bytes) {
    buffer.append(contentsOf: path(request))
    var given = request.query.map {
      Parameter(name: Bytes($0.name.utf8), value: $0.value.map { Bytes($0.utf8) })
    }
    let tokenParameter = token.map { Parameter(name: Bytes("security-token".utf8), value: $0) }
    if let tokenParameter, tokenIsSorted { given.append(tokenParameter) }
    let signed = chosen(given.filter { isSigned($0.name) })
    var sorted = signed.enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
    if let tokenParameter, !tokenIsSorted { sorted.append(tokenParameter) }
    for (index, parameter) in sorted.enumerated() {
      buffer.append(index == 0 ? separator : UInt8(ascii: "&"))
      buffer.append(contentsOf: text(parameter))
    }
  }
}
