internal import OSSPrimitives
internal import OSSSigning

/// How V2 makes the resource, rule by rule, so that a mutant breaks one.
struct ResourceRulesV2: Sendable {
  typealias Parameter = ResourceRules.Parameter

  /// The bucket and the key before they are encoded.
  var path: @Sendable (SigningRequest) -> String = { request in
    guard let bucket = request.bucket else { return "/" }
    return "/\(bucket)/\(request.key ?? "")"
  }
  /// The path as it is signed.
  var encodedPath: @Sendable (String) -> Bytes = { Bytes($0.percentEncoded().utf8) }
  /// Whether the parameter of this name is signed.
  var isSigned: @Sendable (String) -> Bool = { _ in true }
  /// A name as it is signed.
  var encodedName: @Sendable (String) -> Bytes = { Bytes($0.percentEncoded().utf8) }
  /// A value as it is signed.
  var encodedValue: @Sendable (String) -> Bytes = { Bytes($0.percentEncoded().utf8) }
  /// Whether a parameter stands before another, both as they are signed.
  var precedes: @Sendable (Parameter, Parameter) -> Bool = {
    $0.name.lexicographicallyPrecedes($1.name)
  }
  /// What is written for a parameter.
  var text: @Sendable (Parameter) -> Bytes = { parameter in
    guard let value = parameter.value, !value.isEmpty else { return parameter.name }
    return parameter.name + [UInt8(ascii: "=")] + value
  }

  /// Puts the rules in the place of the step.
  func apply(to steps: inout ReferenceSteps) {
    let rules = self
    steps.signingV2.canonicalizedResource = { request, added, buffer in
      buffer += rules.encodedPath(rules.path(request))
      let signed = (request.query + added).filter { rules.isSigned($0.name) }.map {
        Parameter(name: rules.encodedName($0.name), value: $0.value.map(rules.encodedValue))
      }
      let sorted = signed.enumerated().sorted { left, right in
        if rules.precedes(left.element, right.element) { return true }
        return !rules.precedes(right.element, left.element) && left.offset < right.offset
      }.map(\.element)
      for (index, parameter) in sorted.enumerated() {
        buffer.append(UInt8(ascii: index == 0 ? "?" : "&"))
        buffer += rules.text(parameter)
      }
    }
  }
}
