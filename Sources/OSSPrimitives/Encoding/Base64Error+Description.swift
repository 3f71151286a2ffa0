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
