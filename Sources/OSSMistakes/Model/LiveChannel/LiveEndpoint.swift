internal import OSSPrimitives
internal import OSSVectors

/// An endpoint cut into the parts of a URL, as PRE-REF-4 to PRE-REF-6 have it.
package struct LiveEndpoint: Sendable {
  var scheme: String
  var host: String
  var port: Int?
  /// The path without slashes at its end (PRE-HOST-7).
  var path: String
  /// `virtual-host`, `path` or `cname`.
  var addressing: String

  /// PRE-REF-4 to PRE-REF-6, PRE-HOST-4.
  init(_ text: String, addressing: String?) throws(Refusal) {
    let schemes = ["https", "http"].filter {
      text.asciiLowercased.utf8.starts(with: "\($0)://".utf8)
    }
    guard let scheme = schemes.first else { throw Refusal(.invalidEndpoint, "No scheme.") }
    let rest = Bytes(text.utf8.dropFirst(scheme.utf8.count + 3))
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.count
    guard let place = HostAndPort(Bytes(rest[..<slash])), Self.isPath(Bytes(rest[slash...])) else {
      throw Refusal(.invalidEndpoint, "The endpoint has an invalid host, port or path.")
    }
    if addressing == "virtual-host", place.isAddress {
      throw Refusal(.invalidAddressing, "A bucket cannot stand before an IP address.")
    }
    self.scheme = scheme
    (host, port) = (place.host, place.port)
    var path = rest[slash...]
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = String(decoding: path, as: UTF8.self)
    self.addressing = addressing ?? (place.isAddress ? "path" : "virtual-host")
  }

  /// Whether every byte may be in a path (RFC 3986 section 3.3), a `%` before two digits alone.
  private static func isPath(_ bytes: Bytes) -> Bool {
    bytes.indices.allSatisfy { index in
      if bytes[index] == UInt8(ascii: "%") {
        return bytes.count > index + 2
          && bytes[(index + 1)...(index + 2)].allSatisfy { Hexadecimal.value(of: $0) != nil }
      }
      return bytes[index].isHostByte || "!$&'()*+,-./:;=@_~".utf8.contains(bytes[index])
    }
  }
}

/// A host and a port as PRE-REF-4 has them.
struct HostAndPort {
  let host: String
  let port: Int?
  /// Whether the host is an IP address.
  let isAddress: Bool

  /// Reads a host, and a port from 1 to 65535 after a colon; nil for anything else.
  init?(_ authority: Bytes) {
    let isBracketed = authority.first == UInt8(ascii: "[")
    let end =
      isBracketed
      ? authority.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
      : authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.count
    guard let end else { return nil }
    let host = Bytes(authority[..<end])
    if isBracketed {
      guard Self.isVersion6(Bytes(host.dropFirst().dropLast())) else { return nil }
    } else {
      let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isHostByte) }) else { return nil }
    }
    isAddress = isBracketed || Self.isVersion4(host)
    self.host = String(decoding: host, as: UTF8.self).asciiLowercased
    if end == authority.count {
      port = nil
      return
    }
    let digits = authority[(end + 1)...]
    guard authority[end] == UInt8(ascii: ":"), digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 65_536) }
    guard 1...65_535 ~= number else { return nil }
    port = number
  }

  /// Four numbers from 0 to 255 with dots between them.
  private static func isVersion4(_ text: Bytes) -> Bool {
    let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { digits in
        1...3 ~= digits.count && digits.allSatisfy { 0x30...0x39 ~= $0 }
          && digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  /// Eight groups of up to four digits; `::` stands once for one or more of them, an IPv4 address for the
  /// last two (RFC 4291 section 2.2).
  private static func isVersion6(_ text: Bytes) -> Bool {
    let colon = UInt8(ascii: ":")
    let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
    let sides = gap.map { [Bytes(text[..<$0]), Bytes(text[($0 + 2)...])] } ?? [text]
    var count = 0
    for (index, side) in sides.enumerated() where !side.isEmpty {
      var groups = side.split(separator: colon, omittingEmptySubsequences: false)
      if index == sides.count - 1, let last = groups.last, isVersion4(Bytes(last)) {
        groups.removeLast()
        count += 2
      }
      for group in groups {
        let isGroup = 1...4 ~= group.count && group.allSatisfy { Hexadecimal.value(of: $0) != nil }
        guard isGroup else { return false }
      }
      count += groups.count
    }
    return gap == nil ? count == 8 : count < 8
  }
}

extension UInt8 {
  /// Whether a byte may be in the label of a host: a letter, a digit, `-` or `_`.
  var isHostByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}

extension String {
  /// Whether the text holds a CR, LF or NUL.
  var breaksLines: Bool { utf8.contains { [0x0D, 0x0A, 0x00].contains($0) } }

  /// The text with its letters A to Z in lower case.
  var asciiLowercased: String {
    String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
