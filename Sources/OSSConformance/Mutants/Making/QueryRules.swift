internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// How the canonical query of V4 is made, rule by rule, so that a mutant breaks one.
struct QueryRules: Sendable {
  /// One parameter on its way into the query.
  struct Parameter: Sendable {
    var name: Bytes
    /// The value; nil for a bare name.
    var value: Bytes?
    /// The name as it is written.
    var encodedName: Bytes = []
    /// The name, and the value if there is one, as they are written.
    var text: Bytes = []
  }

  /// What becomes of the caller's parameters before they are written.
  var chosen: @Sendable ([Parameter]) -> [Parameter] = { $0 }
  /// How a name is written.
  var name: @Sendable (Bytes) -> Bytes = { encoded($0) }
  /// How a value is written that is not empty.
  var value: @Sendable (Bytes) -> Bytes = { encoded($0) }
  /// What is written for a name and a value, both as they are written.
  var text: @Sendable (_ name: Bytes, _ value: Bytes?) -> Bytes = { name, value in
    guard let value, !value.isEmpty else { return name }
    return name + [UInt8(ascii: "=")] + value
  }
  /// Whether a parameter stands before another.
  var precedes: @Sendable (Parameter, Parameter) -> Bool = {
    $0.encodedName.lexicographicallyPrecedes($1.encodedName)
  }
  /// Whether the parameters that signing adds stand behind the caller's, each in their own order.
  var addsAtEnd = false
  /// What is made of the whole.
  var whole: @Sendable (Bytes) -> Bytes = { $0 }

  /// Appends the query of a request, with the parameters that signing adds.
  func append(_ request: SigningRequest, _ added: [QueryParameter], to buffer: inout Bytes) {
    let own = chosen(Self.parameters(request.query)).map(written)
    let others = Self.parameters(added).map(written)
    let all = addsAtEnd ? sorted(own) + sorted(others) : sorted(own + others)
    let text = Bytes(all.map(\.text).joined(separator: [UInt8(ascii: "&")]))
    buffer.append(contentsOf: whole(text))
  }

  private func written(_ parameter: Parameter) -> Parameter {
    var parameter = parameter
    parameter.encodedName = name(parameter.name)
    parameter.text = text(parameter.encodedName, parameter.value.map(value))
    return parameter
  }

  private func sorted(_ parameters: [Parameter]) -> [Parameter] {
    parameters.enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }

  private static func parameters(_ query: [QueryParameter]) -> [Parameter] {
    query.map { Parameter(name: Bytes($0.name.utf8), value: $0.value.map { Bytes($0.utf8) }) }
  }

  /// Bytes as the query has them.
  static func encoded(_ bytes: Bytes) -> Bytes { Bytes(bytes.text.percentEncoded().utf8) }

  /// Percent-encoded bytes in which some triplets are undone, such as `%2A` of a star.
  static func undoing(_ marks: String, in encoded: Bytes) -> Bytes {
    marks.utf8.reduce(encoded) { text, mark in
      text.replacing(
        Bytes(String(decoding: [mark], as: UTF8.self).forcedTriplet.utf8), with: [mark])
    }
  }
}

extension String {
  /// The percent triplets of all bytes of the text, also of those that stand for themselves.
  fileprivate var forcedTriplet: String {
    let digits = Array("0123456789ABCDEF")
    return utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
  }
}
