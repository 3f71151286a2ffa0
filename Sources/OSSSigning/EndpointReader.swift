package import OSSPrimitives

/// Reads the parts of an endpoint from left to right.
package struct EndpointReader {
  private let bytes: Bytes
  private var offset = 0

  init(_ text: String) { bytes = text.bytes }

  /// Reads what is between the scheme and the path of a URL.
  package init(_ authority: Bytes.SubSequence) { bytes = Bytes(authority) }

  private var rest: Bytes.SubSequence { bytes[offset...] }

  /// Reads `http://` or `https://`, which is not guessed where it is left out (PRE-REF-4,
  /// PRE-REF-6).
  mutating func readScheme() throws(SigningError) -> String {
    for scheme in ["https", "http"] {
      let expected = scheme + "://"
      if rest.prefix(expected.utf8.count).isCaseless(expected) {
        offset = expected.utf8.count
        return scheme
      }
    }
    throw .invalidEndpoint(.scheme)
  }

  /// Reads labels with dots between them or an address; IPv6 keeps its brackets (PRE-REF-4,
  /// PRE-HOST-8).
  package mutating func readHost() throws(SigningError) -> (text: String, isAddress: Bool) {
    if rest.first == UInt8(ascii: "[") { return (try readIPv6Address(), true) }
    let start = offset
    while offset < bytes.count, Self.isHostByte(bytes[offset]) { offset += 1 }
    let host = bytes[start..<offset]
    let labels = host.pieces(at: ".")
    for label in labels where label.isEmpty {
      throw .invalidEndpoint(.host(offset: label.startIndex))
    }
    if offset < bytes.count, bytes[offset] != 0x3A, bytes[offset] != 0x2F {
      throw .invalidEndpoint(.host(offset: offset))
    }
    let text = String(decoding: host.map { $0.lowercased }, as: UTF8.self)
    return (text, IPAddress.isVersion4(host))
  }

  private mutating func readIPv6Address() throws(SigningError) -> String {
    let start = offset
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")),
      IPAddress.isVersion6(bytes[(start + 1)..<end])
    else { throw .invalidEndpoint(.host(offset: start)) }
    offset = end + 1
    if offset < bytes.count, bytes[offset] != 0x3A, bytes[offset] != 0x2F {
      throw .invalidEndpoint(.host(offset: offset))
    }
    return String(decoding: bytes[start...end].map { $0.lowercased }, as: UTF8.self)
  }

  /// Reads a colon and a port from 1 to 65535, or neither (PRE-REF-4): the number, and how it is written.
  package mutating func readPort() throws(SigningError) -> (number: UInt16?, text: String) {
    guard rest.first == UInt8(ascii: ":") else { return (nil, "") }
    let start = offset + 1
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    var port = 0
    for byte in bytes[start..<end] {
      guard 0x30...0x39 ~= byte else { throw .invalidEndpoint(.port(offset: start)) }
      port = min(port * 10 + Int(byte - 0x30), 65_536)
    }
    guard let result = UInt16(exactly: port), result > 0 else {
      throw .invalidEndpoint(.port(offset: start))
    }
    let text = String(decoding: rest[..<end], as: UTF8.self)
    offset = end
    return (result, text)
  }

  /// Reads the path without the slashes at its end (PRE-HOST-7); a query or a fragment begins with no
  /// byte of a path, and is refused (PRE-REF-4).
  mutating func readPath() throws(SigningError) -> String {
    var end = bytes.count
    if let fault = rest.indices.first(where: { !isPathByte(at: $0) }) {
      throw .invalidEndpoint(.path(offset: fault))
    }
    while end > offset, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Whether a byte may stand in the path of a URL as it is: RFC 3986's `pchar`, a slash, and a
  /// percent sign that two hexadecimal digits follow.
  private func isPathByte(at index: Int) -> Bool {
    switch bytes[index] {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x24, 0x26...0x2F, 0x3A, 0x3B, 0x3D, 0x40, 0x5F, 0x7E: true
    case 0x25:
      index + 2 < bytes.count
        && bytes[(index + 1)...(index + 2)].allSatisfy { Hexadecimal.value(of: $0) != nil }
    default: false
    }
  }
}

/// The two forms of an IP address that stand as a host.
enum IPAddress {
  /// Whether the text is four numbers from 0 to 255 with dots between them.
  static func isVersion4(_ text: Bytes.SubSequence) -> Bool {
    let octets = text.pieces(at: ".")
    return octets.count == 4 && octets.allSatisfy(isOctet)
  }

  /// Whether the text is an IPv6 address without brackets, as RFC 4291 section 2.2 has it.
  ///
  /// Eight groups of one to four hexadecimal digits; `::` replaces once a run of them, and an
  /// IPv4 address may stand for the last two.
  static func isVersion6(_ text: Bytes.SubSequence) -> Bool {
    let halves = halves(of: text)
    guard let left = groupCount(of: halves.left, mayEndInVersion4: halves.right == nil) else {
      return false
    }
    guard let right = halves.right else { return left == 8 }
    guard let count = groupCount(of: right, mayEndInVersion4: true) else { return false }
    return left + count < 8
  }

  /// What is before and after the first `::`; the whole text and nil without one.
  private static func halves(
    of text: Bytes.SubSequence
  ) -> (left: Bytes.SubSequence, right: Bytes.SubSequence?) {
    let colon = UInt8(ascii: ":")
    for index in text.indices.dropLast() where text[index] == colon && text[index + 1] == colon {
      return (text[..<index], text[(index + 2)...])
    }
    return (text, nil)
  }

  /// The number of groups in a run of them; nil if the run is invalid. An IPv4 address counts as
  /// two.
  private static func groupCount(
    of run: Bytes.SubSequence, mayEndInVersion4: Bool
  ) -> Int? {
    if run.isEmpty { return 0 }
    let groups = run.pieces(at: ":")
    if groups.dropLast().contains(where: { !isGroup($0) }) { return nil }
    guard let last = groups.last else { return nil }
    if isGroup(last) { return groups.count }
    return mayEndInVersion4 && isVersion4(last) ? groups.count + 1 : nil
  }

  private static func isGroup(_ text: Bytes.SubSequence) -> Bool {
    (1...4).contains(text.count) && text.allSatisfy { Hexadecimal.value(of: $0) != nil }
  }

  private static func isOctet(_ text: Bytes.SubSequence) -> Bool {
    guard (1...3).contains(text.count), text.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return false
    }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
  }
}
