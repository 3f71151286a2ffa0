internal import OSSPrimitives
internal import OSSVectors

/// What strings to sign, canonical requests and pasted requests have in common.
extension Bytes {
  /// Whether it can be a method: a few letters.
  func isVerb(upTo length: Int = 8) -> Bool {
    (1...length).contains(count) && allSatisfy { 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 }
  }

  /// Whether it is so many hexadecimal digits, of either case.
  func isHexadecimal(_ length: Int) -> Bool {
    count == length && allSatisfy { $0.hexadecimalDigit != nil }
  }

  /// The parameters of a query in their order; a bare name has no value.
  var parameters: [(name: Bytes, value: Bytes?)] {
    if isEmpty { return [] }
    return parts(at: UInt8(ascii: "&")).map { part in
      let (name, value) = part.halves(at: UInt8(ascii: "="))
      return (name, value)
    }
  }
}

extension Collection where Element == Bytes {
  /// The texts with another one between.
  func joined(by separator: String) -> Bytes { Bytes(joined(separator: Bytes(separator))) }

  /// The lines of headers as names, and values as they stand after the colon.
  var headerPairs: [(name: Bytes, value: Bytes)] {
    map { line in
      let (name, value) = line.halves(at: UInt8(ascii: ":"))
      return (name, value ?? [])
    }
  }
}

extension Bytes {
  /// The lines, without the empty ones at the end.
  var linesToTheLast: [Bytes] {
    guard let last = lastIndex(where: { $0 != 0x0a }) else { return [[]] }
    return Bytes(self[...last]).parts(at: 0x0a)
  }
}
