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

/// A call of an RPC service of Alibaba Cloud, before it is signed (RPC-PAR).
public struct RPCRequest: Sendable {
  /// How a call is sent (RPC-STS-2).
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// With its parameters in the query.
    case get = "GET"
    /// With its parameters in the body, as a form.
    case post = "POST"
  }

  /// The form of the answer (RPC-PAR-3).
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// A JSON object.
    case json = "JSON"
    /// An XML document.
    case xml = "XML"
  }

  /// How the call is sent.
  public let method: Method
  /// What is called, such as `AssumeRole`.
  public let action: String
  /// The version of the service's interface, such as `2015-04-01`.
  public let version: String
  /// The form of the answer.
  public let format: Format
  /// The parameters of the action, decoded; a nil value is an empty one.
  public let parameters: [QueryParameter]

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - action: what is called, such as `AssumeRole`; it, the version and names are not empty
  ///     (RPC-REF-3).
  ///   - version: the version of the service's interface, such as `2015-04-01`.
  ///   - parameters: the parameters of the action, each name once (RPC-REF-2), none of those that
  ///     signing adds (RPC-REF-1).
  ///   - method: how the call is sent.
  ///   - format: the form of the answer.
  /// - Throws: ``RPCError``, which names the parameter at fault.
  /// - Complexity: O(*n*) in the length of the parameters.
  public init(
    action: String, version: String, parameters: [QueryParameter], method: Method = .post,
    format: Format = .json
  ) throws(RPCError) {
    if action.utf8.isEmpty { throw .missingParameter("Action") }
    if version.utf8.isEmpty { throw .missingParameter("Version") }
    var seen = NameSet()
    for parameter in parameters {
      if parameter.name.utf8.isEmpty { throw .missingName }
      for name in Self.commonNames where parameter.name.hasSameBytes(as: name) {
        throw .reservedParameter(name: name)
      }
      if !seen.insert(parameter.name) {
        throw .repeatedParameter(name: parameter.name)
      }
    }
    self.init(
      of: action, version: version, parameters: parameters, method: method, format: format)
  }

  /// Makes a call of parts that are right already.
  init(
    of action: String, version: String, parameters: [QueryParameter], method: Method,
    format: Format
  ) {
    self.method = method
    self.action = action
    self.version = version
    self.format = format
    self.parameters = parameters
  }

  /// The parameters that every call has; signing adds them.
  static let commonNames = [
    "Action", "Version", "Format", "AccessKeyId", "SignatureMethod", "SignatureVersion",
    "SignatureNonce", "Timestamp", "SecurityToken", "Signature",
  ]
}

/// A signed call of an RPC service, ready to be sent, with its steps.
public struct SignedRPCRequest: Equatable, Sendable {
  /// How the call is sent.
  public let method: RPCRequest.Method
  /// The URL; with GET it carries every parameter.
  public let url: String
  /// The body; nil with GET.
  public let body: String?
  /// The base64 text of the signature, not percent-encoded.
  public let signature: String
  /// The parameters as they were sorted and encoded.
  public let canonicalQuery: String
  /// What was signed.
  public let stringToSign: String

  /// The value of the `Content-Type` header to send (RPC-SIG-4); nil with GET.
  public var contentType: String? {
    body == nil ? nil : "application/x-www-form-urlencoded"
  }
}

extension SignedRPCRequest: Redacted {
  /// The method and the signature; never the token, which the URL or the body carries.
  public var description: String {
    "SignedRPCRequest(method: \(method.rawValue))"
  }
}

/// Why a call of an RPC service cannot be signed.
public enum RPCError: Error, Equatable, Sendable {
  /// A parameter that every call has is empty (RPC-REF-3).
  case missingParameter(String)
  /// A parameter has an empty name (RPC-REF-3).
  case missingName
  /// The caller gives a parameter that signing writes itself (RPC-REF-1).
  case reservedParameter(name: String)
  /// A parameter is given twice (RPC-REF-2).
  case repeatedParameter(name: String)
  /// The nonce is empty (RPC-REF-4).
  case emptyNonce
  /// The endpoint has a path, where every call is made to `/` (RPC-REF-5).
  case endpointPath(String)
  /// A header of signature version 3 cannot be sent, or is the signer's to write (ACS3-REF-2,
  /// ACS3-REF-3).
  case header(SigningError)
}

extension RPCError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .missingParameter, .missingName: "invalid-query-parameter"
    case .reservedParameter: "reserved-parameter"
    case .repeatedParameter: "duplicate-parameter"
    case .emptyNonce: "invalid-nonce"
    case .endpointPath: "invalid-endpoint"
    case .header(let error): error.code
    }
  }
}

extension RPCError: PlainError, CustomStringConvertible {
  /// One sentence that names the parameter and the fault.
  public var description: String {
    switch self {
    case .missingParameter(let name): "The parameter % is empty.".filled(name.quoted)
    case .missingName: "A parameter has an empty name."
    case .reservedParameter(let name):
      "The parameter % is one that signing writes itself.".filled(name.quoted)
    case .repeatedParameter(let name): "The parameter % is given twice.".filled(name.quoted)
    case .emptyNonce: "The nonce is empty."
    case .endpointPath(let path):
      "The endpoint has the path %, where none is due.".filled(path.quoted)
    case .header(let error): error.description
    }
  }
}
