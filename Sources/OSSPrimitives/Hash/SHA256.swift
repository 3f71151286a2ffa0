/// The hash function SHA-256 of FIPS 180-4.
///
/// The signatures of version 4 rest on it, alone and within HMAC.
public struct SHA256: HashFunction {
  /// The number of bytes that the function takes in at once.
  public static let blockByteCount = MessageBlock.byteCount

  private var blocks = BlockHash<SHA256Compression>()

  /// Makes the state before the first byte.
  public init() {}

  /// Makes the state after a first block that is whole.
  init(after block: MessageBlock) { blocks = BlockHash(after: block) }

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
    SHA256().finalize(appending: bytes)
  }

  /// The digest of the message so far and a last piece.
  @inline(__always)
  func finalize(appending bytes: Span<UInt8>) -> SHA256Digest {
    blocks.finalize(appending: bytes).digest
  }

  /// The digest of the message so far, whole blocks, and a digest.
  @inline(__always)
  func finalize(appending digest: SHA256Digest) -> SHA256Digest {
    let last = MessageBlock(
      first: WordQuartet(
        first: digest.first, second: digest.second, third: digest.third, fourth: digest.fourth),
      second: WordQuartet(
        first: digest.fifth, second: digest.sixth, third: digest.seventh, fourth: digest.eighth),
      third: WordQuartet(first: 0x8000_0000, second: 0, third: 0, fourth: 0), fourth: .zero)
    return blocks.finalize(appending: last, holding: 32).digest
  }
}
