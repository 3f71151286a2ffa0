internal import OSSPrimitives

/// A header as the caller gives it: the case of its name and the blanks of its value kept.
public struct HeaderField: Sendable {
  /// The name, such as `Content-Type`.
  public let name: String
  /// The value as text, not encoded.
  public let value: String

  /// Makes a header from a name and a value; a request checks both.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HeaderField: Hashable {
  /// Whether name and value have the same bytes; `String` would also equate normalized forms.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
  }

  /// Hashes the bytes of the name and the value.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    value.hashBytes(into: &hasher)
  }
}

extension HeaderField {
  /// Whether the name is this lower-case one, without regard to case.
  func hasName(_ lowercased: StaticString) -> Bool {
    CanonicalField.lowercased(name).elementsEqual(lowercased.description.utf8)
  }

  /// Refuses a header that cannot be sent (V1-REF-4, V1-REF-5).
  ///
  /// - Complexity: O(*n*) in the length of the name and the value.
  package func check() throws(SigningError) {
    var offset = 0
    for byte in name.utf8 {
      if !Self.isNameByte(byte) { throw .invalidHeaderName(name, offset: offset) }
      offset += 1
    }
    if offset == 0 { throw .invalidHeaderName(name, offset: 0) }
    if let fault = LineBreakingByte.first(in: value) {
      throw .invalidHeaderValue(name: name, byte: fault.byte, offset: fault.offset)
    }
  }

  /// Whether a byte is one of RFC 9110's `tchar`.
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
