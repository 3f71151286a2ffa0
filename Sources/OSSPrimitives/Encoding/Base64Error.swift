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
