internal import OSSPrimitives
internal import OSSVectors

/// A request or an answer in the text form of HTTP/1.1: its first line, its headers, its body.
struct HTTPMessage: Sendable {
  let startLine: Bytes
  let fields: [HTTPField]
  let body: Bytes

  /// Takes a text apart; a line that is no header is passed over.
  init(_ text: Bytes) {
    var rest = text[...]
    var lines: [Bytes] = []
    while !rest.isEmpty {
      let line = Self.line(of: &rest)
      if line.stripped.isEmpty {
        if lines.isEmpty { continue }
        break
      }
      lines.append(line)
    }
    startLine = lines.first ?? []
    fields = lines.dropFirst().compactMap { HTTPField(line: $0) }
    body = Bytes(rest)
  }

  /// Takes one line off the front, its end left out.
  private static func line(of rest: inout Bytes.SubSequence) -> Bytes {
    guard let end = rest.firstIndex(of: 0x0a) else {
      defer { rest = [] }
      return Bytes(rest)
    }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end].last == 0x0d ? Bytes(rest[..<(end - 1)]) : Bytes(rest[..<end])
  }
}
