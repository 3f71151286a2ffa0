internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// A URL cut into pieces, which are not decoded, so that a mutant changes one.
struct URLPieces: Sendable {
  var scheme: Bytes
  /// The host and the port.
  var authority: Bytes
  /// The path with its first slash.
  var path: Bytes
  /// The parameters as they stand between the ampersands; nil without a question mark.
  var query: [Bytes]?

  init(_ url: Bytes) {
    let parts = url.text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let front = parts[0].split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    scheme = Bytes((front.first?.dropLast() ?? "").utf8)
    authority = Bytes((front.count > 2 ? front[2] : "").utf8)
    path = Bytes("/".utf8) + Bytes((front.count > 3 ? front[3] : "").utf8)
    query =
      parts.count > 1
      ? parts[1].split(separator: "&", omittingEmptySubsequences: false).map { Bytes($0.utf8) }
      : nil
  }

  /// The pieces put together.
  var url: Bytes {
    var url = scheme + Bytes("://".utf8) + authority + path
    if let query { url += Bytes("?".utf8) + Bytes(query.joined(separator: [UInt8(ascii: "&")])) }
    return url
  }

  /// Changes the value of the parameters of which a statement about the name is true.
  mutating func rewriteValues(
    where isMeant: (String) -> Bool, _ change: (Bytes) -> Bytes
  ) {
    query = query?.map { parameter in
      guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return parameter }
      let name = Bytes(parameter[..<equals])
      guard isMeant(name.text) else { return parameter }
      return name + Bytes([UInt8(ascii: "=")]) + change(Bytes(parameter[(equals + 1)...]))
    }
  }

  /// Whether a parameter is one that signing adds.
  static func isAdded(_ name: String) -> Bool {
    ["OSSAccessKeyId", "Expires", "Signature", "security-token"].contains(name)
  }
}

extension ReferenceSteps {
  /// Changes the pieces of the URL that is given.
  mutating func rewritePieces(_ change: @escaping @Sendable (inout URLPieces) -> Void) {
    rewriteURL { url in
      var pieces = URLPieces(url)
      change(&pieces)
      return pieces.url
    }
  }
}

extension Bytes {
  /// Whether a parameter has a name.
  func hasParameterName(_ name: String) -> Bool {
    elementsEqual(name.utf8) || starts(with: "\(name)=".utf8)
  }
}
