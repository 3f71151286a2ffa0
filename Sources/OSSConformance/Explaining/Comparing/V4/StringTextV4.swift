internal import OSSPrimitives
internal import OSSVectors

/// A string to sign of V4, taken apart into its four lines without refusing any.
struct StringTextV4: Sendable {
  let algorithm: Bytes
  let time: Bytes
  let scope: ScopeText
  let hash: Bytes

  /// Takes a string apart; nil where it does not begin as one of V4 or of Amazon does.
  init?(_ string: Bytes) {
    let lines = string.stripped.parts(at: 0x0a)
    guard lines.count >= 3, let first = lines.first,
      first.hasPrefix("OSS4") || first.hasPrefix("AWS4") || first.hasPrefix("oss4")
    else { return nil }
    (algorithm, time) = (first, lines[1])
    scope = ScopeText(lines[2])
    hash = lines.count > 3 ? lines[3] : []
  }
}

/// A credential scope by its parts, as many as there are.
struct ScopeText: Hashable, Sendable {
  let parts: [Bytes]

  init(_ text: Bytes) { parts = text.parts(at: UInt8(ascii: "/")) }

  private func part(_ index: Int) -> Bytes? { index < parts.count ? parts[index] : nil }

  var date: Bytes? { part(0) }
  var region: Bytes? { part(1) }
  var product: Bytes? { part(2) }
  var terminator: Bytes? { part(3) }
}
