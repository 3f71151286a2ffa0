/// The result of a hash function: a fixed number of bytes, kept without storage on the heap.
///
/// Two digests are compared in the same time wherever they differ, so that the time of a comparison
/// tells nothing about a secret value.
public protocol HashDigest: Hashable, Sendable, CustomStringConvertible {
  /// How many bytes a digest has.
  static var byteCount: Int { get }

  /// Appends the bytes of the digest.
  ///
  /// - Parameter buffer: Where the bytes are added.
  func append(to buffer: inout Bytes)

  /// Appends the digest in hexadecimal digits of lower case.
  ///
  /// - Parameter buffer: Where the digits are added.
  func append(hexadecimalTo buffer: inout Bytes)
}

extension HashDigest {
  /// The bytes of the digest.
  public var bytes: Bytes {
    var buffer = Bytes()
    buffer.reserveCapacity(Self.byteCount)
    append(to: &buffer)
    return buffer
  }

  /// The digest in hexadecimal digits of lower case.
  public var hexadecimal: String {
    var buffer = Bytes()
    buffer.reserveCapacity(2 * Self.byteCount)
    append(hexadecimalTo: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

  /// The digest in hexadecimal digits of lower case.
  public var description: String { hexadecimal }
}
