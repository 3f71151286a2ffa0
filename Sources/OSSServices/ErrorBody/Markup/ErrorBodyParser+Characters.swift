internal import OSSPrimitives

extension ErrorBodyParser {
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
