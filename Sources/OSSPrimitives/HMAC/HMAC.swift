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
