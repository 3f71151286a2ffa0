package import OSSPrimitives

/// The steps of a signed RPC call.
///
/// The steps are members, so that a signer with one known mistake differs in one of them.
package struct StepsRPC: Sendable {
  /// The parameters that every call has, but the signature.
  package var commonParameters:
    @Sendable (RPCRequest, Credentials, String, UnixTime) -> [QueryParameter]
  /// Appends a name or a value, percent-encoded.
  package var encode: @Sendable (String, inout Bytes) -> Void
  /// The parameters in their order (RPC-CAN-2).
  package var sorted: @Sendable ([QueryParameter]) -> [QueryParameter]
  /// Appends the canonical query, from the parameters in their order (RPC-CAN-1).
  package var canonicalQuery: @Sendable (StepsRPC, [QueryParameter], inout Bytes) -> Void
  /// The string to sign, from the method and the canonical query.
  package var stringToSign: @Sendable (StepsRPC, String, Bytes) -> Bytes
  /// The text of the signature, from the secret and the string to sign.
  package var signature: @Sendable (_ secret: Bytes, _ stringToSign: Bytes) -> String
  /// The query or the body that is sent, from the canonical query and the signature.
  package var sent: @Sendable (StepsRPC, Bytes, String) -> Bytes

  /// The steps as the specification has them.
  package static let standard = StepsRPC(
    commonParameters: commonParameters,
    encode: { PercentEncoding.append($0.utf8, keepingSlash: false, to: &$1) },
    sorted: { $0.sorted { $0.name.precedesInBytes($1.name) } },
    canonicalQuery: appendCanonicalQuery,
    stringToSign: stringToSign,
    signature: signature,
    sent: sent)
}

extension StepsRPC {
  /// The common parameters (RPC-PAR-1 to RPC-PAR-4).
  private static func commonParameters(
    of request: RPCRequest, _ credentials: Credentials, nonce: String, at time: UnixTime
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

  /// `name=value` with `&` between them; an empty value keeps its `=` (RPC-CAN-3, RPC-CAN-4).
  private static func appendCanonicalQuery(
    _ steps: StepsRPC, _ parameters: [QueryParameter], to buffer: inout Bytes
  ) {
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: "&")) }
      steps.encode(parameter.name, &buffer)
      buffer.append(UInt8(ascii: "="))
      steps.encode(parameter.value ?? "", &buffer)
    }
  }

  /// The method, `%2F` and the canonical query encoded once more (RPC-STS-1).
  private static func stringToSign(
    _ steps: StepsRPC, method: String, canonicalQuery: Bytes
  ) -> Bytes {
    var string = Bytes(method.utf8)
    string.append(contentsOf: "&%2F&".utf8)
    steps.encode(String(decoding: canonicalQuery, as: UTF8.self), &string)
    return string
  }

  /// HMAC-SHA1 with the secret and `&` as the key (RPC-SIG-1).
  private static func signature(secret: Bytes, stringToSign: Bytes) -> String {
    let key = secret + [UInt8(ascii: "&")]
    let code = HMACSHA1Key(key.span).authenticationCode(for: stringToSign.span)
    var text = Bytes()
    Base64.append(code, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The canonical query and the signature (RPC-SIG-2).
  private static func sent(
    _ steps: StepsRPC, canonicalQuery: Bytes, signature: String
  ) -> Bytes {
    var text = canonicalQuery
    if !text.isEmpty { text.append(UInt8(ascii: "&")) }
    text.append(contentsOf: "Signature=".utf8)
    steps.encode(signature, &text)
    return text
  }
}
