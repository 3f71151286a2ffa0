internal import OSSPrimitives

/// The lines of the caller's headers that V4 signs, and where those go that signing adds.
struct CanonicalHeadersV4: Sendable {
  private static let contentSHA256Name = Bytes("x-oss-content-sha256".utf8)
  private static let dateName = Bytes("x-oss-date".utf8)
  private static let tokenName = Bytes("x-oss-security-token".utf8)

  /// The lines, each with its LF, sorted by name (V4-HDR).
  let lines: Bytes
  /// The names of the additional headers among them, with `;` between (V4-ADD-1).
  let additionalHeaders: Bytes
  /// The line of `x-oss-content-sha256`; an empty range where it would stand if there is none.
  let contentSHA256: Range<Int>
  /// The line of `x-oss-date`, as above.
  let date: Range<Int>
  /// The line of `x-oss-security-token`, as above.
  let securityToken: Range<Int>

  /// Chooses the signed ones of a request's headers.
  ///
  /// - Complexity: O(*n* *m*) in the number of headers and of additional names.
  init(_ fields: CanonicalFields, additionalHeaders names: [String]) {
    let names = names.map(CanonicalField.lowercased)
    var lines = Bytes()
    lines.reserveCapacity(fields.lines.count)
    var additionalHeaders = Bytes()
    var places = [
      Place(of: Self.contentSHA256Name), Place(of: Self.dateName), Place(of: Self.tokenName),
    ]
    for entry in fields.entries {
      let name = fields.lines[entry.start..<entry.colon]
      if !AdditionalHeaderName.isSignedAnyway(name) {
        // Signed if it is asked for, and listed then.
        if !names.contains(where: name.elementsEqual) { continue }
        if !additionalHeaders.isEmpty { additionalHeaders.append(UInt8(ascii: ";")) }
        additionalHeaders.append(contentsOf: name)
      }
      let start = lines.count
      lines.append(contentsOf: fields.lines[entry.start..<entry.end])
      for index in places.indices { places[index].pass(name, at: start..<lines.count) }
    }
    self.lines = lines
    self.additionalHeaders = additionalHeaders
    contentSHA256 = places[0].line ?? lines.count..<lines.count
    date = places[1].line ?? lines.count..<lines.count
    securityToken = places[2].line ?? lines.count..<lines.count
  }

  /// The place of one name among sorted lines.
  private struct Place {
    let name: Bytes
    /// The line, or where it would stand; nil while only smaller names were passed.
    var line: Range<Int>?

    init(of name: Bytes) { self.name = name }

    mutating func pass(_ next: Bytes.SubSequence, at place: Range<Int>) {
      if line != nil || next.lexicographicallyPrecedes(name) { return }
      line = next.elementsEqual(name) ? place : place.lowerBound..<place.lowerBound
    }
  }
}

extension CanonicalHeadersV4 {
  /// Where the value of `x-oss-content-sha256` stands in ``lines``; nil if there is none.
  var contentSHA256Value: Range<Int>? {
    if contentSHA256.isEmpty { return nil }
    return contentSHA256.lowerBound + Self.contentSHA256Name.count + 1..<contentSHA256.upperBound
      - 1
  }
}
