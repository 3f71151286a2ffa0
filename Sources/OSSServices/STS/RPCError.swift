internal import OSSPrimitives

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
    }
  }
}

extension RPCError: CustomStringConvertible {
  /// One sentence that names the parameter and the fault.
  public var description: String {
    switch self {
    case .missingParameter(let name): "The parameter \(name.quoted) is empty."
    case .missingName: "A parameter has an empty name."
    case .reservedParameter(let name):
      "The parameter \(name.quoted) is one that signing writes itself."
    case .repeatedParameter(let name): "The parameter \(name.quoted) is given twice."
    case .emptyNonce: "The nonce is empty."
    case .endpointPath(let path): "The endpoint has the path \(path.quoted), where none is due."
    }
  }
}
