public import OSSPrimitives
internal import OSSSigning

/// The rule for the names of new buckets; what can be signed is wider.
public enum BucketName: Sendable {
  /// Why a bucket of this name cannot be made, though a request for it can be signed.
  public enum CreationFault: Error, Equatable, Sendable {
    /// The name has fewer than 3 or more than 63 bytes.
    case length(Int)
    /// The name holds a byte outside `[a-z0-9-]`.
    case byte(UInt8, offset: Int)
    /// The name begins or ends with a hyphen.
    case hyphenAtEnd(offset: Int)
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
      if !SigningRequest.isBucketByte(byte) { throw .byte(byte, offset: offset) }
      if byte == 0x2D, offset == 0 || offset == count - 1 { throw .hyphenAtEnd(offset: offset) }
      offset += 1
    }
  }
}

extension BucketName.CreationFault: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong with the name.
  public var description: String {
    switch self {
    case .length(let count):
      "The bucket name has % bytes; a new bucket's has from 3 to 63.".filled(count)
    case .byte(let byte, let offset):
      ("The bucket name holds the byte 0x% at %; "
        + "a new bucket's is made of lower-case letters, digits and '-'.").filled(
          byte: byte, offset)
    case .hyphenAtEnd(let offset):
      "The bucket name has a hyphen at its %.".filled(offset == 0 ? "beginning" : "end")
    }
  }
}
