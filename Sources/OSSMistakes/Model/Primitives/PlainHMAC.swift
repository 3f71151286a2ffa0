internal import OSSPrimitives

/// HMAC as RFC 2104 writes it down (PRIM-HMAC-1, PRIM-HMAC-2), with the hash function given.
package struct PlainHMAC: Sendable {
  /// The key and the message that are used.
  var arguments: @Sendable (_ key: Bytes, _ message: Bytes) -> (Bytes, Bytes) = { ($0, $1) }
  /// The key before it is padded: one that is longer than the block is hashed.
  var key: @Sendable (Bytes, _ hash: (Bytes) -> Bytes) -> Bytes = { $0.count > 64 ? $1($0) : $0 }

  func code(key given: Bytes, message: Bytes, hash: (Bytes) -> Bytes) -> Bytes {
    let (secret, text) = arguments(given, message)
    var block = key(secret, hash)
    while block.count < 64 { block.append(0) }
    let digest = hash(Bytes(block.map { $0 ^ 0x36 }) + text)
    return hash(Bytes(block.map { $0 ^ 0x5c }) + digest)
  }
}
