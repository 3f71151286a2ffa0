/// The hash function MD5 of RFC 1321.
///
/// The clause is PRIM-MD5-1.
///
/// Not for security: two messages with one digest are made in seconds. It is here for the two places
/// where the service asks for it, the `Content-MD5` header, which finds errors of transport, and the
/// signature of an upload callback, which OSS makes so. Nothing else in this package uses it, and
/// nothing new should.
public struct MD5: HashFunction {
  /// The number of bytes that the function takes in at once.
  public static let blockByteCount = MessageBlock.byteCount

  private var blocks = BlockHash<MD5Compression>()

  /// Makes the state before the first byte.
  public init() {}

  /// Takes in the next piece of the message.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) { blocks.update(bytes) }

  /// Takes in the bytes of a digest as the next piece of the message.
  ///
  /// - Parameter digest: The digest.
  public mutating func update(_ digest: MD5Digest) {
    blocks.update(digest.first)
    blocks.update(digest.second)
    blocks.update(digest.third)
    blocks.update(digest.fourth)
  }

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  public func finalize() -> MD5Digest { blocks.finalize().digest }

  /// The digest of a whole message.
  ///
  /// - Parameter bytes: The message.
  /// - Returns: The digest.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: Span<UInt8>) -> MD5Digest {
    var state = MD5()
    state.update(bytes)
    return state.finalize()
  }
}

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

extension MD5Digest {
  /// Compares two digests in the same time wherever they differ.
  public static func == (left: MD5Digest, right: MD5Digest) -> Bool {
    var difference: UInt32 = 0
    difference |= left.first ^ right.first
    difference |= left.second ^ right.second
    difference |= left.third ^ right.third
    difference |= left.fourth ^ right.fourth
    return difference == 0
  }

  /// Feeds the digest to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
  }
}
