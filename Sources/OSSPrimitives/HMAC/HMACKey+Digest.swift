extension HMACKey where Hash == SHA256 {
  /// Makes a key of the bytes of a digest ready, without storage on the heap.
  ///
  /// Signing keys of V4 are made of one digest after the other.
  ///
  /// - Parameter digest: The digest whose 32 bytes are the key.
  package init(_ digest: SHA256Digest) {
    inner = SHA256(after: MessageBlock(digest, padding: 0x3636_3636))
    outer = SHA256(after: MessageBlock(digest, padding: 0x5c5c_5c5c))
  }
}

extension SHA256Digest {
  /// The authentication code of one message with the bytes of this digest as the key.
  ///
  /// For a chain of keys, each of which is used once: only hash values are copied, no states.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: The code.
  /// - Complexity: O(*n*) in the number of bytes.
  package func authenticationCode(for message: Span<UInt8>) -> SHA256Digest {
    guard message.count < MessageBlock.byteCount - 8 else {
      return HMACKey<SHA256>(self).authenticationCode(for: message)
    }
    var inner = SHA256Compression()
    inner.compress(MessageBlock(self, padding: 0x3636_3636))
    var block = MessageBlock(remainder: message)
    block.set(0x80, at: message.count)
    block.setLength(bits: UInt64(MessageBlock.byteCount &+ message.count) &<< 3)
    inner.compress(block)
    var outer = SHA256Compression()
    outer.compress(MessageBlock(self, padding: 0x5c5c_5c5c))
    outer.compress(MessageBlock(lastOf: inner.digest))
    return outer.digest
  }
}

extension MessageBlock {
  /// The last block of the outer half of HMAC: a digest, the padding, and the length of both blocks.
  init(lastOf digest: SHA256Digest) {
    self.init(
      first: WordQuartet(
        first: digest.first, second: digest.second, third: digest.third, fourth: digest.fourth),
      second: WordQuartet(
        first: digest.fifth, second: digest.sixth, third: digest.seventh, fourth: digest.eighth),
      third: WordQuartet(first: 0x8000_0000, second: 0, third: 0, fourth: 0),
      fourth: WordQuartet(first: 0, second: 0, third: 0, fourth: (64 + 32) * 8))
  }

  /// The key block of RFC 2104: the words of a digest and zeros after them, each with the padding.
  fileprivate init(_ digest: SHA256Digest, padding: UInt32) {
    let rest = WordQuartet(first: padding, second: padding, third: padding, fourth: padding)
    self.init(
      first: WordQuartet(
        first: digest.first ^ padding, second: digest.second ^ padding,
        third: digest.third ^ padding, fourth: digest.fourth ^ padding),
      second: WordQuartet(
        first: digest.fifth ^ padding, second: digest.sixth ^ padding,
        third: digest.seventh ^ padding, fourth: digest.eighth ^ padding),
      third: rest, fourth: rest)
  }
}
