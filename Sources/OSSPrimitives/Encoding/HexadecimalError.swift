/// Why a text is not hexadecimal.
public enum HexadecimalError: Error, Hashable, Sendable {
  /// A byte of the text is not a hexadecimal digit.
  case invalidDigit(UInt8, offset: Int)
  /// The text has an odd number of digits.
  case oddLength(Int)
}
