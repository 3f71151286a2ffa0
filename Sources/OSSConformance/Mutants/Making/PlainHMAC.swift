internal import OSSPrimitives

/// HMAC as RFC 2104 writes it down, rule by rule, so that a mutant breaks one.
struct PlainHMAC: Sendable {
  /// The hash function.
  var hash: @Sendable (Bytes) -> Bytes
  /// What becomes of a key.
  var key: @Sendable (Bytes, _ hash: (Bytes) -> Bytes) -> Bytes = { key, hash in
    key.count > 64 ? hash(key) : key
  }
  /// How many bytes a key is padded to.
  var blockByteCount = 64
  /// The byte that the key of the inner hash is mixed with.
  var inner: UInt8 = 0x36
  /// The byte that the key of the outer hash is mixed with.
  var outer: UInt8 = 0x5c
  /// What the outer hash takes of the inner one.
  var between: @Sendable (Bytes) -> Bytes = { $0 }

  /// The authentication code of a message.
  func code(key secret: Bytes, message: Bytes) -> Bytes {
    var block = key(secret, hash)
    while block.count < blockByteCount { block.append(0) }
    let digest = hash(Bytes(block.map { $0 ^ inner }) + message)
    return hash(Bytes(block.map { $0 ^ outer }) + between(digest))
  }

  /// HMAC with the package's own SHA-1.
  static let sha1 = PlainHMAC { SHA1.hash($0.span).bytes }
  /// HMAC with the package's own SHA-256.
  static let sha256 = PlainHMAC { SHA256.hash($0.span).bytes }
}
