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
