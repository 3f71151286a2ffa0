internal import OSSPrimitives

/// The writing of text into XML.
enum XMLEscape {
  /// Appends a text with what begins markup as a reference.
  ///
  /// - Parameters:
  ///   - text: the text, without characters that XML cannot hold.
  ///   - buffer: where the escaped text is added.
  static func append(_ text: String, to buffer: inout Bytes) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): buffer.append("&amp;")
      case UInt8(ascii: "<"): buffer.append("&lt;")
      case UInt8(ascii: ">"): buffer.append("&gt;")
      default: buffer.append(byte)
      }
    }
  }
}
