public import OSSPrimitives

/// A URL that makes one request until it expires.
///
/// The URL is all that the request needs, as often as one likes, and with temporary credentials it
/// holds the security token. So nothing that describes the value shows it: ask for ``url``.
///
///     let link = try signer.presign(get, at: endpoint, now: now, validFor: .hours(1))
///     print(link.method, link.url, link.signedHeaders, link.expires)
public struct PresignedURL: Sendable {
  /// The method of the request.
  public let method: String
  /// The last second at which the URL works.
  public let expires: Moment
  private let version: SignatureVersion.Number
  private let given: [HeaderField]
  private let canonical: CanonicalHeaders
  private let names: SignedNames
  /// The URL, or its beginning while the signature is awaited.
  var bytes = Bytes()
  private var signatureStart = 0

  /// The URL of a request before anything is written.
  ///
  /// Takes parts, since an initializer would copy all of a request.
  init(
    _ version: SignatureVersion.Number, method: String, given: [HeaderField],
    _ canonical: CanonicalHeaders, signing names: SignedNames, expires: Moment
  ) {
    self.method = method
    self.version = version
    self.given = given
    self.canonical = canonical
    self.names = names
    self.expires = expires
    bytes.reserveCapacity(512)
  }

  /// The URL, ready to be sent.
  public var url: String { String(decoding: bytes, as: UTF8.self) }

  /// The headers that are signed and must be sent with the URL, as they were signed (PRE-STS-2,
  /// V2-PRE-4, V4-PRE-6).
  public var signedHeaders: [HeaderField] {
    canonical.fields(of: given) { names.mustSend($0) }
  }

  /// The same headers by their names, for a client that takes a dictionary.
  ///
  /// A name is there once, as the request spells it first.
  public var headerDictionary: [String: String] { signedHeaders.dictionary }

  /// The text of the signature, not percent-encoded: base64 with V1 and V2, hexadecimal with V4.
  public var signature: String {
    let value = String(decoding: bytes[signatureStart...], as: UTF8.self)
    let decoded = try? PercentEncoding.decode(value, plusIsSpace: false)
    return decoded.map { String(decoding: $0, as: UTF8.self) } ?? value
  }

  /// Whether OSS would refuse the URL at this time because it has expired (PRE-EXP-1).
  ///
  /// Signing does not ask this: a URL with an expiry that has passed is signed like any other.
  public func hasExpired(at now: Moment) -> Bool { now.seconds > expires.seconds }
}

extension PresignedURL {
  /// Refuses a request that cannot be made by a presigned URL (PRE-REF-1, PRE-REF-2, V2-REF-2,
  /// V2-REF-3, V4-REF-6, V4-REF-7).
  ///
  /// A parameter of the token is the caller's own where the credentials have no token (PRE-TOK-5,
  /// V4-TOK-5).
  ///
  /// - Parameters:
  ///   - reserved: the names of the parameters that presigning writes itself.
  ///   - token: the name of the parameter of the token, if there is one.
  ///   - hasDate: whether presigning carries the date in the query, as it does the token.
  static func check(
    _ request: SigningRequest, reserved: [String], token: String?, hasDate: Bool
  ) throws(SigningError) {
    for parameter in request.query {
      for name in reserved where parameter.name.hasSameBytes(as: name) {
        throw .reservedParameter(name: name)
      }
      if let token, parameter.name.hasSameBytes(as: token) {
        throw .reservedParameter(name: token)
      }
    }
    let places = request.canonicalHeaders.places
    if places.securityToken == nil, !hasDate || places.date == nil { return }
    for header in request.headers
    where header.name.isCaseless("x-oss-security-token")
      || hasDate && header.name.isCaseless("x-oss-date")
    {
      throw .reservedHeader(name: header.name)
    }
  }

  /// Writes what is before the signature and is not there yet: with V1, whose URLs end with
  /// `OSSAccessKeyId`, `Expires` and `Signature` (PRE-QRY-1).
  mutating func beginSignature(_ accessKeyID: String) {
    if version == .v1 {
      URLText.append("OSSAccessKeyId", accessKeyID, to: &bytes)
      bytes.append("&Expires=")
      bytes.append(String(expires.seconds))
      bytes.append("&Signature=")
    }
    signatureStart = bytes.count
  }

  /// Encodes the signature that was written (PRE-QRY-2, V2-PRE-3); the digits of V4 stay as they
  /// are.
  mutating func endSignature() {
    if version == .v4 { return }
    PercentEncoding.encode(from: signatureStart, keepingSlash: false, in: &bytes)
  }
}

extension PresignedURL: Equatable {
  /// Whether both make the same request for the same time.
  public static func == (left: Self, right: Self) -> Bool {
    left.bytes == right.bytes && left.method == right.method && left.expires == right.expires
      && left.signedHeaders == right.signedHeaders
  }
}

extension PresignedURL: Redacted {
  /// The method and the end; the URL itself is all that its request needs.
  public var description: String { "PresignedURL(\(method), ends: \(expires))" }
}

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
