public import OSSPrimitives

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
    "SignedRPCRequest(method: \(method.rawValue), signature: \(signature))"
  }
}
