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
