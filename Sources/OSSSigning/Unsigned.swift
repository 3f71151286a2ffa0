public import OSSPrimitives

/// Headers or a URL that wait for a signature that is made elsewhere: the app's half of signing with
/// a secret that stays on a server.
///
/// The app sends ``stringToSign`` to its server; the server returns what
/// ``Signer/signature(of:)-(String)`` makes of it; the app puts it in here.
///
///     let unsigned = try identity.headers(for: put, at: now)
///     let answer = try await server.sign(unsigned.stringToSign.requestText)
///     let headers = try unsigned.signed(by: Signature(answer)).headers
public struct Unsigned<Signed: Sendable>: Sendable {
  /// What is to be signed, with every step on the way to it.
  public let stringToSign: StringToSign
  /// The version that the server must sign with.
  let version: SignatureVersion
  /// What is signed, complete but for the signature.
  let draft: Signed
}

extension Unsigned where Signed == SignedHeaders {
  /// The headers, signed by what the server returned.
  ///
  /// - Throws: ``SigningError/invalidSignerValue(_:)`` if that is no signature of the version.
  public func signed(by signature: Signature) throws(SigningError) -> SignedHeaders {
    let parts = try signature.read(as: version)
    var signed = draft
    signed.beginSignature(parts.accessKeyID ?? "")
    signed.authorizationBytes.append(parts.signature)
    return signed
  }
}

extension Unsigned where Signed == PresignedURL {
  /// The URL, signed by what the server returned.
  ///
  /// - Throws: ``SigningError/invalidSignerValue(_:)`` if that is no signature of the version.
  public func signed(by signature: Signature) throws(SigningError) -> PresignedURL {
    let parts = try signature.read(as: version)
    var signed = draft
    signed.beginSignature(parts.accessKeyID ?? "")
    signed.bytes.append(parts.signature)
    signed.endSignature()
    return signed
  }
}

extension Unsigned: Redacted {
  /// The size of the string that waits for a signature; never the token.
  public var description: String { "Unsigned(\(stringToSign))" }
}

/// What a server that signs returns to the app.
public struct Signature: Hashable, Sendable {
  /// The text, as it came: with V1 `OSS <access key ID>:<signature>`, with V2 base64, and with V4
  /// 64 hexadecimal digits.
  public let text: String

  /// Takes what a server returned; it is read when it is put to use.
  public init(_ text: String) { self.text = text }

  /// Reads the text strictly: nothing may stand before, between or after its parts.
  ///
  /// - Parameter version: the version that it is a signature of.
  /// - Returns: the signature, not percent-encoded, and with V1 the access key ID.
  /// - Throws: ``SigningError/invalidSignerValue(_:)`` with the part at fault and its byte offset
  ///   (V1-AUTH-2, V4-REM-2).
  /// - Complexity: O(*n*) in the length of the text.
  public func read(
    as version: SignatureVersion
  ) throws(SigningError) -> (accessKeyID: String?, signature: String) {
    switch version {
    case .v1: return try readV1()
    case .v2:
      try Self.checkBase64(text.bytes[...], byteCount: SHA256Digest.byteCount)
    case .v4: try checkDigits()
    }
    return (nil, text)
  }

  /// Reads `OSS`, one space, the access key ID, `:` and the base64 text of 20 bytes (V1-AUTH-2).
  private func readV1() throws(SigningError) -> (accessKeyID: String?, signature: String) {
    let bytes = text.bytes
    let scheme = "OSS ".bytes
    guard bytes.begins(with: "OSS "), bytes.count == scheme.count || bytes[scheme.count] != 0x20
    else { throw .invalidSignerValue(.scheme) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .invalidSignerValue(.missingColon)
    }
    let accessKeyID = String(decoding: bytes[scheme.count..<colon], as: UTF8.self)
    if accessKeyID.utf8.isEmpty { throw .invalidSignerValue(.accessKeyID(offset: colon)) }
    if let fault = Credentials.firstForeignByte(ofAccessKeyID: accessKeyID) {
      throw .invalidSignerValue(.accessKeyID(offset: scheme.count + fault.offset))
    }
    let signature = bytes[(colon + 1)...]
    try Self.checkBase64(signature, byteCount: SHA1Digest.byteCount)
    return (accessKeyID, String(decoding: signature, as: UTF8.self))
  }

  private static func checkBase64(
    _ bytes: Bytes.SubSequence, byteCount: Int
  ) throws(SigningError) {
    let decoded = try? Base64.decode(String(decoding: bytes, as: UTF8.self))
    if decoded?.count != byteCount {
      throw .invalidSignerValue(.signature(offset: bytes.startIndex))
    }
  }

  /// Refuses what is not 64 digits of `0-9` and `a-f` (V4-REM-2).
  private func checkDigits() throws(SigningError) {
    let count = 2 * SHA256Digest.byteCount
    var offset = 0
    for byte in text.utf8 {
      let isDigit = 0x30...0x39 ~= byte || 0x61...0x66 ~= byte
      if !isDigit || offset == count { throw .invalidSignerValue(.digits(offset: offset)) }
      offset += 1
    }
    if offset < count { throw .invalidSignerValue(.digits(offset: offset)) }
  }
}

extension Signature: Redacted {
  /// The size; ``text`` is asked for by name.
  public var description: String { "Signature(\(text.utf8.count) bytes)" }
}
