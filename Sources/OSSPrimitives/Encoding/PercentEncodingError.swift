/// Why a text is not percent-encoded.
public enum PercentEncodingError: Error, Hashable, Sendable {
  /// A percent sign, at the offset, has fewer than two characters after it.
  case truncatedTriplet(offset: Int)
  /// A byte after a percent sign is not a hexadecimal digit.
  case invalidDigit(UInt8, offset: Int)
}
