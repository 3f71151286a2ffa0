internal import OSSPrimitives
internal import OSSVectors

/// The endpoint of a call: `http://` or `https://`, a host, and perhaps a port and a path.
package struct RPCEndpoint: Sendable {
  /// The scheme and the host in lower case, and the port as a number.
  let origin: String
  /// The path without slashes at its end, which a call does not have (RPC-REF-5).
  let path: Bytes

  /// Reads an endpoint as those of OSS are read (PRE-REF-1 to PRE-REF-3).
  init(_ input: InputReader) throws(Refusal) {
    let text = try input.requiredText("endpoint", orRefuseAs: .invalidEndpoint)
    let name = try input.text("addressing", orRefuseAs: .invalidInput)
    if let name, !["virtual-host", "path", "cname"].containsBytes(of: name) {
      throw .shape("addressing", "virtual-host, path or cname")
    }
    let invalid = Refusal(.invalidEndpoint, "The endpoint is invalid.")
    let bytes = Bytes(text.utf8)
    let lower = ServiceText.lowercased(text)
    guard let scheme = ["https://", "http://"].first(where: { lower.starts(with: $0.utf8) }) else {
      throw invalid
    }
    let rest = bytes[scheme.utf8.count...]
    let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
    let bracket = rest.first == 0x5B ? rest[..<end].firstIndex(of: 0x5D) : nil
    let colon = rest[(bracket ?? rest.startIndex)..<end].firstIndex(of: 0x3A)
    let host = Bytes(rest[..<(colon ?? end)])
    let isAddress =
      bracket != nil ? Self.isVersion6(Bytes(host.dropFirst().dropLast())) : Self.isVersion4(host)
    guard bracket == nil ? Self.isName(host) : isAddress && host.last == 0x5D,
      let port = colon.map({ Self.port(rest[$0..<end].dropFirst()) }) ?? "",
      Self.isPath(Bytes(rest[end...]))
    else { throw invalid }
    if name == "virtual-host", isAddress {
      throw Refusal(.invalidAddressing, "No bucket stands before an address.")
    }
    let authority = ServiceText.lowercased(String(decoding: host, as: UTF8.self))
    origin = scheme + String(decoding: authority, as: UTF8.self) + port
    let slashes = rest[end...].reversed().prefix { $0 == 0x2F }.count
    path = Bytes(rest[end...].dropLast(slashes))
  }

  /// Labels of letters, digits, `-` and `_` with dots between them.
  private static func isName(_ host: Bytes) -> Bool {
    host.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty
        && label.allSatisfy { ServiceText.isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F }
    }
  }

  /// A colon and a number from 1 to 65535; nil for none.
  private static func port(_ digits: Bytes.SubSequence) -> String? {
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let number = digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, 65_536) }
    return 1...65_535 ~= number ? ":\(number)" : nil
  }

  /// The characters of RFC 3986 `pchar`, slashes, and a percent sign with two digits after it.
  private static func isPath(_ path: Bytes) -> Bool {
    path.indices.allSatisfy { index in
      path[index] == 0x25
        ? path.count > index + 2 && path[index + 1...index + 2].allSatisfy(isHexadecimal)
        : ServiceText.isLetterOrDigit(path[index])
          || "!$&'()*+,-./:;=@_~".utf8.contains(path[index])
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    "0123456789abcdefABCDEF".utf8.contains(byte)
  }

  /// Four numbers from 0 to 255 with dots between them.
  private static func isVersion4(_ text: Bytes) -> Bool {
    let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        1...3 ~= part.count && part.allSatisfy { 0x30...0x39 ~= $0 }
          && part.reduce(0) { $0 * 10 + Int($1) - 0x30 } <= 255
      }
  }

  /// Eight groups; `::` stands once for some of them, and an IPv4 address for the last two.
  private static func isVersion6(_ text: Bytes) -> Bool {
    let gap = text.indices.dropLast().first { text[$0] == 0x3A && text[$0 + 1] == 0x3A }
    guard let gap else { return groups(text, isLast: true) == 8 }
    guard let left = groups(Bytes(text[..<gap]), isLast: false),
      let right = groups(Bytes(text[(gap + 2)...]), isLast: true)
    else { return false }
    return left + right < 8
  }

  private static func groups(_ run: Bytes, isLast: Bool) -> Int? {
    if run.isEmpty { return 0 }
    var parts = run.split(separator: 0x3A, omittingEmptySubsequences: false)
    var count = parts.count
    if isLast, let last = parts.last, isVersion4(Bytes(last)) {
      parts.removeLast()
      count += 1
    }
    return parts.allSatisfy { 1...4 ~= $0.count && $0.allSatisfy(isHexadecimal) } ? count : nil
  }
}
