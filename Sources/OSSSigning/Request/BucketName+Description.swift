internal import OSSPrimitives

extension BucketName.CreationFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the name.
  public var description: String {
    switch self {
    case .length(let count):
      "The bucket name has \(count) bytes; a new bucket's has from 3 to 63."
    case .byte(let byte, let offset):
      "The bucket name holds the byte 0x\(Hexadecimal.encode(Bytes([byte]).span)) at \(offset); "
        + "a new bucket's is made of lower-case letters, digits and '-'."
    case .hyphenAtEnd(let offset):
      "The bucket name has a hyphen at its \(offset == 0 ? "beginning" : "end")."
    }
  }
}
