package import OSSPrimitives

/// What a request is signed with: an access key ID, its secret and, for temporary credentials of
/// STS, a security token.
///
/// A value of this type can sign: the ID and the secret are not empty, and neither the ID nor the
/// token can break the header that carries them. Nothing that describes it shows the secret or
/// the token.
public struct Credentials: Hashable, Sendable {
  /// The access key ID, which is sent with each request.
  public let accessKeyID: String
  /// The access key secret, which is never sent.
  package let accessKeySecret: String
  /// The UTF-8 bytes of the security token; nil for a long-term key pair.
  package let securityToken: Bytes?

  /// Makes credentials that can sign.
  ///
  /// - Parameters:
  ///   - accessKeyID: letters, digits, `.`, `_` and `=` (V1-REF-3).
  ///   - accessKeySecret: any text that is not empty; its UTF-8 bytes are the key, blanks included.
  ///   - securityToken: the token of STS; nil and "" both mean that there is none (V1-TOK-2).
  /// - Throws: ``SigningError/emptyAccessKeyID``, ``SigningError/emptyAccessKeySecret``,
  ///   ``SigningError/invalidAccessKeyID(byte:offset:)`` or
  ///   ``SigningError/invalidSecurityToken(byte:offset:)``.
  /// - Complexity: O(*n*) in the length of the three.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String? = nil
  ) throws(SigningError) {
    if accessKeyID.utf8.isEmpty { throw .emptyAccessKeyID }
    if accessKeySecret.utf8.isEmpty { throw .emptyAccessKeySecret }
    try Self.check(accessKeyID: accessKeyID)
    self.accessKeyID = accessKeyID
    self.accessKeySecret = accessKeySecret
    self.securityToken = try Self.checkedToken(securityToken)
  }

  /// Refuses an access key ID that OSS cannot have given.
  static func check(accessKeyID: String) throws(SigningError) {
    if accessKeyID.utf8.isEmpty { throw .emptyAccessKeyID }
    if let fault = firstForeignByte(ofAccessKeyID: accessKeyID) {
      throw .invalidAccessKeyID(byte: fault.byte, offset: fault.offset)
    }
  }

  /// The bytes of a token; nil where there is none, for which "" stands too (V1-TOK-2).
  static func checkedToken(_ token: String?) throws(SigningError) -> Bytes? {
    guard let token, !token.utf8.isEmpty else { return nil }
    if let fault = LineBreakingByte.first(in: token) {
      throw .invalidSecurityToken(byte: fault.byte, offset: fault.offset)
    }
    return Bytes(token.utf8)
  }

  /// The first byte that cannot stand in an access key ID, and where it stands.
  package static func firstForeignByte(
    ofAccessKeyID text: String
  ) -> (byte: UInt8, offset: Int)? {
    var offset = 0
    for byte in text.utf8 {
      if !isAccessKeyIDByte(byte) { return (byte, offset) }
      offset += 1
    }
    return nil
  }

  private static func isAccessKeyIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x3D: true
    default: false
    }
  }
}
