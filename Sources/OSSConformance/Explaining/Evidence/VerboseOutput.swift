internal import OSSPrimitives
internal import OSSVectors

/// What `curl -v` prints: lines of the request after `>`, of the answer after `<`, and the body.
struct VerboseOutput {
  let request: Bytes
  let answer: Bytes

  /// Divides the text; nil where it is not what `curl -v` prints.
  init?(_ text: Bytes) {
    guard text.hasPrefix("< HTTP/") || text.contains("\n< HTTP/") else { return nil }
    var (request, head, body) = (Bytes(), Bytes(), Bytes())
    for line in text.parts(at: 0x0a) {
      switch line.first {
      case UInt8(ascii: ">"): request += Self.rest(of: line)
      // An answer such as 100 Continue is followed by the one that counts.
      case UInt8(ascii: "<") where line.hasPrefix("< HTTP/"): head = Self.rest(of: line)
      case UInt8(ascii: "<") where line.hasPrefix("< ") || line.stripped.count == 1:
        head += Self.rest(of: line)
      case UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "}"): break
      default: body += line + [0x0a]
      }
    }
    self.request = request
    answer = head + [0x0a] + body
  }

  private static func rest(of line: Bytes) -> Bytes {
    Bytes(line.dropFirst(2)) + [0x0a]
  }
}
