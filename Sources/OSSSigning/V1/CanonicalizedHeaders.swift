internal import OSSPrimitives

extension StringToSignV1 {
  private static let tokenName = Bytes("x-oss-security-token".utf8)

  /// Appends `name:value` and an LF for each `x-oss-` header, sorted by name (V1-HDR-1 to 7).
  ///
  /// A token takes its place among them, and the place of one that the caller gave (V1-TOK-1).
  static func appendCanonicalizedHeaders(
    of request: SigningRequest, token: Bytes?, to buffer: inout Bytes
  ) {
    let fields = request.fields
    guard let token else {
      appendLines(fields.ossEntries, of: fields, to: &buffer)
      return
    }
    let position = fields.ossPosition(of: tokenName)
    appendLines(fields.ossEntries.lowerBound..<position.index, of: fields, to: &buffer)
    buffer.append(contentsOf: tokenName)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(contentsOf: token)
    buffer.append(UInt8(ascii: "\n"))
    let next = position.isPresent ? position.index + 1 : position.index
    appendLines(next..<fields.ossEntries.upperBound, of: fields, to: &buffer)
  }

  /// Appends neighboring lines in one piece.
  private static func appendLines(
    _ indices: Range<Int>, of fields: CanonicalFields, to buffer: inout Bytes
  ) {
    guard let first = indices.first, let last = indices.last else { return }
    buffer.append(contentsOf: fields.lines[fields.entries[first].start..<fields.entries[last].end])
  }
}
