/// The rule for the keys that OSS can hold (V1-REF-7).
package enum ObjectKey {
  /// The largest number of UTF-8 bytes in a key.
  static let maximumByteCount = 1023

  /// Refuses a key that OSS cannot hold.
  package static func check(_ key: String) throws(SigningError) {
    guard let first = key.utf8.first else { throw .invalidObjectKey(.empty) }
    let count = key.utf8.count
    if count > maximumByteCount { throw .invalidObjectKey(.tooLong(byteCount: count)) }
    if first == UInt8(ascii: "/") || first == UInt8(ascii: "\\") {
      throw .invalidObjectKey(.leading(byte: first))
    }
  }
}
