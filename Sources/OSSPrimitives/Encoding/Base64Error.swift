/// Why a text is not base64.
public enum Base64Error: Error, Hashable, Sendable {
  /// A byte of the text is neither a character of the alphabet nor padding.
  case invalidCharacter(UInt8, offset: Int)
  /// Padding stands where a character of the alphabet is due.
  case unexpectedPadding(offset: Int)
  /// A character of the alphabet follows padding.
  case characterAfterPadding(offset: Int)
  /// The text ends, at the offset, before its last group of four is complete.
  case missingPadding(offset: Int)
  /// The bits of the last character, at the offset, that padding covers are not zero.
  case nonzeroTrailingBits(offset: Int)
}

extension Base64Error: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .invalidCharacter(let byte, let offset):
      "The byte 0x\(Hexadecimal.encode(byte)) at byte \(offset) is not a base64 character."
    case .unexpectedPadding(let offset):
      "The padding at byte \(offset) is out of place."
    case .characterAfterPadding(let offset):
      "The character at byte \(offset) follows padding."
    case .missingPadding(let offset):
      "The text ends at byte \(offset), before its last four characters are complete."
    case .nonzeroTrailingBits(let offset):
      "The character at byte \(offset) has bits that padding discards and that are not zero."
    }
  }
}
