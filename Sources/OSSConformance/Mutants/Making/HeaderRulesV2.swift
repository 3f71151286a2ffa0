internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Which headers V2 lists and how they become lines, rule by rule, so that a mutant breaks one.
struct HeaderRulesV2: Sendable {
  /// The names that are listed, as they are listed.
  var names: @Sendable (SigningRequest, Bytes?) -> [Bytes] = { listed($0, $1) }
  /// What stands between them.
  var separator = UInt8(ascii: ";")
  /// Whether a header has a line, given the names that are listed.
  var isSigned: @Sendable (HeaderRules.Line, [Bytes]) -> Bool = { line, names in
    line.isOSS || names.contains(Bytes(line.given.name.utf8).lowercased)
  }
  /// How the lines are made.
  var lines = HeaderRules()

  /// Puts the rules in the place of the steps.
  func apply(to steps: inout ReferenceSteps) {
    let rules = self
    steps.signingV2.additionalHeaders = { request, token, buffer in
      buffer += Bytes(rules.names(request, token).joined(separator: [rules.separator]))
    }
    steps.signingV2.canonicalizedHeaders = { request, token, buffer in
      let names = rules.names(request, token).map(\.lowercased)
      var lines = rules.lines
      lines.isSigned = { rules.isSigned($0, names) }
      lines.append(request, token, to: &buffer)
    }
  }

  /// The names that the reference lists.
  static func listed(_ request: SigningRequest, _ token: Bytes?) -> [Bytes] {
    var list = Bytes()
    StepsV2.standard.additionalHeaders(request, token, &list)
    return list.split(separator: UInt8(ascii: ";")).map { Bytes($0) }
  }

  /// The names that are asked for, in lower case and in their order.
  static func asked(_ request: SigningRequest) -> [Bytes] {
    request.additionalHeaders.map { Bytes($0.utf8).lowercased }
  }
}

extension HeaderRules.Line {
  /// Whether the header is one of OSS, whatever the case of its name.
  var isOSS: Bool { Bytes(given.name.utf8).lowercased.starts(with: "x-oss-".utf8) }
}
