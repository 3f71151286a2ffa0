public import OSSPrimitives
public import OSSSigning

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
