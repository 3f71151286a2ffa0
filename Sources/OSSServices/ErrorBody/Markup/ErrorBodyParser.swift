internal import OSSPrimitives

/// A place in an error body and the functions that read on from there.
///
/// Reads XML 1.0 as far as it needs no document type, in one pass and without recursion: open
/// elements stand on a stack whose depth is bounded.
struct ErrorBodyParser {
  /// How many elements may be open, the root included (ERR-REF-7).
  static let maximumDepth = 8
  /// How many elements the root may hold, at any depth (ERR-REF-7).
  static let maximumMemberCount = 256

  let bytes: Bytes
  /// The names that the root may have.
  let roots: [String]
  /// The offset of the next byte to read.
  var position = 0
  /// The elements that are open, the root first.
  var open: [OpenElement] = []
  /// The elements found so far, in the order of their start tags.
  var found: [FoundElement] = []

  init(_ bytes: Bytes, roots: [String]) {
    self.bytes = bytes
    self.roots = roots
  }

  /// The members of a body: the elements in its root, `Error` (ERR-XML-1).
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func members(of bytes: Bytes) throws(ErrorBodyError) -> [ServerErrorMember] {
    var parser = ErrorBodyParser(bytes, roots: ["Error"])
    _ = try parser.readDocument()
    return parser.found.compactMap { $0.member }
  }

  /// Reads all there is, and gives the name of the root.
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
    bytes[range].elementsEqual(text.utf8)
  }

  /// Whether the bytes of a range are those of a lower-case text, without regard to ASCII case.
  func isCaseless(_ lowercased: String, at range: Range<Int>) -> Bool {
    bytes[range].lazy.map { $0.lowercased }.elementsEqual(lowercased.utf8)
  }
}
