/// A key of HMAC, RFC 2104, made ready for many messages.
///
/// A key takes a block of work on either side of every message. Here that is done once, so each
/// message costs the blocks of its own and two more.
///
/// The value is as secret as the key. Its description shows nothing of either.
public struct HMACKey<Hash: HashFunction>: Sendable {
  /// The hash state after the key with the inner padding.
  let inner: Hash
  /// The hash state after the key with the outer padding.
  let outer: Hash

  /// Makes a key ready.
  ///
  /// - Parameter key: The bytes of the key, any number; those of a key longer than a block are
  ///   hashed first, RFC 2104 section 3 (PRIM-HMAC-2).
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ key: Span<UInt8>) {
    var block = key.count > Hash.blockByteCount ? Hash.hash(key).bytes : Bytes(copying: key)
    block.append(contentsOf: repeatElement(0, count: Hash.blockByteCount - block.count))
    for index in block.indices { block[index] ^= 0x36 }
    inner = Self.state(after: block)
    for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
    outer = Self.state(after: block)
  }

  /// The authentication code of a message.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: The code; its `==` takes the same time wherever two codes differ.
  /// - Complexity: O(*n*) in the number of bytes.
  public func authenticationCode(for message: Span<UInt8>) -> Hash.Digest { code(of: message) }

  /// Begins a message that comes in pieces.
  ///
  /// - Returns: The state before the first byte of the message.
  public func start() -> HMAC<Hash> { HMAC(inner: inner, outer: outer) }

  /// The code of a message (PRIM-HMAC-1): the generic function and those for one hash call it.
  @inline(__always)
  func code(of message: Span<UInt8>) -> Hash.Digest {
    var code = start()
    code.update(message)
    return code.finalize()
  }

  private static func state(after block: Bytes) -> Hash {
    var state = Hash()
    state.update(block.span)
    return state
  }
}

/// A prepared key of HMAC-SHA-1.
public typealias HMACSHA1Key = HMACKey<SHA1>

/// A prepared key of HMAC-SHA-256.
public typealias HMACSHA256Key = HMACKey<SHA256>

// The two overloads give the same as the generic function. That one copies whole states, and
// another module can only call it through tables of functions: a third more over a short message.

extension HMACKey where Hash == SHA1 {
  /// The authentication code of a message.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: The code; its `==` takes the same time wherever two codes differ.
  /// - Complexity: O(*n*) in the number of bytes.
  public func authenticationCode(for message: Span<UInt8>) -> SHA1Digest {
    outer.finalize(appending: inner.finalize(appending: message))
  }
}

extension HMACKey where Hash == SHA256 {
  /// The authentication code of a message.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: The code; its `==` takes the same time wherever two codes differ.
  /// - Complexity: O(*n*) in the number of bytes.
  public func authenticationCode(for message: Span<UInt8>) -> SHA256Digest {
    outer.finalize(appending: inner.finalize(appending: message))
  }
}

/// The authentication code of a message that comes in pieces, begun by ``HMACKey/start()``.
public struct HMAC<Hash: HashFunction>: Sendable {
  private var inner: Hash
  private let outer: Hash

  init(inner: Hash, outer: Hash) {
    self.inner = inner
    self.outer = outer
  }

  /// Takes in the next piece of the message.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) { inner.update(bytes) }

  /// The code of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The code; its `==` takes the same time wherever two codes differ.
  public func finalize() -> Hash.Digest {
    var outer = outer
    outer.update(inner.finalize())
    return outer.finalize()
  }
}

extension HMACKey: Redacted {
  /// A text that shows nothing of the key.
  public var description: String { "HMAC key (not shown)" }
}

extension HMAC: Redacted {
  /// A text that shows nothing of the key.
  public var description: String { "HMAC state (not shown)" }
}

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

/// Whether two byte strings are equal, in the same time wherever they differ.
///
/// For values that a stranger may guess at, signatures above all. Only the lengths can be learned
/// from the time that a call takes.
///
/// - Parameters:
///   - a: One byte string.
///   - b: The other.
/// - Returns: Whether they have the same length and the same bytes.
/// - Complexity: O(*n*) in the number of bytes.
public func constantTimeEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in a.indices { difference |= a[index] ^ b[index] }
  return difference == 0
}
