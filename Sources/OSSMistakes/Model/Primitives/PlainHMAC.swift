internal import OSSPrimitives

/// HMAC as RFC 2104 writes it down (PRIM-HMAC-1, PRIM-HMAC-2), with the hash function given.
package struct PlainHMAC: Sendable {
  /// What is taken for the key and the message.
  var arguments: @Sendable (_ key: Bytes, _ message: Bytes) -> (Bytes, Bytes) = { ($0, $1) }
  /// The key before it is padded: one that is longer than the block is hashed.
  var key: @Sendable (Bytes, _ hash: (Bytes) -> Bytes) -> Bytes = { $0.count > 64 ? $1($0) : $0 }
  /// How many bytes a key is padded to.
  var blockByteCount = 64
  /// The bytes that the key of the inner and of the outer hash is mixed with.
  var pads: (inner: UInt8, outer: UInt8) = (0x36, 0x5c)
  /// What the outer hash takes of the inner digest.
  var between: @Sendable (Bytes) -> Bytes = { $0 }

  func code(key given: Bytes, message: Bytes, hash: (Bytes) -> Bytes) -> Bytes {
    let (secret, text) = arguments(given, message)
    var block = key(secret, hash)
    while block.count < blockByteCount { block.append(0) }
    let digest = hash(Bytes(block.map { $0 ^ pads.inner }) + text)
    return hash(Bytes(block.map { $0 ^ pads.outer }) + between(digest))
  }
}
