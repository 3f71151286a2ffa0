internal import OSSPrimitives

/// Reads a document from its first byte to its last.
struct MarkupReader {
  typealias Fault = Markup.Fault

  let rules: Markup
  private var bytes: Bytes
  private var position = 0
  private(set) var rootName = ""
  private(set) var members: [Markup.Member] = []

  init(rules: Markup, bytes: Bytes) { (self.rules, self.bytes) = (rules, bytes) }

  mutating func readDocument(_ body: Bytes) throws(Fault) {
    if String(validUTF8: body) == nil {
      try pass(.utf8)
      bytes = bytes.text.raw
    }
    if !body.text.unicodeScalars.allSatisfy(Markup.isCharacter) { try pass(.character) }
    if bytes.isEmpty { throw .empty }
    if begins("<?xml"), position + 5 < bytes.count, bytes[position + 5].isXMLSpace {
      try readDeclaration()
    } else if rules.needsDeclaration {
      throw .markup
    }
    try skipComments()
    if begins("<!") {
      try pass(.documentType)
      if try take(until: ">").contains(UInt8(ascii: "[")) { _ = try take(until: "]>") }
      try skipComments()
    }
    guard take("<") else { throw .notXML }
    try readElement(path: nil, depth: 1)
    try skipComments()
    if position < bytes.count { throw .trailing }
  }

  /// ERR-XML-2, ERR-REF-9.
  private mutating func readDeclaration() throws(Fault) {
    position += 5
    skipSpace()
    guard try declared("version") == "1.0" else { throw .markup }
    var hasSpace = skipSpace()
    if hasSpace, let encoding = try declared("encoding") {
      if encoding.asciiLowercased != "utf-8" { try pass(.encoding) }
      hasSpace = skipSpace()
    }
    if hasSpace, let standalone = try declared("standalone"), standalone != "yes",
      standalone != "no"
    {
      throw .markup
    }
    skipSpace()
    try require("?>")
  }

  private mutating func declared(_ name: String) throws(Fault) -> String? {
    guard take(name) else { return nil }
    return String(decoding: try readQuoted(), as: UTF8.self)
  }

  /// An equals sign and a text between quotation marks.
  private mutating func readQuoted() throws(Fault) -> Bytes {
    skipSpace()
    try require("=")
    skipSpace()
    let quote = try next()
    guard rules.quotes.contains(quote) else { throw .markup }
    position += 1
    guard let end = bytes[position...].firstIndex(of: quote) else { throw .truncated }
    defer { position = end + 1 }
    return Bytes(bytes[position..<end])
  }

  /// An element after its `<`, and all that is in it (ERR-MEM-4, ERR-REF-7).
  private mutating func readElement(path: String?, depth: Int) throws(Fault) {
    let name = try readName()
    if depth == 1 {
      rootName = name
      if let fault = rules.rootFault(name) { try pass(fault) }
    }
    let isEmpty = try readAttributes()
    if depth > 8 { try pass(.depth) }
    if depth > 1 {
      if members.count >= 256 { try pass(.count) }
      members.append(Markup.Member(name: path.map { "\($0)/\(name)" } ?? name, value: []))
    }
    let index = depth > 1 ? members.count - 1 : nil
    if isEmpty { return }
    var pieces: [Markup.Piece] = []
    while !take("</") {
      var piece = Markup.Piece(kind: .other)
      if try next() != UInt8(ascii: "<") {
        piece.kind = bytes[position] == UInt8(ascii: "&") ? .reference : .text
        piece.bytes = try readText()
      } else if take("<!--") {
        try skipComment()
      } else if take("<![CDATA[") {
        piece = .init(kind: .section, bytes: rules.section(rules.lines(try take(until: "]]>"))))
      } else if take("<?") {
        try skipInstruction()
      } else {
        position += 1
        if let index { members[index].holdsElements = true }
        try readElement(path: index.map { members[$0].name }, depth: depth + 1)
      }
      pieces.append(piece)
      if let index { members[index].value = rules.joined(pieces) }
    }
    guard try readName().hasSameBytes(as: name) else { throw .markup }
    skipSpace()
    try require(">")
  }

  /// Attributes to the end of a tag; whether its element is empty (ERR-XML-3, ERR-XML-4).
  private mutating func readAttributes() throws(Fault) -> Bool {
    var names: [String] = []
    while true {
      let hasSpace = skipSpace()
      if take("/>") { return true }
      if take(">") { return false }
      guard hasSpace else { throw .markup }
      let name = try readName()
      if !rules.readsAttribute(name) { throw .markup }
      if names.containsBytes(of: name) { throw .markup }
      names.append(name)
      var value = MarkupReader(rules: rules, bytes: try readQuoted())
      if value.bytes.contains(UInt8(ascii: "<")) { throw .markup }
      while let start = value.bytes[value.position...].firstIndex(of: UInt8(ascii: "&")) {
        value.position = start
        _ = try value.readReference()
      }
    }
  }

  /// Text to the next `<` or `&`, or one reference.
  private mutating func readText() throws(Fault) -> Bytes {
    if try next() == UInt8(ascii: "&") { return try readReference() }
    let rest = bytes[position...]
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ?? rest.endIndex
    let text = Bytes(rest[..<end])
    for index in text.indices where text[index...].starts(with: "]]>".utf8) { throw .markup }
    position = end
    return rules.lines(text)
  }

  /// ERR-TXT-1, ERR-REF-1 to ERR-REF-3.
  private mutating func readReference() throws(Fault) -> Bytes {
    let rest = bytes[position...].dropFirst()
    guard let end = rest.firstIndex(where: { !$0.isReferenceByte }), bytes[end] == UInt8(ascii: ";")
    else {
      try pass(.ampersand)
      position += 1
      return "&".raw
    }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    position = end + 1
    guard let text = rules.reference(name) else {
      try pass(name.hasPrefix("#") ? .character : name.isEmpty ? .ampersand : .entity)
      return name.hasPrefix("#") ? "\u{FFFD}".raw : "&\(name);".raw
    }
    if !text.text.unicodeScalars.allSatisfy(Markup.isCharacter) { try pass(.character) }
    return text
  }

  /// Throws a fault that makes the body invalid; another one is passed over.
  private func pass(_ fault: Fault) throws(Fault) {
    if rules.isRefused(fault) { throw fault }
  }

  private mutating func skipComments() throws(Fault) {
    skipSpace()
    while begins("<!--") || begins("<?") {
      if take("<!--") { try skipComment() }
      if take("<?") { try skipInstruction() }
      skipSpace()
    }
  }

  /// ERR-REF-1: no `--` in a comment.
  private mutating func skipComment() throws(Fault) {
    _ = try take(until: "--")
    try require(">")
  }

  private mutating func skipInstruction() throws(Fault) {
    if try readName().asciiLowercased == "xml" { throw .markup }
    if take("?>") { return }
    guard skipSpace() else { throw .markup }
    _ = try take(until: "?>")
  }

  private mutating func readName() throws(Fault) -> String {
    let rest = bytes[position...]
    let end = rest.firstIndex { !$0.isNameByte } ?? rest.endIndex
    guard let first = rest[..<end].first, !(0x2D...0x39 ~= first) else { throw .markup }
    position = end
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}

extension MarkupReader {
  private func begins(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private func next() throws(Fault) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    return bytes[position]
  }

  private mutating func take(_ text: String) -> Bool {
    guard begins(text) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func require(_ text: String) throws(Fault) {
    guard take(text) else { throw position < bytes.count ? .markup : .truncated }
  }

  /// What comes before a text; both are read.
  private mutating func take(until text: String) throws(Fault) -> Bytes {
    let start = position
    while !take(text) {
      _ = try next()
      position += 1
    }
    return Bytes(bytes[start..<(position - text.utf8.count)])
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
    return position > start
  }
}

extension UInt8 {
  /// Whether a byte may be in a name: a letter, a digit, `_`, `:`, `-`, `.`, or one outside ASCII.
  fileprivate var isNameByte: Bool { isHostByte || self >= 0x80 || self == 0x3A || self == 0x2E }
  /// Whether a byte may be in the name of a reference.
  fileprivate var isReferenceByte: Bool { isHostByte || self == UInt8(ascii: "#") }
}
