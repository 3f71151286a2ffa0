internal import OSSPrimitives
internal import OSSVectors

/// Canonical requests with one mistake, made of a right one: what a client may have hashed.
enum RequestVariants {
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
    for (index, header) in text.headers.enumerated() {
      var other = text
      other.headerLines.remove(at: index)
      other.additional = Bytes(
        text.additionalNames.filter { $0 != header.name }.joined(separator: Bytes(";")))
      found.append((unsigned(header.name, header.value), other))
    }
    var other = text
    other.headerLines = text.headers.map { capitalized($0.name) + Bytes(":") + $0.value }
    found.append((.headerNameCase, other))
    other.headerLines = text.headers.map { $0.name + Bytes(": ") + $0.value }
    found.append((.headerNotTrimmed, other))
    other.headerLines = text.headers.filter { $0.name.hasPrefix("x-oss-") }
      .map { $0.name + Bytes(":") + $0.value }
    found.append((.typeNotSigned, other))
    other = text
    other.additional = []
    found.append((.additionalDiffer, other))
    other.additional = Bytes(text.headers.map(\.name).joined(separator: Bytes(";")))
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
      return Bytes(rest.joined(separator: Bytes([0x0a])))
    }
    return [
      (.stringEndsInLine, bytes + [0x0a]),
      (.carriageReturns, bytes.replacing("\n", with: "\r\n")),
      (.lineMissing, without(2)), (.lineMissing, without(lines.count - 2)),
      (.lineMissing, Bytes(lines.filter { !$0.isEmpty }.joined(separator: Bytes([0x0a])))),
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
