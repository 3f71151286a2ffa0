extension PercentEncodingError: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .truncatedTriplet(let offset):
      "The percent sign at byte \(offset) lacks its two digits."
    case .invalidDigit(let byte, let offset):
      "The byte 0x\(Hexadecimal.encode(byte)) at byte \(offset) is not a hexadecimal digit."
    }
  }
}
