/// A digest of MD5: 16 bytes.
public struct MD5Digest: HashDigest {
  /// How many bytes a digest has.
  public static let byteCount = 16

  // The bytes in four words; the first byte of the digest is the highest of the first word.
  let first: UInt32
  let second: UInt32
  let third: UInt32
  let fourth: UInt32

  /// Appends the bytes of the digest.
  ///
  /// - Parameter buffer: Where the bytes are added.
  public func append(to buffer: inout Bytes) {
    buffer.append(bigEndian: first)
    buffer.append(bigEndian: second)
    buffer.append(bigEndian: third)
    buffer.append(bigEndian: fourth)
  }

  /// Appends the digest in hexadecimal digits of lower case.
  ///
  /// - Parameter buffer: Where the digits are added.
  public func append(hexadecimalTo buffer: inout Bytes) {
    buffer.append(hexadecimal: first)
    buffer.append(hexadecimal: second)
    buffer.append(hexadecimal: third)
    buffer.append(hexadecimal: fourth)
  }
}
