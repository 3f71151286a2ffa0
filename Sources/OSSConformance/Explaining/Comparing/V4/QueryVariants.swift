internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Canonical queries with one mistake, made of a right one.
enum QueryVariants {
  typealias Parameter = (name: Bytes, value: Bytes?)

  static func all(_ text: CanonicalText) -> [(mistake: RefusalCause, query: Bytes)] {
    let query = text.query
    guard !query.isEmpty else { return [] }
    let parameters = text.parameters
    var found: [(RefusalCause, Bytes)] = EncodingVariants.all(query).map {
      (.parameterOtherEncoding, $0)
    }
    found += [
      (.parameterEquals, joined(parameters.map { ($0.name, $0.value ?? []) })),
      (.parameterPlus, query.replacing("%20", with: "+")),
      (.parameterPlus, query.replacing("%2B", with: "%20")),
      (.parameterNotEncoded, query.percentDecoded),
      (.parameterEncodedTwice, joined(parameters.map { (encoded($0), $1.map(encoded)) })),
    ]
    found += orders(parameters).map { (.parametersNotSorted, joined($0)) }
    found += unsigned(parameters)
    return found.filter { $0.1 != query }
  }

  /// The parameters in orders that are wrong.
  private static func orders(_ parameters: [Parameter]) -> [[Parameter]] {
    func sorted(_ key: (Parameter) -> Bytes) -> [Parameter] {
      parameters.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }
    let isOSS = { (parameter: Parameter) in parameter.name.hasPrefix("x-oss-") }
    return [
      sorted { $0.name.lowercased }, sorted { $0.name.percentDecoded },
      sorted { $0.name + Bytes("=") + ($0.value ?? []) },
      sorted { $0.name.percentDecoded.lowercased }, parameters.reversed(),
      // Those of the signature are put before or behind the others.
      parameters.filter(isOSS) + parameters.filter { !isOSS($0) },
      parameters.filter { !isOSS($0) } + parameters.filter(isOSS),
      parameters.sorted { ($0.name.decimal ?? .max) < ($1.name.decimal ?? .max) },
    ]
  }

  /// The query without parameters that the client may not have signed.
  private static func unsigned(_ parameters: [Parameter]) -> [(RefusalCause, Bytes)] {
    var found: [(RefusalCause, Bytes)] = parameters.indices.map { index in
      let name = parameters[index].name
      let rest = parameters.indices.filter { $0 != index }.map { parameters[$0] }
      let mistake: RefusalCause =
        name.hasSuffix("security-token") ? .tokenNotSigned : .parameterNotSigned
      return (mistake, joined(rest))
    }
    found.append((.parameterNotSigned, []))
    let subresources = parameters.filter {
      Subresources.contains($0.name.percentDecoded) || $0.name.hasPrefix("x-oss-")
    }
    found.append((.parameterNotSigned, joined(subresources)))
    let own = parameters.filter { !$0.name.hasPrefix("x-oss-") }
    found.append((.parameterNotSigned, joined(own)))
    return found
  }

  static func joined(_ parameters: [Parameter]) -> Bytes {
    Bytes(
      parameters.map { $0.name + ($0.value.map { Bytes("=") + $0 } ?? []) }
        .joined(separator: Bytes("&")))
  }

  private static func encoded(_ text: Bytes) -> Bytes {
    var result = Bytes()
    PercentEncoding.append(text.span, keepingSlash: false, to: &result)
    return result
  }
}
