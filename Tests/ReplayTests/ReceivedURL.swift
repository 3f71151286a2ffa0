import Testing

/// A URL as a server reads it: path decoded, parameters decoded and in any order.
///
/// Bytes that are no visible ASCII show as numbers, so that texts compare as their bytes do.
struct ReceivedURL: Equatable {
  let front: String
  let path: String
  let parameters: [String]

  init(_ text: String) throws {
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = try #require(halves.first)
    let pieces = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    front = pieces.prefix(3).joined(separator: "/")
    path = try Self.decoded(pieces.count > 3 ? pieces[3] : "", plusIsSpace: false)
    parameters = try (halves.count > 1 ? halves[1] : "").split(separator: "&").map { parameter in
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(pair[0], plusIsSpace: true)
      return name + " = " + (try Self.decoded(pair.count > 1 ? pair[1] : "", plusIsSpace: true))
    }.sorted()
  }

  private static func decoded(_ text: Substring, plusIsSpace: Bool) throws -> String {
    var result = ""
    var rest = text.utf8
    while var byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        let digits = Substring(rest.prefix(2))
        byte = try #require(UInt8(digits, radix: 16))
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "+"), plusIsSpace {
        byte = UInt8(ascii: " ")
      }
      let isVisible = (0x21...0x7E).contains(byte)
      result += isVisible ? String(UnicodeScalar(byte)) : "<\(byte)>"
    }
    return result
  }
}
