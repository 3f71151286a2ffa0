public import OSSPrimitives
public import OSSSigning

/// Signs calls of RPC services, STS above all: signature version 1.0, HMAC-SHA1.
///
///     let role = try AssumeRoleRequest(roleARN: arn, roleSessionName: "app")
///     let endpoint = try Endpoint("https://sts.aliyuncs.com")
///     let call = try RPCSigner(credentials).sign(
///       role.rpcRequest(), endpoint: endpoint, nonce: nonce, at: now)
public struct RPCSigner: Sendable {
  private let credentials: Credentials

  /// Makes a signer; that the credentials can sign was checked when they were made (RPC-REF-6).
  public init(_ credentials: Credentials) { self.credentials = credentials }

  /// Signs a call (RPC-STS, RPC-SIG).
  ///
  /// - Parameters:
  ///   - request: the call.
  ///   - endpoint: where the service is, without a path.
  ///   - nonce: a text that no other call of this access key has, such as a UUID; another one when a
  ///     call is repeated (RPC-PAR-5).
  ///   - time: the clock.
  /// - Throws: ``RPCError/emptyNonce`` or ``RPCError/endpointPath(_:)``.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in their length.
  public func sign(
    _ request: RPCRequest, endpoint: Endpoint, nonce: String, at time: Moment
  ) throws(RPCError) -> SignedRPCRequest {
    if nonce.utf8.isEmpty { throw .emptyNonce }  // RPC-REF-4.
    let common = commonParameters(of: request, nonce: nonce, at: time)
    return try sign(
      complete: common + request.parameters, method: request.method, endpoint: endpoint)
  }

  /// Signs parameters as they stand, the common ones among them; the endpoint has no path
  /// (RPC-REF-5).
  package func sign(
    complete parameters: [QueryParameter], method: RPCRequest.Method, endpoint: Endpoint
  ) throws(RPCError) -> SignedRPCRequest {
    if !endpoint.pathPrefix.utf8.isEmpty { throw .endpointPath(endpoint.pathPrefix) }
    let query = Self.canonicalQuery(parameters)
    // The method, `%2F` and the canonical query encoded once more (RPC-STS-1, RPC-STS-2).
    var string = "\(method.rawValue)&%2F&".bytes
    PercentEncoding.append(query.span, keepingSlash: false, to: &string)
    // HMAC-SHA1 with the secret and `&` as the key (RPC-SIG-1).
    let key = "\(credentials.accessKeySecret)&".bytes
    let code = HMACSHA1Key(key.span).authenticationCode(for: string.span).bytes
    let signature = Base64.encode(code.span)
    // The canonical query and the signature are sent (RPC-SIG-2): in the URL, or with POST in the
    // body (RPC-SIG-3, RPC-SIG-4).
    var body = query
    if !body.isEmpty { body.append(ascii: "&") }
    body.append("Signature=")
    PercentEncoding.append(signature.utf8, keepingSlash: false, to: &body)
    let sent = String(decoding: body, as: UTF8.self)
    var url = Bytes()
    endpoint.appendLocation(scheme: endpoint.scheme, bucket: nil, key: nil, to: &url)
    if method == .get { url.append("?\(sent)") }
    return SignedRPCRequest(
      method: method, url: String(decoding: url, as: UTF8.self),
      body: method == .get ? nil : sent, signature: signature,
      canonicalQuery: String(decoding: query, as: UTF8.self),
      stringToSign: String(decoding: string, as: UTF8.self))
  }

  /// The parameters that every call has, but the signature (RPC-PAR-1, RPC-PAR-2, RPC-PAR-3,
  /// RPC-PAR-4, RPC-PAR-6); the nonce stays as it is (RPC-PAR-7).
  private func commonParameters(
    of request: RPCRequest, nonce: String, at time: Moment
  ) -> [QueryParameter] {
    var parameters = [
      QueryParameter("Action", request.action), QueryParameter("Version", request.version),
      QueryParameter("Format", request.format.rawValue),
      QueryParameter("AccessKeyId", credentials.accessKeyID),
      QueryParameter("SignatureMethod", "HMAC-SHA1"), QueryParameter("SignatureVersion", "1.0"),
      QueryParameter("SignatureNonce", nonce), QueryParameter("Timestamp", time.iso8601),
    ]
    if let token = credentials.securityToken {
      parameters.append(
        QueryParameter("SecurityToken", String(decoding: token, as: UTF8.self)))
    }
    return parameters
  }

  /// Every parameter as `name=value` with `&` between them (RPC-CAN-1, RPC-CAN-3), sorted by the
  /// bytes of the names (RPC-CAN-2, RPC-CAN-5); an empty value keeps its `=` (RPC-CAN-4). With version
  /// 3 it is the same (ACS3-QRY-1, ACS3-QRY-2, ACS3-QRY-3).
  static func canonicalQuery(_ parameters: [QueryParameter]) -> Bytes {
    var query = Bytes()
    for parameter in QueryParameter.sorted(parameters) {
      if !query.isEmpty { query.append(ascii: "&") }
      PercentEncoding.append(parameter.name.utf8, keepingSlash: false, to: &query)
      query.append(ascii: "=")
      PercentEncoding.append((parameter.value ?? "").utf8, keepingSlash: false, to: &query)
    }
    return query
  }
}

extension RPCSigner: Redacted {
  /// The access key ID; never the secret, never the token.
  public var description: String { "RPCSigner(accessKeyID: \(credentials.accessKeyID.shown))" }
}
