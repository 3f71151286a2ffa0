/// The two rules for bucket names: which can be signed, and which can be made.
public enum BucketName: Sendable {
  /// Why a bucket of this name cannot be made, though a request for it can be signed.
  public enum CreationFault: Error, Hashable, Sendable {
    /// The name has fewer than 3 or more than 63 bytes.
    case length(Int)
    /// The name holds a byte outside `[a-z0-9-]`.
    case byte(UInt8, offset: Int)
    /// The name begins or ends with a hyphen.
    case hyphenAtEnd(offset: Int)
  }

  /// Refuses a name that cannot be signed: it is empty or holds a byte outside `[a-z0-9_-]`.
  package static func checkForSigning(_ name: String) throws(SigningError) {
    if name.utf8.isEmpty || !name.utf8.allSatisfy({ isNameByte($0) || $0 == 0x5F }) {
      throw .invalidBucketName(name)
    }
  }

  /// Refuses a name that OSS would not give to a new bucket (V1-NAME-1).
  ///
  /// Signing does not ask this: buckets made under older rules still have names with `_`.
  /// - Throws: ``CreationFault``, which says what is wrong and where.
  /// - Complexity: O(*n*) in the length of the name.
  public static func checkForCreation(_ name: String) throws(CreationFault) {
    let count = name.utf8.count
    if !(3...63).contains(count) { throw .length(count) }
    var offset = 0
    for byte in name.utf8 {
      if !isNameByte(byte) { throw .byte(byte, offset: offset) }
      if byte == 0x2D, offset == 0 || offset == count - 1 { throw .hyphenAtEnd(offset: offset) }
      offset += 1
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, 0x2D: true
    default: false
    }
  }
}
