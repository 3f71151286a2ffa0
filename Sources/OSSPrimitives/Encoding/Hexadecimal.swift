/// Bytes written as two hexadecimal digits each, RFC 4648 section 8.
public enum Hexadecimal: Sendable {
  /// Writes bytes in lower case.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: Two digits for each byte.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    String(byteCount: 2 * bytes.count) { append(bytes, to: &$0) }
  }

  /// Appends bytes written in lower case.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - buffer: Where the digits are added.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func append(_ bytes: Span<UInt8>, to buffer: inout Bytes) {
    for index in bytes.indices { append(bytes[index], to: &buffer) }
  }

  /// Reads hexadecimal digits of either case.
  ///
  /// - Parameter text: An even number of digits and nothing else.
  /// - Returns: The bytes.
  /// - Throws: A ``HexadecimalError`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public static func decode(_ text: String) throws(HexadecimalError) -> Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    var offset = 0
    for digit in text.bytes {
      guard let value = value(of: digit) else { throw .invalidDigit(digit, offset: offset) }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
      offset += 1
    }
    if high != nil { throw .oddLength(offset) }
    return bytes
  }

  /// One byte in lower case.
  package static func encode(_ byte: UInt8) -> String {
    String(byteCount: 2) { append(byte, to: &$0) }
  }

  /// Appends one byte in lower case.
  @inline(__always)
  package static func append(_ byte: UInt8, to buffer: inout Bytes) {
    buffer.append(digit(byte >> 4, letters: UInt8(ascii: "a")))
    buffer.append(digit(byte & 15, letters: UInt8(ascii: "a")))
  }

  /// The digit of a value of `0...15` in upper case, as percent-encoding writes it.
  @inline(__always)
  package static func upperCaseDigit(_ value: UInt8) -> UInt8 {
    digit(value, letters: UInt8(ascii: "A"))
  }

  /// The value of a digit of either case.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  @inline(__always)
  private static func digit(_ value: UInt8, letters: UInt8) -> UInt8 {
    value < 10 ? value &+ UInt8(ascii: "0") : value &- 10 &+ letters
  }
}

/// Why a text is not hexadecimal.
public enum HexadecimalError: Error, Equatable, Sendable {
  /// A byte of the text is not a hexadecimal digit.
  case invalidDigit(UInt8, offset: Int)
  /// The text has an odd number of digits.
  case oddLength(Int)
}

extension HexadecimalError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .invalidDigit(let byte, let offset):
      "The byte 0x% at byte % is not a hexadecimal digit.".filled(byte: byte, offset)
    case .oddLength(let count):
      "The text has % hexadecimal digits, an odd number.".filled(count)
    }
  }
}
