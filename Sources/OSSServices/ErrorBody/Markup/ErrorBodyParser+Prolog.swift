internal import OSSPrimitives

extension ErrorBodyParser {
  /// Reads up to the root: a byte-order mark, white space, the declaration if there is one,
  /// comments and instructions (ERR-XML-2, ERR-XML-5).
  mutating func readProlog() throws(ErrorBodyError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipWhiteSpace()
    guard let first = next else { throw .empty }
    guard first == UInt8(ascii: "<") else { throw try foreignFormat(first) }
    if try begins(with: "<?xml"), position + 5 < bytes.count,
      XMLWhiteSpace.contains(bytes[position + 5])
    {
      try readDeclaration()
    }
    try skipMiscellany()
    let byte = try required()
    guard byte == UInt8(ascii: "<") else { throw .notXML(byte, offset: position) }
    if try begins(with: "<!") { throw try documentType() }
  }

  /// What a text is that does not begin with markup, as far as its beginning shows.
  private func foreignFormat(_ first: UInt8) throws(ErrorBodyError) -> ErrorBodyError {
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): .json(offset: position)
    case UInt8(ascii: "&") where try begins(with: "&lt;"): .escapedMarkup(offset: position)
    default: .notXML(first, offset: position)
    }
  }

  /// What `<!` before the root is: a document type, that of a web page, or nothing.
  ///
  /// Only the name is read. What a document type declares is never looked at (ERR-REF-3).
  private func documentType() throws(ErrorBodyError) -> ErrorBodyError {
    let keyword = position + 2..<min(position + 9, bytes.count)
    guard isCaseless("doctype", at: keyword) else {
      let isCut = "DOCTYPE".utf8.starts(with: bytes[keyword])
      return isCut && keyword.upperBound == bytes.count
        ? .truncated(offset: bytes.count) : .invalidMarkup(offset: position)
    }
    var name = keyword.upperBound
    while name < bytes.count, XMLWhiteSpace.contains(bytes[name]) { name += 1 }
    return isCaseless("html", at: name..<min(name + 4, bytes.count))
      ? .webPage(offset: position) : .documentType(offset: position)
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, the last two optional.
  private mutating func readDeclaration() throws(ErrorBodyError) {
    position += 5
    skipWhiteSpace()
    let version = try declared("version")
    guard isText("1.0", at: version) else { throw .invalidMarkup(offset: version.lowerBound) }
    var hasSpace = skipWhiteSpace()
    if hasSpace, try required() == UInt8(ascii: "e") {
      let encoding = try declared("encoding")
      guard isCaseless("utf-8", at: encoding) else {
        throw .unsupportedEncoding(offset: encoding.lowerBound)
      }
      hasSpace = skipWhiteSpace()
    }
    if hasSpace, try required() == UInt8(ascii: "s") {
      let standalone = try declared("standalone")
      guard isText("yes", at: standalone) || isText("no", at: standalone) else {
        throw .invalidMarkup(offset: standalone.lowerBound)
      }
      skipWhiteSpace()
    }
    try expect("?>")
  }

  /// Reads a name, `=` and a quoted value of the declaration; gives the place of the value.
  private mutating func declared(_ name: String) throws(ErrorBodyError) -> Range<Int> {
    try expect(name)
    skipWhiteSpace()
    try expect("=")
    skipWhiteSpace()
    let quote = try readQuote()
    let start = position
    while try required() != quote { position += 1 }
    position += 1
    return start..<position - 1
  }

  /// Moves over comments, instructions and white space outside the root.
  mutating func skipMiscellany() throws(ErrorBodyError) {
    while true {
      skipWhiteSpace()
      guard next == UInt8(ascii: "<") else { return }
      if try skip("<!--") {
        try skipComment()
      } else if try skip("<?") {
        try skipInstruction()
      } else {
        return
      }
    }
  }
}
