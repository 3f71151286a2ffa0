internal import OSSPrimitives

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
