public import OSSPrimitives

/// What a request is signed with: an access key ID, its secret and, for temporary credentials of
/// STS, a security token.
///
/// A value of this type can sign: the ID and the secret are not empty, neither the ID nor the
/// token can break the header that carries them, and the secret is one line. Nothing that describes it shows the secret or
/// the token.
///
///     let credentials = try Credentials(
///       accessKeyID: id, accessKeySecret: secret, securityToken: token)
public struct Credentials: Sendable {
  /// The access key ID, which is sent with each request.
  public let accessKeyID: String
  /// The access key secret, which is never sent.
  package let accessKeySecret: String
  /// The UTF-8 bytes of the security token; nil for a long-term key pair.
  package let securityToken: Bytes?

  /// Makes credentials that can sign.
  ///
  /// - Parameters:
  ///   - accessKeyID: visible ASCII without `:` and `,` (V1-REF-3).
  ///   - accessKeySecret: a text that is not empty (V1-REF-2), without CR, LF and NUL (V1-REF-14); its
  ///     UTF-8 bytes are the key, blanks included.
  ///   - securityToken: the token of STS; nil and "" both mean no token (V1-TOK-2).
  /// - Throws: ``SigningError/emptyAccessKeyID``, ``SigningError/emptyAccessKeySecret``,
  ///   ``SigningError/invalidAccessKeyID(byte:offset:)``,
  ///   ``SigningError/invalidAccessKeySecret(byte:offset:)`` or
  ///   ``SigningError/invalidSecurityToken(byte:offset:)``.
  /// - Complexity: O(*n*) in the length of the three.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String? = nil
  ) throws(SigningError) {
    if accessKeyID.utf8.isEmpty { throw .emptyAccessKeyID }
    if accessKeySecret.utf8.isEmpty { throw .emptyAccessKeySecret }
    try Self.check(accessKeyID: accessKeyID)
    try Self.check(accessKeySecret: accessKeySecret)
    self.accessKeyID = accessKeyID
    self.accessKeySecret = accessKeySecret
    self.securityToken = try Self.checkedToken(securityToken)
  }

  /// Refuses an access key ID that no header can carry (V1-REF-1, V1-REF-3).
  static func check(accessKeyID: String) throws(SigningError) {
    if accessKeyID.utf8.isEmpty { throw .emptyAccessKeyID }
    if let fault = firstForeignByte(ofAccessKeyID: accessKeyID) {
      throw .invalidAccessKeyID(byte: fault.byte, offset: fault.offset)
    }
  }

  /// Refuses a secret with a byte that no secret has (V1-REF-14).
  package static func check(accessKeySecret: String) throws(SigningError) {
    if let fault = accessKeySecret.firstByte(where: { $0.breaksLine }) {
      throw .invalidAccessKeySecret(byte: fault.byte, offset: fault.offset)
    }
  }

  /// The bytes of a token; nil without one, which "" means too (V1-TOK-2, V2-TOK-3,
  /// V4-TOK-3, PRE-TOK-4).
  ///
  /// A line end in it is refused, for a header and for a URL (V1-REF-6, PRE-REF-7).
  static func checkedToken(_ token: String?) throws(SigningError) -> Bytes? {
    guard let token, !token.utf8.isEmpty else { return nil }
    if let fault = token.firstByte(where: { $0.breaksLine }) {
      throw .invalidSecurityToken(byte: fault.byte, offset: fault.offset)
    }
    return token.bytes
  }

  /// The first byte that cannot stand in an access key ID, and its place.
  package static func firstForeignByte(
    ofAccessKeyID text: String
  ) -> (byte: UInt8, offset: Int)? {
    text.firstByte { !(0x21...0x7E ~= $0) || $0 == 0x3A || $0 == 0x2C }
  }
}

extension Credentials {
  /// The secret and the token in the clear, for an SDK or a keychain that must be given them.
  ///
  /// This is the one way to read them. Never log or show what it returns.
  ///
  ///     let (secret, token) = provided.credentials.revealed()
  ///
  /// - Returns: The access key secret, and the security token, which is nil for a long-term key pair.
  public func revealed() -> (accessKeySecret: String, securityToken: String?) {
    (accessKeySecret, securityToken.map { String(decoding: $0, as: UTF8.self) })
  }
}

extension Credentials: Equatable {
  /// Whether both sign alike: the same ID, and the same bytes of secret and token.
  ///
  /// `String` would also equate secrets whose bytes differ by Unicode normalization, and those
  /// give different signatures.
  public static func == (left: Self, right: Self) -> Bool {
    left.accessKeyID.hasSameBytes(as: right.accessKeyID)
      && left.accessKeySecret.hasSameBytes(as: right.accessKeySecret)
      && left.securityToken == right.securityToken
  }
}

extension Credentials: Redacted {
  /// The access key ID and whether there is a token; never the secret, never the token.
  public var description: String {
    let token = securityToken == nil ? "no security token" : "a security token"
    return "Credentials(accessKeyID: \(accessKeyID.shown), \(token))"
  }
}
