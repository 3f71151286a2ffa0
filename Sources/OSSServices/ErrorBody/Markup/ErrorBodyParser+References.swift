extension ErrorBodyParser {
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
