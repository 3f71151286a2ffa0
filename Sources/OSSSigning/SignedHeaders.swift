public import OSSPrimitives

/// The headers of a signed request.
public struct SignedHeaders: Sendable {
  private let given: [HeaderField]
  private let canonical: CanonicalHeaders
  private let version: SignatureVersion.Number
  private let time: Moment
  /// The token as its header delivers it.
  private let token: Bytes?
  /// The value of the `Authorization` header, or its beginning while the signature is awaited.
  var authorizationBytes = Bytes()

  /// The headers of a request before their signature.
  ///
  /// Takes parts, since an initializer would copy all of a request.
  init(
    _ version: SignatureVersion.Number, given: [HeaderField], _ canonical: CanonicalHeaders,
    token: Bytes?, at time: Moment
  ) {
    self.given = given
    self.canonical = canonical
    self.version = version
    self.time = time
    self.token = token
    authorizationBytes.reserveCapacity(version == .v1 ? 64 : 224)
  }

  /// The value of the `Authorization` header.
  public var authorization: String { String(decoding: authorizationBytes, as: UTF8.self) }

  /// Every header to send, in the order given, followed by those that signing adds.
  ///
  /// Headers that the signature replaces are left out. Values are as they were signed: without outer
  /// blanks, and those of one name in one header (V1-HDR-8, V2-HDR-6).
  /// - Complexity: O(*n*) in the number of headers.
  public var headers: [HeaderField] {
    canonical.fields(of: given) { !isReplaced($0) } + added
  }

  /// The same headers by their names, for a client that takes a dictionary.
  ///
  /// A name is there once, as the request spells it first.
  /// - Complexity: O(*n*) in the number of headers.
  public var headerDictionary: [String: String] { headers.dictionary }

  /// The headers that signing adds, the last of them `Authorization` (V1-TOK-1, V2-DATE-1,
  /// V2-TOK-1, V4-DATE-1, V4-REQ-3, V4-TOK-1).
  public var added: [HeaderField] {
    var added: [HeaderField] = []
    added.reserveCapacity(4)
    switch version {
    case .v1:
      // OSS reads the value of `x-oss-date` where the request has one (V1-DATE-1).
      if canonical.places.date == nil {
        added.append(HeaderField("Date", time.rfc1123))
      }
    case .v2: added.append(HeaderField("Date", time.rfc1123))
    case .v4:
      // OSS takes no other value (V4-REQ-4).
      added.append(HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD"))
      added.append(HeaderField("x-oss-date", time.iso8601Basic))
    }
    if let token {
      added.append(HeaderField("x-oss-security-token", String(decoding: token, as: UTF8.self)))
    }
    added.append(HeaderField("Authorization", authorization))
    return added
  }

  /// Whether signing sends another header in the place of one (V1-DATE-3, V1-TOK-3, V2-DATE-3,
  /// V4-DATE-3, V4-REQ-4, V4-TOK-4); V4 sends a `Date` as it is (V4-DATE-4).
  private func isReplaced(_ header: HeaderField) -> Bool {
    let name = header.name
    if name.isCaseless("authorization") { return true }
    if token != nil, name.isCaseless("x-oss-security-token") { return true }
    switch version {
    case .v1, .v2: return name.isCaseless("date")
    case .v4: return name.isCaseless("x-oss-date") || name.isCaseless("x-oss-content-sha256")
    }
  }

  /// Writes what of the `Authorization` header is before the signature and is not there yet: with
  /// V1, whose value is `OSS <access key ID>:<signature>` with the ID as it is (V1-AUTH-1, V1-AUTH-3).
  mutating func beginSignature(_ accessKeyID: String) {
    if version != .v1 { return }
    authorizationBytes.append("OSS ")
    authorizationBytes.append(accessKeyID)
    authorizationBytes.append(ascii: ":")
  }
}

extension SignedHeaders: Equatable {
  /// Whether both send the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.headers == right.headers }
}

extension SignedHeaders: Redacted {
  /// The names of the headers; never the signature, never the token.
  public var description: String {
    "SignedHeaders(\(headers.map { $0.name.shown }.joined(separator: ", ")))"
  }
}
