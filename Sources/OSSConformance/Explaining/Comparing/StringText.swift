internal import OSSPrimitives
internal import OSSVectors

/// A string to sign of V1, taken apart into its lines without refusing any.
struct StringText: Sendable {
  let method: Bytes
  let contentMD5: Bytes
  let contentType: Bytes
  let date: Bytes
  /// The lines between the date and the resource, as they stand.
  let headerLines: [Bytes]
  /// How many empty lines stand among them.
  let blankLines: Int
  /// The resource with its subresources.
  let resource: Bytes
  /// How many lines there are before the resource.
  let lineCount: Int

  /// Takes a string apart; nil where it is none of V1, such as one that begins with OSS4.
  init?(_ string: Bytes) {
    var lines = string.parts(at: 0x0a)
    while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    guard let verb = lines.first, Self.isVerb(verb), lines.count > 1,
      !CanonicalText.isCanonical(string)
    else { return nil }
    method = verb
    let start = lines.firstIndex { $0.hasPrefix("/") } ?? lines.count - 1
    lineCount = start
    func line(_ index: Int) -> Bytes { index < start ? lines[index] : [] }
    if start < 4 {
      // Lines are missing: the last one before the resource is taken for the date.
      (contentMD5, contentType) = ([], [])
      date = start > 1 ? lines[start - 1] : []
      (headerLines, blankLines) = ([], 0)
    } else {
      (contentMD5, contentType, date) = (line(1), line(2), line(3))
      headerLines = lines[4..<start].filter { !$0.isEmpty }
      blankLines = start - 4 - headerLines.count
    }
    resource = Bytes(lines[start...].joined(separator: Bytes([0x0a])))
  }

  private static func isVerb(_ line: Bytes) -> Bool {
    (3...8).contains(line.count) && line.allSatisfy { 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 }
  }

  /// Whether a line of the first four is missing.
  var isShort: Bool { lineCount < 4 }

  /// Whether the string is one of a presigned URL.
  var isPresigned: Bool { date.decimal != nil }

  /// The x-oss- headers with their values as they stand after the colon.
  var headers: [(name: Bytes, value: Bytes)] {
    headerLines.map { line in
      let (name, value) = line.halves(at: UInt8(ascii: ":"))
      return (name, value ?? [])
    }
  }

  /// The resource up to the subresources.
  var path: Bytes { resource.halves(at: UInt8(ascii: "?")).before }

  /// The subresources in their order; a bare name has no value.
  var subresources: [(name: Bytes, value: Bytes?)] {
    guard let query = resource.halves(at: UInt8(ascii: "?")).after else { return [] }
    return query.parts(at: UInt8(ascii: "&")).map { part in
      let (name, value) = part.halves(at: UInt8(ascii: "="))
      return (name, value)
    }
  }

  /// The first part of the path.
  var bucket: Bytes {
    Bytes(path.dropFirst().prefix { $0 != UInt8(ascii: "/") })
  }

  /// What follows the bucket and its slash.
  var key: Bytes { Bytes(path.dropFirst(bucket.count + 2)) }

  /// The token among the headers or the subresources.
  var token: Bytes? {
    headers.first { $0.name.lowercased.isText("x-oss-security-token") }?.value
      ?? subresourceToken
  }

  /// The token among the subresources.
  var subresourceToken: Bytes? {
    subresources.first { $0.name.isText("security-token") }?.value ?? nil
  }
}
