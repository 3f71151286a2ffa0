internal import OSSPrimitives

extension XMLReader {
  /// Reads the root and all that it holds; gives the root's name.
  mutating func readRoot() throws(ErrorBodyError) -> String {
    let start = position + 1
    try readStartTag()
    let root = roots.first { bytes[start...].begins(with: $0) } ?? ""
    while let element = open.last {
      switch try required() {
      case UInt8(ascii: "<"): try readMarkup(in: element)
      case UInt8(ascii: "&"):
        let scalar = try readReference()
        append(contentsOf: scalar.utf8)
      default: try readText()
      }
    }
    return root
  }

  /// Reads what begins with `<` inside an element; comments and instructions do not divide its text
  /// (ERR-XML-2).
  private mutating func readMarkup(in element: OpenElement) throws(ErrorBodyError) {
    if try skip("</") {
      try readEndTag(of: element)
    } else if try skip("<!--") {
      try skipComment()
    } else if try skip("<![CDATA[") {
      try readSection()
    } else if try skip("<?") {
      try skipInstruction()
    } else {
      try readStartTag()
    }
  }

  /// Reads a start tag or the tag of an empty element, whose `<` is next (ERR-XML-4).
  private mutating func readStartTag() throws(ErrorBodyError) {
    let start = position
    position += 1
    let name = try readName()
    if open.isEmpty { try checkRoot(name) }
    let isEmpty = try readAttributes()
    guard open.count < Self.maximumDepth else {
      throw .tooDeep(limit: Self.maximumDepth, offset: start)
    }
    if open.isEmpty {
      if !isEmpty { open.append(OpenElement(name: name, index: nil)) }
      return
    }
    guard found.count < maximumElementCount else {
      throw .tooManyMembers(limit: maximumElementCount, offset: start)
    }
    let local = String(decoding: bytes[name], as: UTF8.self)
    if let parent = open.last?.index {
      found[parent].holdsElements = true
      found.append(FoundElement(path: "\(found[parent].path)/\(local)"))
    } else {
      found.append(FoundElement(path: local))
    }
    if !isEmpty { open.append(OpenElement(name: name, index: found.count - 1)) }
  }

  /// Refuses another root, a web page among them (ERR-REF-4).
  private func checkRoot(_ name: Range<Int>) throws(ErrorBodyError) {
    if roots.contains(where: { isText($0, at: name) }) { return }
    let offset = name.lowerBound - 1
    if isCaseless("html", at: name) { throw .webPage(offset: offset) }
    throw .unexpectedRoot(
      String(decoding: bytes[name].prefix(64), as: UTF8.self), offset: offset)
  }

  /// Reads the rest of an end tag, after `</`.
  private mutating func readEndTag(of element: OpenElement) throws(ErrorBodyError) {
    let start = position - 2
    let name = try readName()
    guard bytes[name] == bytes[element.name] else { throw .invalidMarkup(offset: start) }
    skipWhiteSpace()
    try expect(">")
    open.removeLast()
  }

  /// Reads attributes up to the end of the tag; says whether the element is empty.
  ///
  /// They must be well formed, and none counts (ERR-XML-3).
  private mutating func readAttributes() throws(ErrorBodyError) -> Bool {
    var names = NameSet()
    while true {
      let isSeparated = skipWhiteSpace()
      switch try required() {
      case UInt8(ascii: ">"):
        position += 1
        return false
      case UInt8(ascii: "/"):
        try expect("/>")
        return true
      default:
        let start = position
        guard isSeparated else { throw .invalidMarkup(offset: start) }
        let name = try readName()
        guard names.insert(Bytes(bytes[name])) else {
          throw .invalidMarkup(offset: start)
        }
        try readAttributeValue()
      }
    }
  }

  private mutating func readAttributeValue() throws(ErrorBodyError) {
    skipWhiteSpace()
    try expect("=")
    skipWhiteSpace()
    let quote = try readQuote()
    while true {
      switch try required() {
      case quote:
        position += 1
        return
      case UInt8(ascii: "<"): throw .invalidMarkup(offset: position)
      case UInt8(ascii: "&"): _ = try readReference()
      default: position += 1
      }
    }
  }
}

extension XMLReader {
  /// Moves over a name and gives its place.
  ///
  /// Something must follow it: a name that the end of the text may have truncated is rejected.
  ///
  /// Every character outside ASCII counts as part of a name: XML leaves few of them out, and OSS
  /// uses none.
  mutating func readName() throws(ErrorBodyError) -> Range<Int> {
    let start = position
    guard Self.canBeginName(try required()) else { throw .invalidMarkup(offset: start) }
    while Self.canContinueName(try required()) { position += 1 }
    return start..<position
  }

  /// Moves over a quotation mark and gives it.
  mutating func readQuote() throws(ErrorBodyError) -> UInt8 {
    let quote = try required()
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .invalidMarkup(offset: position)
    }
    position += 1
    return quote
  }

  private static func canBeginName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF: true
    default: false
    }
  }

  private static func canContinueName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: canBeginName(byte)
    }
  }
}

extension XMLReader {
  /// Appends to the text of the open element; text beside the members of the root is no member's.
  mutating func append(contentsOf text: some Sequence<UInt8>) {
    guard let index = open.last?.index else { return }
    found[index].text.append(contentsOf: text)
  }

  /// Reads text up to the next markup or reference.
  mutating func readText() throws(ErrorBodyError) {
    let start = position
    while let byte = next, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
      if byte == UInt8(ascii: "]"), isEndOfSection {
        throw .invalidMarkup(offset: position)
      }
      position += 1
    }
    appendLines(start..<position)
  }

  /// Reads a section of character data, after `<![CDATA[`: text in which nothing is markup, and
  /// which is one value with that beside it (ERR-TXT-2).
  mutating func readSection() throws(ErrorBodyError) {
    let start = position
    while !isEndOfSection {
      _ = try required()
      position += 1
    }
    appendLines(start..<position)
    position += 3
  }

  private var isEndOfSection: Bool {
    position + 3 <= bytes.count && isText("]]>", at: position..<position + 3)
  }

  /// Appends a range with each CR LF and each other CR as LF (ERR-TXT-3, XML section 2.11).
  private mutating func appendLines(_ range: Range<Int>) {
    guard let index = open.last?.index else { return }
    found[index].text.reserveCapacity(found[index].text.count + range.count)
    var follows = false
    for offset in range {
      let byte = bytes[offset]
      if byte == 0x0D {
        found[index].text.append(0x0A)
      } else if byte != 0x0A || !follows {
        found[index].text.append(byte)
      }
      follows = byte == 0x0D
    }
  }

  /// Moves over a comment, after `<!--`.
  mutating func skipComment() throws(ErrorBodyError) {
    while try !skip("--") {
      _ = try required()
      position += 1
    }
    try expect(">")
  }

  /// Moves over a processing instruction, after `<?`.
  mutating func skipInstruction() throws(ErrorBodyError) {
    let target = try readName()
    // A declaration that is not the first thing in the text.
    if isCaseless("xml", at: target) { throw .invalidMarkup(offset: target.lowerBound - 2) }
    if try skip("?>") { return }
    guard skipWhiteSpace() else { throw .invalidMarkup(offset: position) }
    while try !skip("?>") {
      _ = try required()
      position += 1
    }
  }
}

extension XMLReader {
  /// Refuses what is not UTF-8 and what cannot stand in XML, before anything is read (ERR-REF-2).
  func checkCharacters() throws(ErrorBodyError) {
    if let fault = UTF8Check.firstFault(in: bytes, range: bytes.indices) {
      throw .invalidUTF8(bytes[fault], offset: fault)
    }
    for index in bytes.indices {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20...0xEE, 0xF0...0xFF: continue
      case 0xEF:
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        if bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
          throw .invalidCharacter(offset: index)
        }
      default: throw .invalidCharacter(offset: index)
      }
    }
  }

  /// Whether a character can stand in XML 1.0 (section 2.2).
  static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

extension XMLReader {
  /// Reads a reference, whose `&` is next, and gives the character that it means (ERR-TXT-1).
  ///
  /// What it gives is text: an ampersand that comes out of a reference begins no other one.
  mutating func readReference() throws(ErrorBodyError) -> Unicode.Scalar {
    let start = position
    position += 1
    let scalar: Unicode.Scalar?
    if try skip("#x") {
      scalar = try readNumber(radix: 16)
    } else if try skip("#") {
      scalar = try readNumber(radix: 10)
    } else {
      scalar = try readEntity()
    }
    guard let scalar, try required() == UInt8(ascii: ";") else {
      throw .invalidReference(offset: start)
    }
    guard Self.isCharacter(scalar) else { throw .invalidCharacter(offset: start) }
    position += 1
    return scalar
  }

  /// Reads digits; nil where there are none or they name no character.
  private mutating func readNumber(radix: UInt32) throws(ErrorBodyError) -> Unicode.Scalar? {
    let start = position
    var value: UInt32 = 0
    while let digit = Self.digit(try required(), radix: radix) {
      // Once too great it stays too great, so that leading zeros may be many and digits too.
      value = min(value * radix + digit, 0x11_0000)
      position += 1
    }
    return position > start ? Unicode.Scalar(value) : nil
  }

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46 where radix == 16: UInt32(byte - 0x41 + 10)
    case 0x61...0x66 where radix == 16: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// Reads the name of one of the five entities that need no declaration.
  private mutating func readEntity() throws(ErrorBodyError) -> Unicode.Scalar? {
    let start = position
    while 0x61...0x7A ~= (try required()) { position += 1 }
    for (name, scalar) in Self.entities where isText(name, at: start..<position) {
      return scalar
    }
    return nil
  }

  private static let entities: [(name: String, scalar: Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
  ]
}
