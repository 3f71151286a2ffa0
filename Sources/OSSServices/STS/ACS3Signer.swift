public import OSSPrimitives
public import OSSSigning

/// Signs calls of STS and of other services in RPC style with `ACS3-HMAC-SHA256`, as the clients on
/// alibabacloud-tea-openapi do.
///
///     let call = try ACS3Signer(credentials).sign(
///       role.rpcRequest(), headers: [HeaderField("accept", "application/json")], endpoint: .sts,
///       nonce: nonce, at: now)
///
/// Send ``SignedACS3Request/headers`` with the method and the URL, and no body.
public struct ACS3Signer: Sendable {
  private let credentials: Credentials

  /// Makes a signer; that the credentials can sign was checked when they were made (ACS3-REF-1).
  public init(_ credentials: Credentials) { self.credentials = credentials }

  /// Signs a call, whose parameters all go into the query (ACS3-REQ, ACS3-SIG).
  ///
  /// - Parameters:
  ///   - request: the call; its format has no part in it: a header `accept` asks for one.
  ///   - headers: further headers of the call, each name once.
  ///   - endpoint: where the service is, without a path.
  ///   - nonce: a text of visible ASCII that no call of this access key before had, such as a UUID.
  ///   - time: the clock.
  /// - Throws: ``RPCError``, which names what cannot be signed (ACS3-REF).
  /// - Complexity: O(*n* log *n*) in the number of parameters and headers, O(*n*) in their length.
  public func sign(
    _ request: RPCRequest, headers: [HeaderField] = [], endpoint: Endpoint, nonce: String,
    at time: Moment
  ) throws(RPCError) -> SignedACS3Request {
    if nonce.utf8.isEmpty { throw .emptyNonce }
    let own = try ownHeaders(of: request, nonce: nonce, at: time)
    let sent = own + (try Self.checked(headers))
    if !endpoint.pathPrefix.utf8.isEmpty { throw .endpointPath(endpoint.pathPrefix) }
    let signed = Self.sorted(sent + [HeaderField("host", Self.host(of: endpoint))])
    // A name in lower case, a colon, the trimmed value and a line feed (ACS3-HDR-3).
    let lines = signed.map { "\($0.name):\($0.value)\n" }.joined()
    let names = signed.map { $0.name }.joined(separator: ";")  // ACS3-HDR-5
    let query = String(decoding: RPCSigner.canonicalQuery(request.parameters), as: UTF8.self)
    // The path is `/` (ACS3-REQ-2), and the last line the hash of the body (ACS3-PAY-1).
    let canonical = "\(request.method.rawValue)\n/\n\(query)\n\(lines)\n\(names)\n\(Self.emptyHash)"
    let canonicalBytes = canonical.bytes  // ACS3-REQ-1
    let hash = Hexadecimal.encode(SHA256.hash(canonicalBytes.span).bytes.span)
    let string = "\(Self.algorithm)\n\(hash)"  // ACS3-STS-1
    let (key, text) = (credentials.accessKeySecret.bytes, string.bytes)
    // The secret itself is the key (ACS3-SIG-1).
    let code = HMACSHA256Key(key.span).authenticationCode(for: text.span).bytes
    let signature = Hexadecimal.encode(code.span)
    let authorization =
      "\(Self.algorithm) Credential=\(credentials.accessKeyID),SignedHeaders=\(names),"
      + "Signature=\(signature)"  // ACS3-AUTH-1
    var url = Bytes()
    endpoint.appendLocation(scheme: endpoint.scheme, bucket: nil, key: nil, to: &url)
    if !query.utf8.isEmpty { url.append("?\(query)") }
    return SignedACS3Request(
      method: request.method, url: String(decoding: url, as: UTF8.self),
      headers: Self.sorted(sent) + [HeaderField("Authorization", authorization)],
      signature: signature, canonicalQuery: query, canonicalHeaders: lines,
      canonicalRequest: canonical, canonicalRequestHash: hash, stringToSign: string)
  }
}

extension ACS3Signer {
  private static let algorithm = "ACS3-HMAC-SHA256"
  /// The SHA-256 of a body without bytes (ACS3-PAY-1).
  private static let emptyHash = Hexadecimal.encode(SHA256.hash(Bytes().span).bytes.span)
  /// What signing writes, and no caller (ACS3-REF-3).
  private static let ownNames = [
    "authorization", "host", "x-acs-action", "x-acs-content-sha256", "x-acs-date",
    "x-acs-security-token", "x-acs-signature-nonce", "x-acs-version",
  ]

  /// The headers that every call has, but the host (ACS3-HDR-1); the time is in UTC (ACS3-HDR-6).
  private func ownHeaders(
    of request: RPCRequest, nonce: String, at time: Moment
  ) throws(RPCError) -> [HeaderField] {
    var headers = [
      HeaderField("x-acs-action", request.action), HeaderField("x-acs-version", request.version),
      HeaderField("x-acs-signature-nonce", nonce), HeaderField("x-acs-date", time.iso8601),
      HeaderField("x-acs-content-sha256", Self.emptyHash),
    ]
    if let token = credentials.securityToken {
      let text = String(decoding: token, as: UTF8.self)
      headers.append(HeaderField("x-acs-security-token", text))
    }
    // Visible ASCII alone is sent as it is signed (ACS3-REF-2).
    for header in headers {
      var offset = 0
      for byte in header.value.utf8 {
        if !(0x21...0x7E).contains(byte) {
          throw .header(.invalidHeaderValue(name: header.name, byte: byte, offset: offset))
        }
        offset += 1
      }
    }
    return headers
  }

  /// The caller's headers as they are signed and sent: names in lower case, values without blanks at
  /// their ends (ACS3-HDR-2, ACS3-HDR-3), none of the signer's own, none twice (ACS3-REF-3).
  private static func checked(_ headers: [HeaderField]) throws(RPCError) -> [HeaderField] {
    var seen = NameSet()
    var checked: [HeaderField] = []
    for header in headers {
      do throws(SigningError) { try header.check() } catch { throw .header(error) }
    }
    for header in headers {
      let name = String(decoding: header.name.lowercasedBytes, as: UTF8.self)
      for own in ownNames where own.hasSameBytes(as: name) {
        throw .header(.reservedHeader(name: header.name))
      }
      checked.append(HeaderField(name, header.value.trimmingBlanks))
    }
    for header in checked where !seen.insert(header.name) {
      throw .header(.repeatedHeader(name: header.name))
    }
    return checked
  }

  /// Headers by the bytes of their names, each of which is there once.
  private static func sorted(_ headers: [HeaderField]) -> [HeaderField] {
    headers.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// The value of `Host` as HTTP libraries send it (ACS3-HDR-4).
  private static func host(of endpoint: Endpoint) -> String {
    let common: UInt16 = endpoint.scheme == "https" ? 443 : 80
    guard let port = endpoint.port, port != common else { return endpoint.host }
    return "\(endpoint.host):\(port)"
  }
}

extension ACS3Signer: Redacted {
  /// The access key ID; never the secret, never the token.
  public var description: String { "ACS3Signer(accessKeyID: \(credentials.accessKeyID.shown))" }
}

/// A call signed with `ACS3-HMAC-SHA256`, ready to be sent, with its steps.
public struct SignedACS3Request: Equatable, Sendable {
  /// How the call is sent.
  public let method: RPCRequest.Method
  /// The URL with every parameter.
  public let url: String
  /// The headers to send, `Authorization` among them; the HTTP library writes `Host`.
  public let headers: [HeaderField]
  /// The signature, 64 hexadecimal digits in lower case.
  public let signature: String
  /// The parameters as they were sorted and encoded.
  public let canonicalQuery: String
  /// The headers as they were signed, each with its line feed.
  public let canonicalHeaders: String
  /// What was hashed.
  public let canonicalRequest: String
  /// The SHA-256 of that, 64 hexadecimal digits in lower case.
  public let canonicalRequestHash: String
  /// What was signed.
  public let stringToSign: String
}

extension SignedACS3Request: Redacted {
  /// The method; never the token, which a header carries.
  public var description: String { "SignedACS3Request(method: \(method.rawValue))" }
}
