internal import OSSPrimitives

/// Compares two URLs by their parts (FMT-JUDGE-3).
enum URLComparison {
  static func differences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    return differences(name, (expected, URLParts(expected)), (actual, URLParts(actual)))
  }

  /// Compares two request targets, which are the path and the query of a URL (FMT-JUDGE-11).
  static func targetDifferences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    return differences(
      name, (expected, URLParts.ofTarget(expected)), (actual, URLParts.ofTarget(actual)))
  }

  /// What differs between two texts by their parts; both whole where one has none.
  private static func differences(
    _ name: String, _ expected: (text: Bytes, parts: URLParts?),
    _ actual: (text: Bytes, parts: URLParts?)
  ) -> [Difference] {
    guard let wanted = expected.parts, let given = actual.parts else {
      return [Difference(name: name, expected: expected.text, actual: actual.text)]
    }
    var differences: [Difference] = []
    func compare(_ part: String, _ wanted: Bytes?, _ given: Bytes?) {
      if wanted == given { return }
      differences.append(
        Difference(name: name, part: part, expected: wanted, actual: given))
    }
    compare("scheme", wanted.scheme, given.scheme)
    compare("host", wanted.host, given.host)
    compare("port", text(wanted.port), text(given.port))
    if wanted.path != given.path {
      compare("path, decoded", wanted.path, given.path)
    } else if wanted.pathPieces != given.pathPieces {
      compare("path, where a plus sign is %2B", wanted.writtenPath, given.writtenPath)
    }
    differences += Field.differences(
      name, kind: "parameter", expected: wanted.query, actual: given.query)
    compare("fragment", wanted.fragment, given.fragment)
    return differences
  }

  /// Compares two bodies of a form by their fields.
  static func formDifferences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    guard let wanted = URLParts.fields(expected[...]), let given = URLParts.fields(actual[...])
    else { return [Difference(name: name, expected: expected, actual: actual)] }
    return Field.differences(name, kind: "parameter", expected: wanted, actual: given)
  }

  private static func text(_ port: Int?) -> Bytes? {
    port.map { String($0).bytes }
  }
}

/// A URL taken apart so that two spellings of one request compare equal.
struct URLParts {
  let scheme: Bytes
  let host: Bytes
  /// The port, absent where it is the scheme's own.
  let port: Int?
  /// The path as it is written; `/` without one.
  let writtenPath: Bytes
  /// The pieces of the path between plus signs that are not encoded, each decoded.
  ///
  /// OSS is reported to read such a plus sign as a space, so it equals neither `%2B` nor `%20`.
  let pathPieces: [Bytes]
  /// The parameters, decoded, in their order.
  let query: [Field]
  let fragment: Bytes?

  /// Takes a URL apart, if it is one that can be sent as it is: visible ASCII, a scheme, a host,
  /// no broken escape.
  init?(_ text: Bytes) {
    guard text.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    guard let colon = text.index(of: "://"), colon > 0 else { return nil }
    let (beforeFragment, fragment) = text[(colon + 3)...].halves(at: "#")
    let (beforeQuery, query) = beforeFragment.halves(at: "?")
    let pathStart = beforeQuery.firstIndex(of: UInt8(ascii: "/")) ?? beforeQuery.endIndex
    let path = pathStart == beforeQuery.endIndex ? "/".bytes[...] : beforeQuery[pathStart...]
    guard let authority = Authority(beforeQuery[..<pathStart]), let pieces = Self.pieces(path),
      let fields = Self.fields(query)
    else { return nil }
    scheme = text[..<colon].lowercased
    host = authority.host
    port = authority.port == Self.defaultPort(of: scheme) ? nil : authority.port
    writtenPath = Bytes(path)
    pathPieces = pieces
    self.query = fields
    self.fragment = fragment.map { Bytes($0) }
  }

  /// Takes a request target apart that is in origin form: a path that begins with a slash, and
  /// where it has one a query. It is one of a host that does not count.
  static func ofTarget(_ text: Bytes) -> URLParts? {
    text.begins(with: "/") ? URLParts("http://host".bytes + text) : nil
  }

  private static func defaultPort(of scheme: Bytes) -> Int? {
    switch scheme {
    case "http".bytes: 80
    case "https".bytes: 443
    default: nil
    }
  }

  /// The pieces between plus signs, decoded; nil for a broken escape.
  private static func pieces(_ path: ArraySlice) -> [Bytes]? {
    var pieces: [Bytes] = []
    for piece in path.pieces(at: "+") {
      guard let piece = try? PercentEncoding.decode(piece, plusIsSpace: false) else { return nil }
      pieces.append(piece)
    }
    return pieces
  }

  /// The path, decoded.
  var path: Bytes { Bytes(pathPieces.joined(separator: "+".utf8)) }

  /// The fields of a query or a form, decoded, in their order; nil for a broken escape.
  static func fields(_ query: ArraySlice?) -> [Field]? {
    guard let query, !query.isEmpty else { return [] }
    var fields: [Field] = []
    // Nothing between two ampersands is no field.
    for piece in query.split(separator: UInt8(ascii: "&")) {
      let (name, value) = piece.halves(at: "=")
      guard let name = try? PercentEncoding.decode(name, plusIsSpace: true),
        let value = try? PercentEncoding.decode(value ?? [], plusIsSpace: true)
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
    return fields
  }

  typealias ArraySlice = Bytes.SubSequence
}

/// The host of a URL and its port.
private struct Authority {
  let host: Bytes
  let port: Int?

  init?(_ text: Bytes.SubSequence) {
    var host = text
    var port: Int?
    // A colon inside brackets belongs to an IPv6 address.
    if let colon = text.lastIndex(of: UInt8(ascii: ":")),
      !text[colon...].contains(UInt8(ascii: "]"))
    {
      host = text[..<colon]
      let digits = text[(colon + 1)...]
      if !digits.isEmpty {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
          let number = Int(String(decoding: digits, as: UTF8.self)), number <= 65_535
        else { return nil }
        port = number
      }
    }
    guard !host.isEmpty else { return nil }
    self.host = host.lowercased
    self.port = port
  }
}
