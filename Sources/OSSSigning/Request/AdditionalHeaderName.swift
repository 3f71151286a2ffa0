internal import OSSPrimitives

/// The rules for the names of additional headers.
enum AdditionalHeaderName {
  /// Refuses a name that no list of additional headers can hold (V4-REF-4).
  ///
  /// A name that is signed anyway is never listed, so that it may have an underscore.
  static func check(_ name: String) throws(SigningError) {
    let lowercased = CanonicalField.lowercased(name)
    if lowercased.elementsEqual("authorization".utf8) {
      throw .invalidAdditionalHeader(name, offset: 0)
    }
    let isListed = !isSignedAnyway(lowercased[...])
    var offset = 0
    for byte in name.utf8 {
      if !HeaderField.isNameByte(byte) || isListed && byte == UInt8(ascii: "_") {
        throw .invalidAdditionalHeader(name, offset: offset)
      }
      offset += 1
    }
    if offset == 0 { throw .invalidAdditionalHeader(name, offset: 0) }
  }

  /// Whether V4 signs the header of this lower-case name without being asked (V4-HDR-1).
  static func isSignedAnyway(_ name: Bytes.SubSequence) -> Bool {
    name.starts(with: "x-oss-".utf8) || name.elementsEqual("content-type".utf8)
      || name.elementsEqual("content-md5".utf8)
  }
}
