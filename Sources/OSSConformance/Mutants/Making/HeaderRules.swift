internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// How headers become lines of the string to sign, rule by rule, so that a mutant breaks one.
struct HeaderRules: Sendable {
  /// One header on its way to a line.
  struct Line: Sendable {
    var name: Bytes
    var value: Bytes
    /// The header as the caller gave it.
    let given: HeaderField
    /// Where it stood.
    let position: Int
  }

  /// Whether a header is signed.
  var isSigned: @Sendable (Line) -> Bool = { $0.name.starts(with: "x-oss-".utf8) }
  /// The name that is signed, of the name as it was given.
  var name: @Sendable (Bytes) -> Bytes = \.lowercased
  /// The value that is signed, of the value as it was given.
  var value: @Sendable (Bytes) -> Bytes = { $0.blanksTrimmed }
  /// Whether a line stands before another.
  var precedes: @Sendable (Line, Line) -> Bool = { $0.name.lexicographicallyPrecedes($1.name) }
  /// The value of a name that is given more than once.
  var joined: @Sendable (Bytes, Bytes) -> Bytes = { $0 + [UInt8(ascii: ",")] + $1 }
  /// What is written for a header.
  var text: @Sendable (Line) -> Bytes = { $0.name + [UInt8(ascii: ":")] + $0.value + [0x0A] }

  /// Appends the lines of a request; a token takes the place of one that the caller gave.
  func append(_ request: SigningRequest, _ token: Bytes?, to buffer: inout Bytes) {
    var headers = request.headers
    if let token {
      let name = Bytes("x-oss-security-token".utf8)
      headers.removeAll { Bytes($0.name.utf8).lowercased == name }
      headers.append(HeaderField("x-oss-security-token", String(decoding: token, as: UTF8.self)))
    }
    for line in lines(of: headers) { buffer.append(contentsOf: text(line)) }
  }

  /// The lines of headers, in their order.
  func lines(of headers: [HeaderField]) -> [Line] {
    var lines: [Line] = []
    for (position, header) in headers.enumerated() {
      let line = Line(
        name: name(Bytes(header.name.utf8)), value: value(Bytes(header.value.utf8)),
        given: header, position: position)
      guard isSigned(line) else { continue }
      if let index = lines.firstIndex(where: { $0.name == line.name }) {
        lines[index].value = joined(lines[index].value, line.value)
      } else {
        lines.append(line)
      }
    }
    return lines.enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }
}
