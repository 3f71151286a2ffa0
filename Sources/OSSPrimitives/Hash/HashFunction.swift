/// A hash function that takes a message in pieces of any size.
///
/// A value of a conforming type is the state between two pieces. Copies go their own ways, which is
/// what makes a prepared ``HMACKey`` possible.
public protocol HashFunction: Sendable {
  /// The fixed-size result of the function.
  associatedtype Digest: HashDigest

  /// How many bytes the function takes in at once, the block size of RFC 2104.
  static var blockByteCount: Int { get }

  /// Makes the state before the first byte.
  init()

  /// Takes in the next piece of the message.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func update(_ bytes: Span<UInt8>)

  /// Takes in the bytes of a digest as the next piece of the message.
  ///
  /// - Parameter digest: The digest.
  mutating func update(_ digest: Digest)

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  func finalize() -> Digest
}

extension HashFunction {
  /// The digest of a whole message.
  ///
  /// - Parameter bytes: The message.
  /// - Returns: The digest.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: Span<UInt8>) -> Digest {
    var state = Self()
    state.update(bytes)
    return state.finalize()
  }
}

/// The result of a hash function: a fixed number of bytes, kept without storage on the heap.
///
/// Two digests are compared in the same time wherever they differ, so that the time of a comparison
/// shows nothing about a secret value.
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
