extension HexadecimalError: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .invalidDigit(let byte, let offset):
      "The byte 0x\(Hexadecimal.encode(byte)) at byte \(offset) is not a hexadecimal digit."
    case .oddLength(let count):
      "The text has \(count) hexadecimal digits, an odd number."
    }
  }
}
