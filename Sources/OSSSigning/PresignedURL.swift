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
