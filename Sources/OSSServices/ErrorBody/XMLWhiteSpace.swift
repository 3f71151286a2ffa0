package import OSSPrimitives

/// The white space of XML 1.0 section 2.3: space, tab, LF and CR.
package enum XMLWhiteSpace {
  /// Whether a byte is white space.
  package static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// The bytes without white space at their ends.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func trimmed(_ bytes: Bytes) -> Bytes { bytes.trimming(where: contains) }
}
