internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Canonical requests with one mistake, made of a right one: what a client may have hashed.
enum RequestVariants {
  /// Up to how many headers or parameters each is left out in turn, so that the work grows with the
  /// size of the request alone (EXP-HASH-1).
  static let omissions = 64

  static func all(_ text: CanonicalText) -> [(mistake: RefusalCause, bytes: Bytes)] {
    var found: [(RefusalCause, Bytes)] = headers(text).map { ($0.0, $0.1.bytes) }
    found += URIVariants.all(text.uri).map { variant in
      (variant.mistake, changed(text) { $0.uri = variant.uri })
    }
    found += QueryVariants.all(text).map { variant in
      (variant.mistake, changed(text) { $0.query = variant.query })
    }
    found += methods(text) + shapes(text) + payloads(text)
    let bytes = text.bytes
    return found.filter { $0.1 != bytes }
  }

  /// The first line in which a request with a mistake differs from the right one.
  static func difference(_ text: CanonicalText, _ bytes: Bytes, _ clues: CluesV4) -> Difference? {
    let (right, wrong) = (text.bytes.parts(at: 0x0a), bytes.parts(at: 0x0a))
    let shared = zip(right, wrong).prefix { $0 == $1 }.count
    guard shared < right.count || shared < wrong.count else { return nil }
    return clues.difference(
      "line \(shared + 1)", shared < right.count ? right[shared] : nil,
      shared < wrong.count ? wrong[shared] : nil)
  }

  private static func changed(
    _ text: CanonicalText, _ change: (inout CanonicalText) -> Void
  ) -> Bytes {
    var result = text
    change(&result)
    return result.bytes
  }

  private static func headers(_ text: CanonicalText) -> [(RefusalCause, CanonicalText)] {
    var found: [(RefusalCause, CanonicalText)] = []
    let isShort = text.headerLines.count <= omissions
    for (index, header) in text.headers.enumerated() where isShort {
      var other = text
      other.headerLines.remove(at: index)
      other.additional =
        text.additionalNames.filter { $0 != header.name }.joined(by: ";")
      found.append((unsigned(header.name, header.value), other))
    }
    var other = text
    other.headerLines = text.headers.map { capitalized($0.name) + Bytes(":") + $0.value }
    found.append((.headerNameCase, other))
    other.headerLines = text.headers.map { $0.name + Bytes(": ") + $0.value }
    found.append((.headerNotTrimmed, other))
    other.headerLines = text.headers.filter { $0.name.hasPrefix("x-oss-") }
      .map { $0.name + Bytes(":") + $0.value }
    let names = text.headers.map(\.name)
    if names.contains(Bytes("content-type")) {
      found.append((.typeNotSigned, other))
    } else if names.contains(Bytes("content-md5")) {
      found.append((.md5NotSigned, other))
    }
    other = text
    other.additional = []
    found.append((.additionalDiffer, other))
    other.additional = text.headers.map(\.name).joined(by: ";")
    found.append((.additionalNeedless, other))
    return found
  }

  /// What it is called that a header is not signed.
  static func unsigned(_ name: Bytes, _ value: Bytes) -> RefusalCause {
    switch name.text {
    case "content-type": HeadDetector.isDefault(value) ? .typeAdded : .typeNotSigned
    case "content-md5": .md5NotSigned
    case "x-oss-security-token": .tokenNotSigned
    case "x-oss-date": .dateNotSigned
    case let other where other.hasPrefix("x-oss-"): .headerNotSigned
    default: .additionalNotSigned
    }
  }

  private static func capitalized(_ name: Bytes) -> Bytes {
    var isStart = true
    return Bytes(
      name.map { byte in
        defer { isStart = byte == UInt8(ascii: "-") }
        return isStart && (0x61...0x7a).contains(byte) ? byte & 0xdf : byte
      })
  }

  private static func methods(_ text: CanonicalText) -> [(RefusalCause, Bytes)] {
    let verbs = ["GET", "PUT", "POST", "HEAD", "DELETE"].map { verb in
      (RefusalCause.methodDiffers, changed(text) { $0.method = Bytes(verb) })
    }
    return verbs + [(.methodLowerCase, changed(text) { $0.method = text.method.lowercased })]
  }

  /// Requests with a line too few or too many.
  private static func shapes(_ text: CanonicalText) -> [(RefusalCause, Bytes)] {
    let bytes = text.bytes
    let lines = bytes.parts(at: 0x0a)
    func without(_ index: Int) -> Bytes {
      var rest = lines
      if rest.indices.contains(index), rest[index].isEmpty { rest.remove(at: index) }
      return rest.joined(by: "\n")
    }
    return [
      (.stringEndsInLine, bytes + [0x0a]),
      (.carriageReturns, bytes.replacing("\n", with: "\r\n")),
      (.lineMissing, without(2)), (.lineMissing, without(lines.count - 2)),
      (.lineMissing, lines.filter { !$0.isEmpty }.joined(by: "\n")),
    ]
  }

  private static func payloads(_ text: CanonicalText) -> [(RefusalCause, Bytes)] {
    let empty = CanonicalText.hash(of: [])
    return [empty, Bytes("UNSIGNED-PAYLOAD"), []].map { payload in
      (.payloadHash, changed(text) { $0.payload = payload })
    } + [
      (
        .payloadHash,
        changed(text) { text in
          text.payload = empty
          text.headerLines = text.headers.map { name, value in
            name + Bytes(":") + (name.isText("x-oss-content-sha256") ? empty : value)
          }
        }
      )
    ]
  }
}

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
      parameters.map { (key($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
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
    let single = parameters.count <= RequestVariants.omissions ? parameters.indices : 0..<0
    var found: [(RefusalCause, Bytes)] = single.map { index in
      let name = parameters[index].name
      let rest = parameters.indices.filter { $0 != index }.map { parameters[$0] }
      let mistake: RefusalCause =
        name.hasSuffix("security-token") ? .tokenNotSigned : .parameterNotSigned
      return (mistake, joined(rest))
    }
    found.append((.parameterNotSigned, []))
    let subresources = parameters.filter {
      Subresources.contains($0.name.percentDecoded.text) || $0.name.hasPrefix("x-oss-")
    }
    found.append((.parameterNotSigned, joined(subresources)))
    let own = parameters.filter { !$0.name.hasPrefix("x-oss-") }
    found.append((.parameterNotSigned, joined(own)))
    return found
  }

  static func joined(_ parameters: [Parameter]) -> Bytes {
    parameters.map { $0.name + ($0.value.map { Bytes("=") + $0 } ?? []) }.joined(by: "&")
  }

  private static func encoded(_ text: Bytes) -> Bytes {
    var result = Bytes()
    PercentEncoding.append(text.span, keepingSlash: false, to: &result)
    return result
  }
}

/// Canonical URIs with one mistake, made of a right one.
enum URIVariants {
  static func all(_ uri: Bytes) -> [(mistake: RefusalCause, uri: Bytes)] {
    let bucket = Bytes(uri.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    let key = Bytes(uri.dropFirst(bucket.count + 2))
    let encoded = Bytes("/") + bucket + Bytes("/") + key.replacing("/", with: "%2F")
    // Where other rules suffice, they say more than that nothing is encoded.
    var found: [(RefusalCause, Bytes)] = EncodingVariants.all(uri).map { (.uriOtherEncoding, $0) }
    found += [
      (.uriNotEncoded, uri.percentDecoded),
      (.uriEncodedTwice, uri.percentEncodedPath),
      (.uriSlashEncoded, encoded), (.uriSlashEncoded, uri.replacing("/", with: "%2F")),
      (.bucketMissing, Bytes("/") + key), (.resourceIsURL, key),
      (.resourceIsURL, Bytes(uri.dropFirst())), (.uriNormalized, normalized(uri)),
      (.plusAndSpace, uri.replacing("%20", with: "+")),
      (.plusAndSpace, uri.replacing("%2B", with: "%20")),
      (.plusAndSpace, uri.replacing("%2B", with: "+")),
    ]
    if key.isEmpty { found.append((.slashMissing, Bytes(uri.dropLast()))) }
    return found.filter { $0.1 != uri }
  }

  /// A path without dot segments and double slashes.
  static func normalized(_ path: Bytes) -> Bytes {
    var parts: [Bytes] = []
    let all = path.parts(at: UInt8(ascii: "/")).dropFirst()
    for part in all where !part.isEmpty && !part.isText(".") {
      if part.isText("..") { _ = parts.popLast() } else { parts.append(part) }
    }
    let joined = Bytes("/") + parts.joined(by: "/")
    let last = all.last ?? []
    return last.isEmpty && !parts.isEmpty ? joined + Bytes("/") : joined
  }
}

/// One percent-encoded text by the rules of other encoders.
enum EncodingVariants {
  /// What encoders of paths, of queries and of forms leave as it is.
  private static let kept = ["!'()*", "*", "!$&'()*+,;=:@", ":@", ",", "/", "!'()*/"]

  static func all(_ text: Bytes) -> [Bytes] {
    let escapes = kept.map { keeping($0, in: text) }
    let tilde = text.replacing("~", with: "%7E")
    return [lowerCase(text), tilde] + escapes
      + [tilde.replacing("%2A", with: "*"), keeping("!()*", in: tilde)]
  }

  /// The escapes with digits in lower case.
  private static func lowerCase(_ text: Bytes) -> Bytes {
    var result = text
    for index in text.indices where text[index] == UInt8(ascii: "%") && index + 2 < text.count {
      result[index + 1] = text[index + 1].lowercased
      result[index + 2] = text[index + 2].lowercased
    }
    return result
  }

  /// The text with some characters not encoded.
  private static func keeping(_ characters: String, in text: Bytes) -> Bytes {
    var result = text
    for byte in characters.utf8 {
      var escape = Bytes("%")
      let digits = Bytes("0123456789ABCDEF")
      escape += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      result = result.replacing(escape.text, with: Bytes([byte]).text)
    }
    return result
  }
}
