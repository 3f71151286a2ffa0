extension UInt8 {
  /// The byte, or the lower-case letter of an upper-case one.
  package var lowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }

  /// The value of a hexadecimal digit of either case.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }

  /// Whether the byte is a blank that may surround a header's value.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
}
