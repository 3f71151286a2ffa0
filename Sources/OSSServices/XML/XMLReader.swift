package import OSSPrimitives

/// A place in an XML document and the functions that read on from there.
///
/// Reads XML 1.0 as far as it needs no document type, in one pass and without recursion: open
/// elements stand on a stack whose depth is bounded. The clauses are those of an error body; the other
/// answers of OSS and STS are read in the same way.
struct XMLReader {
  /// How many elements may be open, the root included (ERR-REF-7).
  static let maximumDepth = 8

  let bytes: Bytes
  /// The names that the root may have.
  let roots: [String]
  /// How many elements the root may hold, at any depth (ERR-REF-7).
  let maximumElementCount: Int
  /// The offset of the next byte to read.
  var position = 0
  /// The elements that are open, the root first.
  var open: [OpenElement] = []
  /// The elements found so far, in the order of their start tags.
  var found: [FoundElement] = []

  /// Makes a reader at the start of a document.
  ///
  /// - Throws: ``ErrorBodyError/tooLarge(byteCount:limit:)``.
  init(_ bytes: Bytes, roots: [String], limits: XMLLimits) throws(ErrorBodyError) {
    guard bytes.count <= limits.byteCount else {
      throw .tooLarge(byteCount: bytes.count, limit: limits.byteCount)
    }
    self.bytes = bytes
    self.roots = roots
    maximumElementCount = limits.elementCount
  }

  /// The members of a body: the elements in its root, `Error` (ERR-XML-1).
  static func members(of bytes: Bytes) throws(ErrorBodyError) -> [ServerErrorMember] {
    var reader = try XMLReader(bytes, roots: ["Error"], limits: .errorBody)
    _ = try reader.readDocument()
    return reader.found.compactMap { $0.member }
  }

  /// Reads all there is, one well-formed document (ERR-REF-1), and gives the name of the root.
  mutating func readDocument() throws(ErrorBodyError) -> String {
    try checkCharacters()
    try readProlog()
    let root = try readRoot()
    try skipMiscellany()
    if next != nil { throw .trailingContent(offset: position) }
    return root
  }

  /// The next byte, or nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The next byte; the text may not end here.
  func required() throws(ErrorBodyError) -> UInt8 {
    guard let next else { throw .truncated(offset: bytes.count) }
    return next
  }

  /// Whether a piece of markup is at the position.
  ///
  /// - Throws: ``ErrorBodyError/truncated(offset:)`` if the text ends within it.
  func begins(with markup: String) throws(ErrorBodyError) -> Bool {
    var index = position
    for byte in markup.utf8 {
      guard index < bytes.count else { throw .truncated(offset: bytes.count) }
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Moves over a piece of markup if it is next.
  mutating func skip(_ markup: String) throws(ErrorBodyError) -> Bool {
    guard try begins(with: markup) else { return false }
    position += markup.utf8.count
    return true
  }

  /// Moves over a piece of markup that must be next.
  mutating func expect(_ markup: String) throws(ErrorBodyError) {
    guard try skip(markup) else { throw .invalidMarkup(offset: position) }
  }

  /// Moves over white space and says whether there was any.
  @discardableResult
  mutating func skipWhiteSpace() -> Bool {
    let start = position
    while let byte = next, XMLWhiteSpace.contains(byte) { position += 1 }
    return position > start
  }

  /// Whether the bytes of a range are those of a text.
  func isText(_ text: String, at range: Range<Int>) -> Bool {
    bytes[range].isText(text)
  }

  /// Whether the bytes of a range are those of a lower-case text, without regard to ASCII case.
  func isCaseless(_ lowercased: String, at range: Range<Int>) -> Bool {
    bytes[range].isCaseless(lowercased)
  }
}

extension XMLReader {
  /// Reads up to the root: a byte-order mark, white space, the declaration if there is one,
  /// comments and instructions (ERR-XML-2, ERR-XML-5); white space alone is refused (ERR-REF-5).
  mutating func readProlog() throws(ErrorBodyError) {
    if bytes.begins(with: "\u{FEFF}") { position = 3 }
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

  /// What a text is that does not begin with markup, as far as its beginning shows (ERR-REF-1).
  private func foreignFormat(_ first: UInt8) throws(ErrorBodyError) -> ErrorBodyError {
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): .json(offset: position)
    case UInt8(ascii: "&") where try begins(with: "&lt;"): .escapedMarkup(offset: position)
    default: .notXML(first, offset: position)
    }
  }

  /// What `<!` before the root is: a document type, that of a web page (ERR-REF-4), or nothing.
  ///
  /// Only the name is read. What a document type declares is never looked at (ERR-REF-3).
  private func documentType() throws(ErrorBodyError) -> ErrorBodyError {
    let keyword = position + 2..<min(position + 9, bytes.count)
    guard isCaseless("doctype", at: keyword) else {
      let isCut = bytes[keyword].isText(String("DOCTYPE".prefix(keyword.count)))
      return isCut && keyword.upperBound == bytes.count
        ? .truncated(offset: bytes.count) : .invalidMarkup(offset: position)
    }
    var name = keyword.upperBound
    while name < bytes.count, XMLWhiteSpace.contains(bytes[name]) { name += 1 }
    return isCaseless("html", at: name..<min(name + 4, bytes.count))
      ? .webPage(offset: position) : .documentType(offset: position)
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, the last two optional; no
  /// other encoding (ERR-REF-9).
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

/// An XML document that a service answers with: the name of its root and what is in it.
///
/// It is read as the body of an error is, with another root.
package struct XMLDocument: Sendable {
  /// One element.
  package struct Element: Sendable {
    /// The names from the outside in, the root's left out, with `/` between them.
    package let path: String
    /// The text in it, apart from that in elements inside; references decoded, nothing trimmed.
    package let text: Bytes
    /// Whether it holds elements.
    package let holdsElements: Bool
  }

  /// The name of the root.
  package let root: String
  /// The elements at every depth, in the order of their start tags.
  package let elements: [Element]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, and nothing else but white space around it.
  ///   - roots: the names that the root may have; none begins another.
  ///   - limits: how much is read.
  /// - Throws: an ``ErrorBodyError`` that says what the text is instead, and where.
  package init(
    _ bytes: Bytes, roots: [String], limits: XMLLimits = .errorBody
  ) throws(ErrorBodyError) {
    var reader = try XMLReader(bytes, roots: roots, limits: limits)
    root = try reader.readDocument()
    elements = reader.found.map {
      Element(path: $0.path, text: $0.text, holdsElements: $0.holdsElements)
    }
  }
}

/// How much of a document is read.
package struct XMLLimits: Sendable {
  /// How many bytes.
  package let byteCount: Int
  /// How many elements in the root, at any depth.
  package let elementCount: Int

  /// The limits of an error body, and of any other answer that lists nothing (ERR-REF-6, ERR-REF-7).
  package static let errorBody = XMLLimits(
    byteCount: ServerError.maximumByteCount, elementCount: 256)
  /// The limits of the body of a request: 10,000 parts of an upload, each with its number and its ETag.
  package static let request = XMLLimits(byteCount: 2_097_152, elementCount: 40_960)
  /// The limits of a list of 1,000 entries, each with a key of 1,023 bytes, all percent-encoded.
  package static let list = XMLLimits(byteCount: 8_388_608, elementCount: 16_384)
}

/// An element whose end tag has not been read.
struct OpenElement {
  /// Where its name is, with which the end tag must agree.
  let name: Range<Int>
  /// Its place among the elements found; nil for the root.
  let index: Int?
}

/// An element of the body, open or closed.
struct FoundElement {
  /// The names from the outside in, the root's left out.
  let path: String
  /// The text in it so far, apart from that in elements inside.
  var text = Bytes()
  /// Whether it holds elements.
  var holdsElements = false

  /// The member that the element is; one that only holds others is not a member (ERR-MEM-4).
  var member: ServerErrorMember? {
    if holdsElements, text.allSatisfy(XMLWhiteSpace.contains) { return nil }
    return ServerErrorMember(name: path, value: text)
  }
}

/// The white space of XML 1.0 section 2.3: space, tab, LF and CR.
package enum XMLWhiteSpace {
  /// Whether a byte is white space.
  package static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// The bytes without white space at their ends.
  package static func trimmed(_ bytes: Bytes) -> Bytes { bytes.trimming(where: contains) }
}
