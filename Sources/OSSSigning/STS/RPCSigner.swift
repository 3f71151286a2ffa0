public import OSSPrimitives

/// Signs calls of RPC services, STS above all: signature version 1.0, HMAC-SHA1.
///
///     let role = try AssumeRoleRequest(roleARN: arn, roleSessionName: "app")
///     let endpoint = try Endpoint("https://sts.aliyuncs.com")
///     let call = try RPCSigner(credentials).sign(
///       role.rpcRequest(), endpoint: endpoint, nonce: nonce, at: now)
public struct RPCSigner: Sendable {
  private let credentials: Credentials
  private let steps: StepsRPC

  /// Makes a signer; that the credentials can sign was checked when they were made (RPC-REF-6).
  public init(_ credentials: Credentials) { self.init(credentials, steps: .standard) }

  package init(_ credentials: Credentials, steps: StepsRPC) {
    self.credentials = credentials
    self.steps = steps
  }

  /// Signs a call (RPC-STS, RPC-SIG).
  ///
  /// - Parameters:
  ///   - request: the call.
  ///   - endpoint: where the service is, without a path.
  ///   - nonce: a text that no call of this access key within 15 minutes before had, such as a UUID.
  ///   - time: the clock.
  /// - Throws: ``RPCError/emptyNonce`` or ``RPCError/endpointPath(_:)``.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in their length.
  public func sign(
    _ request: RPCRequest, endpoint: Endpoint, nonce: String, at time: UnixTime
  ) throws(RPCError) -> SignedRPCRequest {
    if nonce.utf8.isEmpty { throw .emptyNonce }
    let common = steps.commonParameters(request, credentials, nonce, time)
    return try sign(
      complete: common + request.parameters, method: request.method, endpoint: endpoint)
  }

  /// Signs parameters as they stand, the common ones among them; the endpoint has no path
  /// (RPC-REF-5).
  package func sign(
    complete parameters: [QueryParameter], method: RPCRequest.Method, endpoint: Endpoint
  ) throws(RPCError) -> SignedRPCRequest {
    if !endpoint.pathPrefix.utf8.isEmpty { throw .endpointPath(endpoint.pathPrefix) }
    return sign(unchecked: parameters, method: method, endpoint: endpoint)
  }

  /// Signs parameters that nobody checks, the common ones among them.
  package func sign(
    unchecked parameters: [QueryParameter], method: RPCRequest.Method, endpoint: Endpoint
  ) -> SignedRPCRequest {
    var query = Bytes()
    steps.canonicalQuery(steps, steps.sorted(parameters), &query)
    let string = steps.stringToSign(steps, method.rawValue, query)
    let signature = steps.signature(Bytes(credentials.accessKeySecret.utf8), string)
    let sent = String(decoding: steps.sent(steps, query, signature), as: UTF8.self)
    var url = "\(endpoint.scheme)://\(endpoint.host)"
    if let port = endpoint.port { url += ":\(port)" }
    url += method == .get ? "/?\(sent)" : "/"
    return SignedRPCRequest(
      method: method, url: url, body: method == .get ? nil : sent, signature: signature,
      canonicalQuery: String(decoding: query, as: UTF8.self),
      stringToSign: String(decoding: string, as: UTF8.self))
  }
}

extension RPCSigner: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID; never the secret, never the token.
  public var description: String { "RPCSigner(accessKeyID: \(credentials.accessKeyID))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
