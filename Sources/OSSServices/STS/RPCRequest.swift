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
  ///   - action: what is called, such as `AssumeRole`.
  ///   - version: the version of the service's interface, such as `2015-04-01`.
  ///   - parameters: the parameters of the action, each name once, none of those that signing adds.
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
    var seen: Set<QueryParameter> = []
    for parameter in parameters {
      if parameter.name.utf8.isEmpty { throw .missingName }
      for name in Self.commonNames where parameter.name.utf8.elementsEqual(name.utf8) {
        throw .reservedParameter(name: name)
      }
      if !seen.insert(QueryParameter(parameter.name)).inserted {
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
