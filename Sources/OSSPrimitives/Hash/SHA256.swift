/// The hash function SHA-256 of FIPS 180-4.
///
/// The signatures of version 4 rest on it, alone and within HMAC.
public struct SHA256: HashFunction {
  /// The number of bytes that the function takes in at once.
  public static let blockByteCount = MessageBlock.byteCount

  private var blocks = BlockHash<SHA256Compression>()

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
  public mutating func update(_ digest: SHA256Digest) {
    blocks.update(digest.first)
    blocks.update(digest.second)
    blocks.update(digest.third)
    blocks.update(digest.fourth)
    blocks.update(digest.fifth)
    blocks.update(digest.sixth)
    blocks.update(digest.seventh)
    blocks.update(digest.eighth)
  }

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  public func finalize() -> SHA256Digest { blocks.finalize().digest }

  /// The digest of a whole message.
  ///
  /// - Parameter bytes: The message.
  /// - Returns: The digest.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: Span<UInt8>) -> SHA256Digest {
    var state = SHA256()
    state.update(bytes)
    return state.finalize()
  }
}
