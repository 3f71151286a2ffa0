package import OSSPrimitives

/// Where OSS is reached, taken apart (PRE-HOST).
package struct SigningEndpoint: Sendable {
  package enum Addressing: String, Sendable {
    case virtualHost = "virtual-host"
    case path, cname
  }

  package var scheme: Bytes
  /// The host in lower case; an IPv6 address is in brackets.
  package var host: Bytes
  package var port: Int?
  /// The path before the bucket and the key, without slashes at its end.
  package var path: Bytes
  package var addressing: Addressing

  static func withoutLastSlashes(_ path: Bytes) -> Bytes {
    Bytes(path.reversed().drop { $0 == UInt8(ascii: "/") }.reversed())
  }
}

extension SigningModel {
  /// Takes an endpoint apart, and refuses what is not one (PRE-REF-4, PRE-REF-5, PRE-REF-6).
  func endpoint(
    _ text: Bytes, _ addressing: SigningEndpoint.Addressing?
  ) throws(Refusal) -> SigningEndpoint {
    let parts = text.text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = (parts.count > 1 ? String(parts[0]) : "").raw.lowerCase
    if !scheme.isText("http"), !scheme.isText("https") { try refuse(.scheme, text) }
    let rest = Bytes((parts.last ?? "").utf8)
    let authority = Bytes(rest.prefix { $0 != UInt8(ascii: "/") })
    let (host, port) = Self.hostAndPort(authority)
    let isAddress = isAddress(host, port)
    if !isAddress, !Self.isHostName(host) { try refuse(.host, text) }
    if let port, !port.allSatisfy(\.isDigit) || !(1...65_535).contains(Self.number(port)) {
      try refuse(.port, port)
    }
    let path = Bytes(rest.dropFirst(authority.count))
    if !Self.isPath(path) { try refuse(.endpointPath, path) }
    if isAddress, addressing == .virtualHost { try refuse(.bucketBeforeAddress, text) }
    return SigningEndpoint(
      scheme: scheme.isEmpty ? "https".raw : scheme, host: host.lowerCase,
      port: port.flatMap { $0.allSatisfy(\.isDigit) ? Self.number($0) : nil },
      path: endpointPath(path),
      addressing: addressing ?? (isAddress ? .path : .virtualHost))
  }

  /// The host, with the brackets of an IPv6 address, and what follows the colon behind it.
  private static func hostAndPort(_ authority: Bytes) -> (host: Bytes, port: Bytes?) {
    let isBracketed = authority.first == UInt8(ascii: "[")
    let end = isBracketed ? authority.firstIndex(of: UInt8(ascii: "]")) ?? 0 : 0
    guard let colon = authority[end...].firstIndex(of: UInt8(ascii: ":")) else {
      return (authority, nil)
    }
    return (Bytes(authority[..<colon]), Bytes(authority[(colon + 1)...]))
  }

  /// A number in digits; one with too many is too great.
  private static func number(_ digits: Bytes) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1 & 0x0F), 65_536) }
  }

  /// Labels of letters, digits, `-` and `_` with single dots between them (PRE-REF-4).
  static func isHostName(_ host: Bytes) -> Bool {
    host.pieces(at: ".").allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isHostByte) }
  }

  /// Four numbers from 0 to 255 with dots between them.
  static func isVersion4(_ host: Bytes) -> Bool {
    let numbers = host.pieces(at: ".")
    return numbers.count == 4
      && numbers.allSatisfy {
        (1...3).contains($0.count) && $0.allSatisfy(\.isDigit) && number($0) <= 255
      }
  }

  /// An IPv6 address in brackets: eight groups of one to four hexadecimal digits; `::` replaces
  /// once a run of them, and an IPv4 address may stand for the last two (RFC 4291 §2.2).
  static func isVersion6(_ host: Bytes) -> Bool {
    guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 else {
      return false
    }
    let halves = Bytes(host.dropFirst().dropLast()).text
      .split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let counts = halves.enumerated().map { index, half in
      groupCount(Bytes(half.utf8), isLast: index == halves.count - 1)
    }
    if counts.contains(nil) { return false }
    let count = counts.compactMap(\.self).reduce(0, +)
    return halves.count == 1 ? count == 8 : count < 8
  }

  private static func groupCount(_ run: Bytes, isLast: Bool) -> Int? {
    if run.isEmpty { return 0 }
    var groups = run.pieces(at: ":")
    var count = groups.count
    if isLast, let last = groups.last, isVersion4(last) {
      groups.removeLast()
      count += 1
    }
    let isRight = groups.allSatisfy { group in
      (1...4).contains(group.count) && group.allSatisfy { Hexadecimal.value(of: $0) != nil }
    }
    return isRight ? count : nil
  }

  /// Bytes that may stand in the path of a URL, and percent signs before two hexadecimal digits.
  private static func isPath(_ path: Bytes) -> Bool {
    path.indices.allSatisfy { index in
      let byte = path[index]
      if byte == UInt8(ascii: "%") {
        let digits = path[(index + 1)...].prefix(2)
        return digits.count == 2 && digits.allSatisfy { Hexadecimal.value(of: $0) != nil }
      }
      return byte.isLetterOrDigit || "/-._~!$&'()*+,;=:@".utf8.contains(byte)
    }
  }
}
